import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox, withdrawals, workItems } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { createWithdrawalQueueStore } from "#worker/backoffice/queues/withdrawal-queue.store.ts";
import { createWithdrawalQueue } from "#worker/backoffice/queues/withdrawal-queue.ts";
import { createGiveBack } from "#worker/billing/payments/give-back.ts";
import { createPaymentsStore } from "#worker/billing/payments/payments.store.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createMatching } from "./matching.ts";
import { numbersIn } from "./statement.ts";
import { createWithdrawalsStore } from "./withdrawals.store.ts";
import { createWithdrawals } from "./withdrawals.ts";

const db = connect(env.DB);
const { mails, limits, domainsStore } = servicesOf(env);
const store = createWithdrawalsStore(db);
const asked: number[] = [];
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
const { queue } = createWithdrawalQueue({
  ...{ store: createWithdrawalQueueStore(db), withdrawals: store, matching, giveBack, mails, ...at },
});
const STATED = NOON + DAY;
let member: string;
let payment: string;

async function paidOrder(paidAt = NOON, days = 14): Promise<string> {
  const id = await addOrder({ by: member, days });
  await env.DB.prepare("UPDATE payments SET status = 'completed', completed_at = ?1, updated_at = ?1 WHERE id = ?2")
    .bind(paidAt, id)
    .run();
  return id;
}

/** A visitor's statement. `finds`: the lookup after the answer works. */
async function stated(contract: string, finds = true, email = `${newId()}@example.com`) {
  const afterwards: Promise<unknown>[] = [];
  const match = finds ? matching.match : async () => {};
  const room = createWithdrawals({ store, giveBack, mails, limits, match, after: (work) => afterwards.push(work) });
  const said = { name: "Anna Jansen", contract, email, confirmed: true };
  await room.withdraw(await contextOf({ now: STATED, network: newId() }), said);
  await Promise.all(afterwards);
  return room;
}

const row = async () => (await db.select().from(withdrawals))[0] ?? expect.unreachable();
const item = async () => (await db.select().from(workItems))[0] as never;
const decisions = async () => Object.keys(await queue.decisionsFor(await item()));
const links = async () =>
  (await db.select().from(outbox)).flatMap(({ text }) => [...(/withdraw\?token=([\w-]+)/.exec(text ?? "")?.slice(1) ?? [])]);
const refusal = (call: Promise<unknown> | undefined) =>
  Promise.resolve(call)
    .then(() => "done")
    .catch(({ code, fields }: AppError) => [code, ...fields.map(({ field }) => field)].join(" "));

