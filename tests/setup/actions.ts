import { env } from "cloudflare:workers";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { addMember } from "./add-member.ts";
import { NOON } from "./context.ts";

// Members' actions as rows, at a given time.

/** Of a row of `conversations`: the seq of its newest message. */
export const LAST_SEQ = "max(last_seq, coalesce((SELECT max(seq) FROM messages WHERE conversation_id = conversations.id), 0))";

export const runSql = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** A member, last active `minutes` ago. */
export async function addAwayMember(name: string, minutes = 60): Promise<string> {
  const id = await addMember({ name });
  await runSql("UPDATE profiles SET last_active_at = ? WHERE id = ?", NOON - minutes * MINUTE, id);
  return id;
}

export async function writeMessage(from: string, to: string, at = NOON, type = "text"): Promise<string> {
  const [a, b] = from < to ? [from, to] : [to, from];
  const known = await env.DB.prepare("SELECT id FROM conversations WHERE member_a = ? AND member_b = ?").bind(a, b).first("id");
  const id = (known as string | null) ?? newId();
  if (!known) {
    await runSql(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?, ?, ?, ?, ?)",
      id,
      a,
      b,
      from,
      at,
    );
    for (const [member, other] of [
      [from, to],
      [to, from],
    ])
      await runSql(
        "INSERT INTO participants (conversation_id, member_id, other_id, last_at) VALUES (?, ?, ?, ?)",
        id,
        member,
        other,
        at,
      );
  }
  await runSql(
    `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
     SELECT ?1, ${LAST_SEQ} + 1, ?2, ?2, ?3, ?5, 'What nobody else reads', 1, ?4 FROM conversations WHERE id = ?1`,
    ...[id, newId(), from, at, type],
  );
  await runSql("UPDATE participants SET unread = unread + 1 WHERE conversation_id = ? AND member_id = ?", id, to);
  await runSql("UPDATE participants SET wrote = 1 WHERE conversation_id = ? AND member_id = ?", id, from);
  return id;
}

export const readConversation = (conversation: string, member: string) =>
  runSql(
    `UPDATE participants SET unread = 0, read_seq = (SELECT ${LAST_SEQ} FROM conversations WHERE id = ?1)
     WHERE conversation_id = ?1 AND member_id = ?2`,
    ...[conversation, member],
  );
export const addLike = (from: string, to: string, at = NOON) =>
  runSql("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, ?)", from, to, at);

/** A pose and a document of a member, which wait in the queue. */
export async function addAgeCheck(member: string): Promise<"age"> {
  await env.PHOTOS.put("check-d.full", "document");
  await env.DB.exec("DELETE FROM age_checks");
  await runSql(
    `INSERT INTO age_checks (id, account_id, domain_id, country, gesture, pose, document, status, sent_at)
      VALUES (?1, ?1, 'liaison', 'NL', 'fist', 'check-p', 'check-d', 'waiting', 1)`,
    member,
  );
  return "age";
}

/** A pose of a member, which waits in the queue. */
export async function addVerification(member: string): Promise<void> {
  const id = newId();
  await env.PHOTOS.put(`proof-${id}.card`, "proof");
  await runSql(
    `INSERT INTO verifications (id, member_id, key, gesture, photos, status, sent_at) VALUES (?1, ?2, ?3, 'fist', '[]', 'waiting', 1)`,
    ...[id, member, `proof-${id}`],
  );
  await runSql(
    `INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
      SELECT ?1, 'verification', ?1, ?2, 'liaison', 'liaison', 1, 1 WHERE NOT EXISTS (SELECT 1 FROM work_items WHERE object_id = ?1)`,
    ...[id, member],
  );
}
