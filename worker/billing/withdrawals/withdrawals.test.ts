import { env } from "cloudflare:workers";
import { desc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox, withdrawals, workItems } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { createWithdrawalQueueStore } from "#worker/backoffice/queues/withdrawal-queue.store.ts";
import { createWithdrawalQueue } from "#worker/backoffice/queues/withdrawal-queue.ts";
import { createGiveBack } from "#worker/billing/payments/give-back.ts";
import { createPaymentsStore } from "#worker/billing/payments/payments.store.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createMatching } from "./matching.ts";
import { createWithdrawalsStore } from "./withdrawals.store.ts";
import { createWithdrawals } from "./withdrawals.ts";

const db = connect(env.DB);
const { mails, limits, domainsStore } = servicesOf(env);
const store = createWithdrawalsStore(db);
let afterwards: Promise<unknown>[];
let asked: number[];
const giveBack = createGiveBack({
  store: createPaymentsStore(db),
  begunWith: () => ({ id: "sandbox" }) as never,
  refund: async (_, { id, amount }) => {
    asked.push(amount);
    await env.DB.prepare("UPDATE refunds SET status = 'done' WHERE id = ?").bind(id).run();
  },
});
const at = { domainOf: domainsStore.findById, originOf: () => "http://localhost" };
const matching = createMatching({ store, mails, limits, ...at });
const room = createWithdrawals({ store, giveBack, mails, limits, match: matching.match, after: (work) => afterwards.push(work) });
const { queue, withdrawalCases } = createWithdrawalQueue({
  ...{ store: createWithdrawalQueueStore(db), withdrawals: store, matching, giveBack, mails, ...at },
});

let member: string;
let payment: string;
const own = (now = NOON + DAY) => memberContext(member, { now });
const visitor = (now = NOON + DAY) => contextOf({ now });
const emailOf = () => env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(member).first<string>("email");
const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(member).first<number>("credits");
const rowOf = async (reference: string | null) =>
  (await db.select().from(withdrawals)).find((row) => row.reference === reference) ?? expect.unreachable();
const mailsTo = async (email: string) => (await db.select().from(outbox)).filter(({ recipient }) => recipient === email);
const refusal = (call: Promise<unknown>) =>
  call.then(() => "done").catch(({ code, fields }: AppError) => [code, ...fields.map(({ field }) => field)].join(" "));
const spendAll = () =>
  env.DB.prepare(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?1, -60, 'message', 'm', 'm' || ?1, 1)",
  )
    .bind(member)
    .run();

/** A visitor's statement about the account, and the link of its mail. */
async function stated(contract: string, now = NOON + DAY, answer = `${newId()}@example.com`) {
  const ctx = await visitor(now);
  const said = { name: "Anna Jansen", contract, email: answer };
  const answered = await room.withdraw(ctx, { ...said, confirmed: true, withdrawal_key: newId() });
  await Promise.all(afterwards);
  const [mail] = (await mailsTo((await emailOf()) ?? "")).filter(({ template }) => template === "withdrawal_matched");
  const token = /\/withdraw\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  return { answered, mail, token, receipts: await mailsTo(answer) };
}

/** Of 60 credits for 10 euros, at noon. */
async function paidOrder(): Promise<string> {
  const id = await addOrder({ by: member });
  await env.DB.prepare("UPDATE payments SET status = 'completed', completed_at = ?, updated_at = ? WHERE id = ?")
    .bind(NOON, NOON, id)
    .run();
  return id;
}