beforeEach(async () => {
  for (const table of ["work_items", "withdrawals", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  asked.length = 0;
  member = await addMember({ credits: 0 });
  payment = await paidOrder();
});

test("an order number is read out of the consumer's words", async () => {
  for (const words of ["order abc123", "#abc123", "Order no. ABC123", "abc 123", "abc123."])
    expect(numbersIn(words)).toContain("abc123");
  for (const words of [`order ${payment}`, `#${payment}`]) {
    await env.DB.exec("DELETE FROM withdrawals");
    await stated(words);
    expect(await row(), words).toMatchObject({ accountId: member, orders: [{ payment, outcome: "open" }] });
  }
});

test("a receipt's number finds the order like the order number, for the account of the address, and for staff", async () => {
  const series = (await contextOf({})).domain.settings.companies["*"]?.name ?? "";
  const number = await env.DB.prepare(
    `INSERT INTO receipts (series, number, kind, payment_id, amount, tax_amount, created_at)
      SELECT ?1, coalesce((SELECT max(number) FROM receipts WHERE series = ?1), 0) + 1, 'receipt', ?2, 1000, 0, ?3 RETURNING number`,
  )
    .bind(series, payment, NOON)
    .first<number>("number");
  const email = await env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(member).first<string>("email");
  await stated(`Receipt no. ${number}`, true, email ?? "");
  expect(await row()).toMatchObject({ accountId: member, orders: [{ payment, outcome: "open" }] });
  expect(await links()).toHaveLength(1);

  await env.DB.exec("DELETE FROM withdrawals");
  await env.DB.exec("DELETE FROM work_items");
  await stated(`${number}`);
  expect(await row(), "a number that anybody can guess, with another address").toMatchObject({ accountId: null, orders: [] });
  for (const words of [`receipt ${number}`, `${number}`, ` Receipt no. ${number} `, `receipt number: ${number}`, `#${number}`])
    expect(await refusal(queue.admit?.(await item(), "pay_order", words)), words).toBe("done");
  // A day or a year is the number of somebody else's receipt.
  for (const words of [`receipt 4711 of ${number}.11.2026`, `the one of ${number} November`, `receipt of May ${number}`])
    expect(await refusal(queue.admit?.(await item(), "pay_order", words)), words).toBe("invalid words");
  expect(await refusal(queue.admit?.(await item(), "pay_order", `receipt ${(number ?? 0) + 1}`))).toBe("invalid words");
});

test("a lookup that failed is repeated by the cron, once found for good", async () => {
  await stated(payment, false);
  expect(await decisions()).toEqual(["pay_order", "refuse"]);
  await matching.sweep(STATED + 2 * HOUR);
  expect((await row()).accountId).toBeNull();
  for (let time = 0; time < 2; time++) await matching.sweep(STATED + 2 * MINUTE);
  expect(await row()).toMatchObject({ accountId: member, status: "waiting" });
  expect(await links()).toHaveLength(1);
});

test("a lookup that failed is repeated when staff take the statement, and they pay", async () => {
  await stated(payment, false);
  await queue.taken?.([await item()], STATED + 3 * DAY);
  expect(await decisions()).toEqual(["pay", "refuse"]);
  await queue.effect({ ...((await item()) as object), decision: "pay" } as never, STATED + 3 * DAY);
  expect([asked, (await row()).status]).toEqual([[1000], "settled"]);
});

test("staff name the order where nothing is found: one of this site, from before the statement, still open", async () => {
  await stated("the one of Tuesday");
  const since = await paidOrder(STATED + DAY);
  const late = await paidOrder(STATED - 20 * DAY);
  const admit = async (words: string) => refusal(queue.admit?.(await item(), "pay_order", words));
  expect([await admit("nothing"), await admit(since), await admit(late)]).toEqual([
    "invalid words",
    "invalid words",
    "not_refundable",
  ]);
  expect([await admit(` #${payment} `), queue.wordsFor?.("pay_order"), queue.wordsFor?.("pay")]).toMatchObject([
    "done",
    { min: 1 },
    null,
  ]);
  const decided = { ...((await item()) as object), decision: "pay_order", words: payment } as never;
  for (let time = 0; time < 2; time++) await queue.effect(decided, STATED + 30 * DAY);
  expect([asked, await row()]).toMatchObject([
    [1000],
    { status: "settled", accountId: member, orders: [{ payment, outcome: "paid" }] },
  ]);
});

test("a link that releases some of the purchases stays open for the others", async () => {
  const other = await paidOrder();
  const email = await env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(member).first<string>("email");
  const room = await stated(email ?? "");
  const [token = ""] = await links();
  const ctx = await contextOf({ now: STATED + DAY });
  await room.releaseWithdrawal(ctx, { token, orders: [{ payment, amount: 1000 }] });
  expect(await row()).toMatchObject({ status: "waiting", closedAt: null });
  await room.releaseWithdrawal(ctx, { token, orders: [{ payment: other, amount: 1000 }] });
  expect([asked, (await row()).status]).toEqual([[1000, 1000], "settled"]);
});

test("every purchase is listed during its whole period, however long and however many they are", async () => {
  const room = await stated("12");
  const long = await paidOrder(NOON, 120);
  const listed = async (days: number) => {
    const { orders } = await room.withdrawable(await memberContext(member, { now: NOON + days * DAY }), {});
    return orders.map(({ payment: id, outcome }) => `${id} ${outcome}`);
  };
  expect(await listed(100)).toEqual([`${long} open`]);
  expect(await listed(130)).toEqual([]);
  for (let count = 0; count < 22; count++) await paidOrder();
  expect(await listed(1)).toHaveLength(24);
});
