import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { addTalk, headOf, inDatabase, move } from "#tests/setup/archived.ts";
import { newId } from "#worker/platform/ids.ts";

async function send(from: string, to: string) {
  const headers = { cookie: `session=${await logIn(from)}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const body = JSON.stringify({ profile: to, text: "one more", client_id: newId() });
  const answer = await exports.default.fetch(new Request("http://localhost/api/chat.php", { method: "POST", headers, body }));
  return (await answer.json<{ message: { seq: number } }>()).message.seq;
}

const keptSeq = (id: string) => env.DB.prepare("SELECT last_seq FROM conversations WHERE id = ?").bind(id).first("last_seq");

test("the audit finds a message that is missing at the end", async () => {
  const [anna, ben] = [await addMember({ credits: 9 }), await addMember()];
  const id = await addTalk(anna, ben, [2, 1]);
  await send(anna, ben);
  const trigger = await env.DB.prepare("SELECT sql FROM sqlite_master WHERE name = 'messages_kept_seq'").first<string>("sql");
  await runSql("DROP TRIGGER messages_kept_seq");
  await runSql("DELETE FROM messages WHERE conversation_id = ? AND seq = 3", id);
  await runSql(trigger as string);
  const found = (await audit(env.DB)).findings.filter(({ what }) => what === `conversation ${id}`);
  expect(found).toMatchObject([{ check: "messages follow the archive without a gap" }]);
});

test("messages go on behind those that were archived, also where none is left in the database", async () => {
  const [anna, ben] = [await addMember({ credits: 9 }), await addMember()];
  const id = await addTalk(anna, ben, [50, 49, 48]);
  expect(await keptSeq(id)).toBe(0);
  await move(id);
  expect([await headOf(id), await inDatabase(id)]).toMatchObject([{ archived_seq: 3, last_seq: 3 }, []]);
  expect(await send(anna, ben)).toBe(4);
  expect(await headOf(id)).toMatchObject({ archived_seq: 3, last_seq: 4 });
});

test.each([["from the first on", "ASC"] as const, ["from the last on", "DESC"] as const])(
  "no seq is given twice after the messages of a chat were deleted %s",
  async (_, order) => {
    const [anna, ben] = [await addMember({ credits: 9 }), await addMember()];
    const id = await addTalk(anna, ben, [3, 2, 1]);
    for (const { seq } of (await inDatabase(id)).toSorted((a, b) => (order === "ASC" ? a.seq - b.seq : b.seq - a.seq)))
      await runSql("DELETE FROM messages WHERE conversation_id = ? AND seq = ?", id, seq);
    expect(await keptSeq(id)).toBe(3);
    expect(await send(anna, ben)).toBe(4);
  },
);

test("a message with a gap before it, or with a seq that is given, is refused", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  const id = await addTalk(anna, ben, [2, 1]);
  const insert = (seq: number) =>
    runSql(
      `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at) VALUES (?1, ?2, ?3, ?3, ?4, 'text', 'x', 0, 1)`,
      ...[id, seq, newId(), anna],
    );
  await expect(insert(4)).rejects.toThrow("message seq out of order");
  await expect(insert(2)).rejects.toThrow("message seq out of order");
  await expect(runSql("UPDATE conversations SET archived_seq = 3 WHERE id = ?", id)).rejects.toThrow("archived seq out of order");
  await insert(3);
});

test("the archive of an ended conversation is erased up to its newest message: a copy of the last ones may be under way", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  const id = await addTalk(anna, ben, [50, 49, 2, 1]);
  await move(id);
  await runSql("DELETE FROM conversations WHERE id = ?", id);
  const upTo = env.DB.prepare("SELECT up_to_seq FROM archive_erasures WHERE conversation_id = ?").bind(id);
  expect(await upTo.first("up_to_seq")).toBe(4);
});
