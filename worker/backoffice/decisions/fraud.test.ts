import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { fraudRemovals, fraudReturns, outbox } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import type { MemberDecision } from "#worker/people/reports/decisions.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { work, memberDecisions, fraud, chat } = servicesOf(env);
const refused = (call: Promise<unknown>) => call.then(() => "done").catch(({ code }: AppError) => code);

let anna: string;
let cid: string;
let crook: string;
let now: number;

beforeEach(async () => {
  for (const table of ["work_items", "decisions", "exclusions", "outbox", "fraud_removals", "fraud_returns"])
    await env.DB.exec(`DELETE FROM ${table}`);
  [anna, cid, crook] = [await addMember({ credits: 20 }), await addMember({ credits: 20 }), await addMember({ name: "Crook" })];
  now = Date.now();
});

async function send(from: string, to: string, at = now): Promise<string> {
  const ctx = await memberContext(from, { now: at });
  return refused(Promise.resolve(chat.sendMessage(ctx, { profile: to, text: "Hello", client_id: newId() })));
}

/** A gift whose chat is gone. */
async function gift(from: string, credits: number, at = now): Promise<void> {
  const id = newId();
  const snapshot = JSON.stringify({ id: "rose", names: null, credits });
  await runSql(
    "INSERT INTO gifts (id, sender_id, receiver_id, gift, created_at) VALUES (?, ?, ?, ?, ?)",
    id,
    from,
    crook,
    snapshot,
    at,
  );
  await runSql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'gift', ?, ?, ?)",
    ...[from, -credits, id, `gift:${newId()}`, at],
  );
}

async function decided(decision: MemberDecision): Promise<void> {
  const words = "You pretended to be a soldier and asked for money.";
  const reason = decision === "ban" ? ("scam" as const) : undefined;
  await memberDecisions.decideMember(staffContext("moderator", now), { id: crook, decision, words, reason });
  now += UNDO + 1;
  await work.sweep(now);
}

const creditsOf = async (id: string) =>
  (await env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(id).first<number>("credits")) ?? -1;
const preview = async () => {
  const { members, entries, credits } = await memberDecisions.fraudPreview(staffContext("moderator", now), { id: crook });
  return [members, entries, credits];
};
const mails = async () => (await db.select().from(outbox)).filter(({ template }) => template === "fraud_returned");

test("credits spent on a removed account in 30 days return to their lots, and each member is told once", async () => {
  const fresh = [await creditsOf(anna), await creditsOf(cid)];
  expect([await send(anna, crook), await send(anna, crook), await send(anna, cid)]).toEqual(["done", "done", "done"]);
  await gift(cid, 7);
  await gift(cid, 5, now - 31 * DAY);
  const spent = [(fresh[0] ?? 0) - 3, (fresh[1] ?? 0) - 12];
  expect([await creditsOf(anna), await creditsOf(cid)]).toEqual(spent);
  expect(await preview()).toEqual([2, 3, 9]);

  await decided("fraud");
  expect([await creditsOf(anna), await creditsOf(cid)]).toEqual([(spent[0] ?? 0) + 2, (spent[1] ?? 0) + 7]);
  const letters = await mails();
  expect(letters.map(({ accountId }) => accountId).toSorted()).toEqual([anna, cid].toSorted());
  const letter = letters.find(({ accountId }) => accountId === cid)?.text ?? "";
  for (const said of ["Crook", "7 credits back", "last 30 days", "your bank"]) expect(letter).toContain(said);
  expect(await db.select().from(fraudReturns)).toEqual(
    expect.arrayContaining([expect.objectContaining({ accountId: cid, credits: 7, state: "done" })]),
  );

  for (const later of [1, 2]) await fraud.sweep(now + later);
  expect([await creditsOf(anna), (await mails()).length]).toEqual([(spent[0] ?? 0) + 2, 2]);
  expect(await preview()).toEqual([0, 0, 0]);
  const { checks, findings } = await audit(env.DB);
  expect(checks).toBeGreaterThan(20);
  expect(findings.filter(({ what }) => [anna, cid].some((id) => what.includes(id)))).toEqual([]);
});

test("minutes of calls with a removed account come back, once, whether or not the line of the call is there", async () => {
  await send(anna, crook);
  const chatId = await env.DB.prepare("SELECT id FROM conversations WHERE ? IN (member_a, member_b)")
    .bind(anna)
    .first<string>("id");
  const minute = (call: string, number: number) =>
    runSql(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -3, 'call', ?, ?, ?)",
      ...[anna, call, `call:${call}:${number}`, now],
    );
  const [lined, lately] = [newId(), newId()];
  await runSql(
    `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
      SELECT conversation_id, max(seq) + 1, ?, ?, ?, 'call', 'line', 0, ? FROM messages WHERE conversation_id = ?`,
    ...[lined, `call:${lined}`, anna, now, chatId],
  );
  await runSql(
    `INSERT INTO calls (id, conversation_id, caller_id, callee_id, domain_id, client_id, kind, price_per, price, paid, asked_at, answered_at, alive_at, ended_at, ending)
      VALUES (?, ?, ?, ?, 'liaison', ?, 'video', 'minute', 3, 1, ?, ?, ?, ?, 'gone')`,
    ...[lately, chatId, anna, crook, newId(), now, now, now, now],
  );
  for (const [call, number] of [
    [lined, 1],
    [lined, 2],
    [lately, 1],
  ] as const)
    await minute(call, number);
  const spent = await creditsOf(anna);
  expect(await preview()).toEqual([1, 4, 10]);
  await decided("fraud");
  expect([await creditsOf(anna), await preview()]).toEqual([spent + 10, [0, 0, 0]]);
});