beforeEach(async () => {
  for (const table of ["work_items", "withdrawals", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  [afterwards, asked] = [[], []];
  member = await addMember({ credits: 0 });
  payment = await paidOrder();
});

test("a member withdraws from a chosen purchase: paid back to the cent, with a receipt of content, date and time", async () => {
  const ctx = await own();
  const { orders } = await room.withdrawable(ctx, {});
  expect(orders).toMatchObject([{ payment, amount: 1000, outcome: "open", until: new Date(NOON + 14 * DAY).toISOString() }]);
  expect(await refusal(room.withdraw(ctx, { orders: [{ payment, amount: 999 }], confirmed: true }))).toBe("price_changed");
  const { reference, receipt } = await room.withdraw(ctx, { orders: [{ payment, amount: 1000 }], confirmed: true });
  expect([receipt, asked, await credits()]).toEqual([true, [1000], 0]);
  expect(await rowOf(reference)).toMatchObject({ own: true, status: "settled", orders: [{ payment, outcome: "paid" }] });
  expect((await db.select().from(workItems)).map(({ state }) => state)).toEqual(["done"]);
  const [mail] = await mailsTo((await emailOf()) ?? "");
  for (const part of [payment, "€10.00", reference ?? "", "Nov"]) expect(mail?.text).toContain(part);
});

test("an unconfirmed statement stores nothing; one form counts once", async () => {
  const said = { name: "Anna", contract: "12", email: "a@example.com" };
  expect(await room.withdraw(await visitor(), { ...said, confirmed: false })).toMatchObject({ reference: null });
  expect(await db.$count(withdrawals)).toBe(0);
  const form = { ...said, confirmed: true, withdrawal_key: newId() };
  const first = await room.withdraw(await visitor(), form);
  expect(await room.withdraw(await visitor(), form)).toEqual(first);
  expect(await refusal(room.withdraw(await visitor(), { ...form, name: "Bea" }))).toBe("idempotency_conflict");
  expect(await db.$count(withdrawals)).toBe(1);
});

test("what is missing, and links to elsewhere, are refused at their fields", async () => {
  const send = async (said: object) => refusal(room.withdraw(await visitor(), { confirmed: true, ...said }));
  expect(await send({})).toBe("invalid name contract email");
  const said = { name: "Anna", contract: "order 12", email: "a@example.com" };
  expect(await send({ ...said, name: "win at cheap.example.com" })).toBe("invalid name");
  expect(await send({ ...said, contract: "https://cheap.example.com" })).toBe("invalid contract");
  expect(await send({ ...said, contract: "cheap.com" })).toBe("invalid contract");
  expect(await send({ ...said, email: "nobody" })).toBe("invalid email");
});

test("late and empty statements get a receipt with the reason, and no money", async () => {
  const late = await room.withdraw(await own(NOON + 14 * DAY), { orders: [{ payment, amount: 0 }], confirmed: true });
  await spendAll();
  const empty = await room.withdraw(await own(), { orders: [{ payment, amount: 0 }], confirmed: true });
  expect([await rowOf(late.reference), await rowOf(empty.reference)]).toMatchObject([
    { status: "refused", refusal: "late" },
    { status: "refused", refusal: "used" },
  ]);
  const texts = (await mailsTo((await emailOf()) ?? "")).map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringContaining("period for a withdrawal is over"),
    expect.stringContaining("credits are used"),
  ]);
  expect([asked, await db.$count(workItems)]).toEqual([[], 0]);
});

test("a stranger's answer and mail are the same for a known and an unknown address, and hold nothing of the account", async () => {
  const known = await stated((await emailOf()) ?? "");
  const unknown = await stated("nobody@example.org");
  const shape = ({ answered, receipts }: typeof known) => [
    { ...answered, reference: null },
    receipts.map(({ template, text }) => [template, text.replaceAll(/[0-9A-Z]{5}-[0-9A-Z]{5}|\S+@example\.org/g, "…")]),
  ];
  expect(shape(known)).toEqual(shape(unknown));
  expect(JSON.stringify(known.receipts)).not.toMatch(new RegExp(`${payment}|10\\.00`));
  expect(known.mail).toMatchObject({ accountId: member });
});

