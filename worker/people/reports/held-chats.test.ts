import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { archiveErasures, heldChats, heldMessages, reportProofs } from "#db/schema/index.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { addTalk, agesFrom, move } from "#tests/setup/archived.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createHeldChatsStore } from "./held-chats.store.ts";

const db = connect(env.DB);
const store = createHeldChatsStore(db);
const { memberReports, blocks, complaints, archiveStore } = servicesOf(env);

let anna: string;
let ben: string;

beforeEach(async () => {
  for (const table of ["held_chats", "archive_erasures", "report_proofs"]) await env.DB.exec(`DELETE FROM ${table}`);
  [anna, ben] = [await addMember(), await addMember()];
});

const block = async (who: string, profile: string) => blocks.block(await memberContext(who), { profile });
const report = async (who: string, profile: string) =>
  memberReports.report(await memberContext(who), { kind: "profile", object: profile, reason: "scam", block: false });
const decide = (reporter: string, at = 1) =>
  runSql("UPDATE reports SET status = 'decided', outcome = 'acted', decided_at = ? WHERE reporter_id = ?", at, reporter);
const held = async () => [await db.$count(heldChats), await db.$count(heldMessages)];

test("a block without a case leaves nothing of the chat", async () => {
  await writeMessage(ben, anna);
  await block(anna, ben);
  expect(await held()).toEqual([0, 0]);
  expect(await store.find(anna, ben)).toBeNull();
});

test.each(["the reporter", "the reported member"])(
  "a chat that %s removes by a block is held until the decision",
  async (who) => {
    await writeMessage(ben, anna);
    await report(anna, ben);
    await (who === "the reporter" ? block(anna, ben) : block(ben, anna));
    expect((await store.find(ben, anna))?.messages).toMatchObject([{ seq: 1, senderId: ben, text: "What nobody else reads" }]);
    expect(await store.find(anna, await addMember())).toBeNull();
    await decide(anna);
    expect(await held()).toEqual([0, 0]);
  },
);

test("with two cases between the two, the last decision releases the chat", async () => {
  await writeMessage(ben, anna);
  await report(anna, ben);
  await report(ben, anna);
  await block(anna, ben);
  await decide(anna);
  expect(await held()).toEqual([1, 1]);
  await decide(ben);
  expect(await held()).toEqual([0, 0]);
});

test("a complaint that names the other member holds their chat until its answer", async () => {
  await writeMessage(ben, anna);
  const ctx = await memberContext(anna);
  const said = { kind: "illegal_content", text: "He threatened me in the chat.", good_faith: true } as const;
  const { reference } = await complaints.complaint(ctx, { ...said, link: `http://localhost/members/${ben}` });
  await block(anna, ben);
  expect(await held()).toEqual([1, 1]);
  await complaints.answer(ctx, reference, "He is gone.");
  expect(await held()).toEqual([0, 0]);
});

test("the archive of a held chat is erased after the decision, not before", async () => {
  const conversation = await addTalk(anna, ben, [...agesFrom(60, 5), ...agesFrom(1, 2)]);
  await move(conversation);
  await report(anna, ben);
  await block(ben, anna);
  const due = async () => (await archiveStore.erasures(Date.now(), 10)).map((row) => row.conversationId);
  expect(await db.$count(archiveErasures)).toBe(1);
  expect(await due()).toEqual([]);
  const found = await store.find(anna, ben);
  expect(found).toMatchObject({ conversation, archivedSeq: 5 });
  expect(found?.messages.map(({ seq }) => seq)).toEqual([6, 7]);
  await decide(anna);
  expect(await due()).toEqual([conversation]);
});

test("a photo of a held chat is swept after the decision, not before", async () => {
  const conversation = await writeMessage(ben, anna);
  await runSql(
    `INSERT INTO chat_photos (id, key, sender_id, conversation_id, seq, client_id, status, created_at)
      VALUES (?1, ?1, ?2, ?3, 1, ?1, 'active', 0)`,
    ...[`picture-${ben}`, ben, conversation],
  );
  const { chatPhotoSweep } = servicesOf(env);
  const key = () => env.DB.prepare("SELECT key FROM chat_photos WHERE id = ?").bind(`picture-${ben}`).first("key");
  await report(anna, ben);
  await block(anna, ben);
  await chatPhotoSweep.sweep();
  expect(await key()).toBe(`picture-${ben}`);
  await decide(anna);
  await chatPhotoSweep.sweep();
  expect(await key()).toBeNull();
});

test("the sweep ends what no decision released, and proofs long after theirs", async () => {
  await writeMessage(ben, anna);
  await report(anna, ben);
  await block(anna, ben);
  const now = Date.now();
  await store.sweep(now + 89 * DAY);
  expect(await held()).toEqual([1, 1]);
  await store.sweep(now + 91 * DAY);
  expect(await held()).toEqual([0, 0]);
  const { proofSweep } = servicesOf(env);
  await proofSweep.sweep(now + 191 * DAY);
  expect(await db.$count(reportProofs), "undecided").toBe(1);
  await decide(anna, now);
  await proofSweep.sweep(now + 189 * DAY);
  expect(await db.$count(reportProofs)).toBe(1);
  await proofSweep.sweep(now + 191 * DAY);
  expect(await db.$count(reportProofs)).toBe(0);
});