test("credits that come back after a fraud settle a debt first", async () => {
  await gift(cid, 7);
  const insert = "INSERT INTO debts (account_id, payment_id, credits, created_at) VALUES (?, 'taken-back', ?, ?)";
  await runSql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) SELECT id, -credits, 'adjustment', 'x', 'x', 1 FROM accounts WHERE id = ?",
    cid,
  );
  await runSql(insert, cid, 5, now);
  await decided("fraud");
  const books = await env.DB.prepare("SELECT credits, debt FROM accounts WHERE id = ?").bind(cid).first();
  expect(books).toEqual({ credits: 2, debt: 0 });
  expect((await audit(env.DB)).findings.filter(({ what }) => what.includes(cid))).toEqual([]);
});

test("messages of the first day that counts come back whole, as does the run that is open at the removal", async () => {
  now = new Date(now).setUTCHours(12, 0, 0, 0);
  const first = now - 30.5 * DAY;
  for (const at of [first - 1, first, first + 60_000, now, now + 1]) expect(await send(anna, crook, at)).toBe("done");
  const spent = await creditsOf(anna);
  expect(await preview()).toEqual([1, 4, 4]);
  await decided("fraud");
  expect([await creditsOf(anna), await preview()]).toEqual([spent + 4, [0, 0, 0]]);
});

test("a run that was cut off goes on: credited before, only the mail is missing", async () => {
  await send(anna, crook);
  const before = await creditsOf(anna);
  await decided("fraud");
  await env.DB.exec("DELETE FROM outbox");
  await db.update(fraudReturns).set({ state: "credited" });
  await fraud.sweep(now + 1);
  expect([await creditsOf(anna), (await mails()).length]).toEqual([before + 1, 1]);
  await db.update(fraudReturns).set({ state: "due" });
  await fraud.sweep(now + 2);
  expect(await creditsOf(anna)).toBe(before + 1);
});

test("more members than one run takes are given back to by the next runs", async () => {
  const many = await Promise.all(Array.from({ length: 27 }, () => addMember({ credits: 20 })));
  for (const one of many) await gift(one, 1);
  await decided("fraud");
  expect(await db.$count(fraudReturns)).toBe(27);
  expect((await mails()).length).toBe(25);
  await fraud.sweep(now + 60_000);
  expect((await mails()).length).toBe(27);
});

test("chats with the account say that it was removed for fraud, and nobody pays for a message to it", async () => {
  await send(anna, crook);
  const open = async () => chat.chat(await memberContext(anna, { now }), { profile: crook });
  expect((await open()).profile.online).toBe(true);
  await decided("fraud");
  expect(await open()).toMatchObject({ removed_for_fraud: true, refusal: "deleted", profile: { online: false } });
  expect(await send(anna, crook)).toBe("not_found");
  expect(await refused(decided("fraud"))).toBe("conflict");
});

test("a ban that is lifted takes the mark away, and stops what was not given back yet", async () => {
  await send(anna, crook);
  await decided("fraud");
  const given = await creditsOf(anna);
  await db.update(fraudReturns).set({ state: "due" });
  await decided("lift_ban");
  expect([await db.$count(fraudRemovals), await db.$count(fraudReturns), await creditsOf(anna)]).toEqual([0, 0, given]);
  const opened = await chat.chat(await memberContext(anna, { now }), { profile: crook });
  expect(opened).toMatchObject({ removed_for_fraud: false, refusal: null });
});

test("a second removal after a lift gives back what was spent since, and tells that sum", async () => {
  await gift(anna, 3);
  await decided("fraud");
  await decided("lift_ban");
  const spent = (await creditsOf(anna)) - 5;
  await gift(anna, 5);
  expect([await creditsOf(anna), await preview()]).toEqual([spent, [1, 1, 5]]);
  await decided("fraud");
  await fraud.sweep(now + 1);
  expect([await creditsOf(anna), await preview()]).toEqual([spent + 5, [0, 0, 0]]);
  expect((await mails()).map(({ text }) => /(\d) credits back/.exec(text)?.[1])).toEqual(["3", "5"]);
});

test("credits returned for another reason in the same millisecond are not part of the sum", async () => {
  await gift(anna, 3);
  now += UNDO + 1;
  const key = `reversal:${newId()}`;
  await runSql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, 4, 'reversal', 'x', ?, ?)",
    ...[anna, key, now],
  );
  now -= UNDO + 1;
  await decided("fraud");
  expect(await db.select().from(fraudReturns)).toMatchObject([{ accountId: anna, credits: 3, state: "done" }]);
});

test("a plain ban gives nothing back", async () => {
  await send(anna, crook);
  await decided("ban");
  expect([await db.$count(fraudReturns), await preview()]).toEqual([0, [1, 1, 1]]);
});
