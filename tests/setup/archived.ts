import { env } from "cloudflare:workers";
import { connect } from "#db/client.ts";
import { messageRowOf } from "#worker/messaging/chat/archive.sql.ts";
import { createArchiveStore } from "#worker/messaging/chat/archive.store.ts";
import { createFactsCache } from "#worker/messaging/chat/cached-facts.ts";
import { createMessageArchive } from "#worker/messaging/chat/message-archive.ts";
import { partnerUnchanged } from "#worker/messaging/chat/partner.sql.ts";
import { createReceiptsStore } from "#worker/messaging/chat/receipts.store.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { LAST_SEQ, runSql, writeMessage } from "./actions.ts";

export const NOW = Date.parse("2026-11-22T12:00:00Z");
export const textOf = (seq: number) => `Message ${seq} “é” \\ "`;

/** A conversation of two members, one message for each age in days, in turn. Returns its id. */
export async function addTalk(one: string, other: string, ages: number[]): Promise<string> {
  let conversation = "";
  for (const [index, age] of ages.entries()) {
    const [from, to] = index % 2 === 0 ? [one, other] : [other, one];
    conversation = await writeMessage(from, to, NOW - age * DAY);
  }
  const rows = ages.map((_, index) => ({ seq: index + 1, text: textOf(index + 1) }));
  await runSql(
    `UPDATE messages SET text = coalesce((SELECT value ->> 'text' FROM json_each(?1) WHERE value ->> 'seq' = seq), text)
      WHERE conversation_id = ?2`,
    JSON.stringify(rows),
    conversation,
  );
  return conversation;
}

export const agesFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index * 0.001);

export const archiveOf = (conversation: string) => env.ARCHIVE.get(env.ARCHIVE.idFromName(conversation));

export const move = async (conversation: string, days = 30) => archiveOf(conversation).move(conversation, NOW - days * DAY);

export const archived = async (conversation: string) =>
  archiveOf(conversation).page({ after: 0, before: 1e9, limit: 10_000, order: "ascending" });

export const inDatabase = async (conversation: string) =>
  (
    await env.DB.prepare("SELECT * FROM messages WHERE conversation_id = ? ORDER BY seq")
      .bind(conversation)
      .all<Record<string, string | number | null> & { seq: number }>()
  ).results;

export const headOf = async (conversation: string) =>
  env.DB.prepare(`SELECT archived_seq, ${LAST_SEQ} AS last_seq, oldest_at, pool FROM conversations WHERE id = ?`)
    .bind(conversation)
    .first<{ archived_seq: number; last_seq: number; oldest_at: number | null; pool: string }>();

/** What a chat needs beside its store. */
export const archiveDeps = {
  archive: createMessageArchive(env, messageRowOf),
  receipts: createReceiptsStore(connect(env.DB)),
  factsCache: createFactsCache({ viewerUnchanged: createAccountsStore(connect(env.DB)).viewerUnchanged, partnerUnchanged }),
};

export const source = createArchiveStore(connect(env.DB));

export const addGift = async (from: string, to: string, conversation: string, seq: number) => {
  const id = await env.DB.prepare("SELECT id FROM messages WHERE conversation_id = ? AND seq = ?")
    .bind(conversation, seq)
    .first<string>("id");
  await runSql("UPDATE messages SET type = 'gift' WHERE id = ?", id ?? newId());
  await runSql(
    "INSERT INTO gifts (id, sender_id, receiver_id, gift, created_at) VALUES (?, ?, ?, ?, ?)",
    id ?? "",
    from,
    to,
    JSON.stringify({ id: "rose", names: null, credits: 5 }),
    NOW,
  );
};