test("the mail's link releases the money, once, also after the period: the statement came in time", async () => {
  const { token, answered } = await stated(payment, NOON + 13 * DAY);
  const after = await visitor(NOON + 20 * DAY);
  const { orders, statement } = await room.withdrawable(after, { token });
  expect([orders, statement]).toMatchObject([[{ payment, amount: 1000 }], { reference: answered.reference, open: true }]);
  const chosen = [{ payment, amount: 1000 }];
  const other = await paidOrder();
  expect(await refusal(room.releaseWithdrawal(after, { token, orders: [{ payment: other, amount: 1000 }] }))).toBe("not_found");
  expect(await refusal(room.releaseWithdrawal(after, { token: "x", orders: chosen }))).toBe("link_expired");
  for (let time = 0; time < 2; time++) await room.releaseWithdrawal(after, { token, orders: chosen });
  expect([asked, (await rowOf(answered.reference)).status]).toEqual([[1000], "settled"]);
  expect(await refusal(room.withdrawable(await visitor(NOON + 50 * DAY), { token }))).toBe("link_expired");
});

test("of a late purchase the account's own address hears why, without a link", async () => {
  const { mail, token, answered } = await stated(payment, NOON + 15 * DAY);
  expect([mail?.text, token]).toEqual([expect.stringContaining("was over when you stated it"), ""]);
  expect(await rowOf(answered.reference)).toMatchObject({ status: "refused", refusal: "late" });
});

test("a mailbox gets three receipts a day and an account three links; the statements still count", async () => {
  const answer = `${newId()}@example.com`;
  const receipts: boolean[] = [];
  for (let n = 0; n < 4; n++) receipts.push((await stated((await emailOf()) ?? "", NOON + DAY, answer)).answered.receipt);
  expect(receipts).toEqual([true, true, true, false]);
  expect((await mailsTo((await emailOf()) ?? "")).length).toBe(3);
  expect(await db.$count(workItems)).toBe(4);
});

test("one network states ten withdrawals an hour", async () => {
  const ctx = { ...(await visitor()), network: newId() };
  const send = () => refusal(room.withdraw(ctx, { name: "A", contract: "1", email: `${newId()}@example.com`, confirmed: true }));
  for (let n = 0; n < 10; n++) expect(await send()).toBe("done");
  expect(await send()).toBe("too_many_requests");
});

test("staff see the 14 days and pay back what came in time, or refuse with a reason that the buyer hears", async () => {
  const { answered } = await stated(payment, NOON + 13 * DAY);
  const unknown = await stated("order 12", NOON + DAY);
  const [item, other] = await db.select().from(workItems).orderBy(desc(workItems.dueAt));
  expect(item?.dueAt).toBe(NOON + 27 * DAY);
  expect(Object.keys(await queue.decisionsFor(item as never))).toEqual(["pay", "refuse"]);
  expect(Object.keys(await queue.decisionsFor(other as never))).toEqual(["pay_order", "refuse"]);
  const { latest } = await withdrawalCases(staffContext("support", NOON + 14 * DAY));
  expect(latest.map(({ status, member: of }) => `${status} ${of}`)).toEqual([`waiting ${member}`, "waiting null"]);
  for (let time = 0; time < 2; time++) await queue.effect({ ...item, decision: "pay" } as never, NOON + 16 * DAY);
  await queue.effect({ ...other, decision: "refuse", reason: "unknown" } as never, NOON + 16 * DAY);
  expect([asked, (await rowOf(answered.reference)).status]).toEqual([[1000], "settled"]);
  expect(await rowOf(unknown.answered.reference)).toMatchObject({ status: "refused", refusal: "unknown" });
  expect((await db.select().from(outbox)).filter(({ template }) => template === "withdrawal_refused")).toEqual([]);
  const again = await stated(payment, NOON + 13 * DAY);
  expect((await rowOf(again.answered.reference)).status).toBe("refused");
});

test("a statement that waits ends once its purchase is given back in another way", async () => {
  const { answered } = await stated((await emailOf()) ?? "");
  expect((await rowOf(answered.reference)).status).toBe("waiting");
  await room.withdraw(await own(), { orders: [{ payment, amount: 1000 }], confirmed: true });
  expect(await rowOf(answered.reference)).toMatchObject({ status: "settled", orders: [{ payment, outcome: "paid" }] });
  expect([asked, (await db.select().from(workItems)).map(({ state }) => state)]).toEqual([[1000], ["done", "done"]]);
});
