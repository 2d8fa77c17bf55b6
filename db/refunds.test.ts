import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { createBlocksStore } from "#worker/discovery/blocks/blocks.store.ts";
import { giveBack, type LostDebit, lostDebits, type Which } from "./refunds.ts";

const AT = Date.UTC(2026, 10, 1);
const SECOND = 1000;
let member: string;
let partner: string;

/** A debit for a message that was never written. */
async function debit(cause: string, at = AT, account = member): Promise<number> {
  const insert = `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
    VALUES (?1, -1, 'message', ?2, 'message:' || ?2, ?3) RETURNING id`;
  return (await env.DB.prepare(insert).bind(account, cause, at).first<number>("id")) as number;
}
const found = async (account = member) =>
  (await env.DB.prepare(lostDebits()).all<LostDebit>()).results.filter((one) => one.member === account);
const block = (blocker: string, blocked: string, at: number) =>
  createBlocksStore(connect(env.DB)).block(blocker, blocked, "liaison", at);
const give = async (which: Which = { until: AT + 60 * SECOND }) =>
  (await env.DB.prepare(giveBack(AT + 99 * SECOND, which)).all<{ member: string; credits: number }>()).results;
const credits = (account = member) =>
  env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(account).first<number>("credits");

beforeEach(async () => {
  [member, partner] = [await addMember(), await addMember()];
});

test("only debits without a message are found, after a block by either side", async () => {
  await writeMessage(member, partner);
  const id = await env.DB.prepare("SELECT id FROM messages WHERE sender_id = ?").bind(member).first<string>("id");
  await debit(id ?? "");
  expect(await found()).toEqual([]);
  const [blocked, blocker] = [await addMember(), await addMember()];
  const [first, second] = [await debit("lost-1", AT, blocked), await debit("lost-2", AT, blocker)];
  await block(partner, blocked, AT + 2 * SECOND);
  await block(blocker, partner, AT - SECOND);
  expect(await found(blocked)).toEqual([{ entry: first, member: blocked, credits: 1, at: AT, why: "block" }]);
  expect(await found(blocker)).toEqual([{ entry: second, member: blocker, credits: 1, at: AT, why: "block" }]);
});

test("the debit of an archived message is not lost", async () => {
  const conversation = await writeMessage(member, partner);
  const { id, client } = (await env.DB.prepare("SELECT id, client_id AS client FROM messages WHERE sender_id = ?")
    .bind(member)
    .first<{ id: string; client: string }>()) ?? { id: "", client: "" };
  await env.DB.prepare(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -1, 'message', ?, 'message:' || ?, ?)",
  )
    .bind(member, id, client, AT)
    .run();
  await env.DB.prepare("DELETE FROM messages WHERE conversation_id = ?").bind(conversation).run();
  expect(await found()).toHaveLength(1);
  await env.DB.prepare("INSERT INTO archived_sends (sender_id, client_id) VALUES (?, ?)").bind(member, client).run();
  expect(await found()).toEqual([]);
});

test("repeated and concurrent runs refund a debit once and only append to the ledger", async () => {
  await debit("twice-1");
  await debit("twice-2");
  await block(partner, member, AT);
  const before = await env.DB.prepare("SELECT * FROM ledger WHERE account_id = ? ORDER BY id").bind(member).all();
  expect(await credits()).toBe(8);
  const runs = await Promise.all([give(), give(), give()]);
  expect(runs.flat().filter((one) => one.member === member)).toEqual([
    { member, credits: 1 },
    { member, credits: 1 },
  ]);
  expect([await give(), await credits(), await found()]).toEqual([[], 10, []]);
  const after = await env.DB.prepare("SELECT * FROM ledger WHERE account_id = ? ORDER BY id").bind(member).all();
  expect(after.results.slice(0, before.results.length)).toEqual(before.results);
  expect(after.results.slice(before.results.length)).toMatchObject([
    { amount: 1, kind: "reversal", cause: "twice-1", idempotency_key: "refund:twice-1" },
    { amount: 1, kind: "reversal", cause: "twice-2", idempotency_key: "refund:twice-2" },
  ]);
});

test("a debit whose message a later block or an erasure may have deleted is refunded by id only", async () => {
  const [blocked, left, unknown] = [await addMember(), await addMember(), await addMember()];
  await debit("later-block", AT, blocked);
  await block(partner, blocked, AT + 31 * SECOND);
  const erased = await debit("erased", AT, left);
  const conversation = await writeMessage(left, partner, AT);
  await runSql("UPDATE participants SET removed_seq = 1 WHERE conversation_id = ? AND member_id = ?", conversation, left);
  await runSql("UPDATE accounts SET status = 'erased' WHERE id = ?", partner);
  await debit("no-trace", AT, unknown);
  const whys = async () => [...(await found(blocked)), ...(await found(left)), ...(await found(unknown))].map(({ why }) => why);
  expect(await whys()).toEqual(["later_block", "erasure", "no_trace"]);
  expect(await give()).toEqual([]);
  expect(await give({ entries: [erased] })).toEqual([{ member: left, credits: 1 }]);
  expect(await whys()).toEqual(["later_block", "no_trace"]);
  expect(await credits(left)).toBe(10);
});

test("a debit after the fix is not refunded when a block soon deleted its message", async () => {
  await debit("mended", AT + 61 * SECOND);
  await block(partner, member, AT + 62 * SECOND);
  expect([await give(), await credits()]).toEqual([[], 9]);
});

test("an erased account gets no refund", async () => {
  const entry = await debit("gone");
  await block(partner, member, AT);
  await runSql("UPDATE accounts SET status = 'erased' WHERE id = ?", member);
  expect([await found(), await give(), await give({ entries: [entry] })]).toEqual([[], [], []]);
});

test("the refund statement refuses anything but whole numbers", () => {
  expect(() => giveBack(AT, { entries: [Number("1) OR (1")] })).toThrow(TypeError);
});
