import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { PASSWORD } from "#tests/setup/accounts.ts";
import { addBuyer, orderOf, paidBy } from "#tests/setup/buyers.ts";
import { addCode } from "#tests/setup/orders.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const NOW = Date.now();
const { payments, settlement, exclusions, wallet } = servicesOf(env);
let ctx: MemberContext;

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const setLimits = (limits: object, raise: object | null = null) =>
  run(
    `INSERT INTO preferences (account_id, spend_limits, spend_raise, updated_at) VALUES (?1, ?2, ?3, 1)
      ON CONFLICT (account_id) DO UPDATE SET spend_limits = ?2, spend_raise = ?3`,
    ctx.viewer.id,
    JSON.stringify({ day: null, week: null, month: null, ...limits }),
    raise && JSON.stringify(raise),
  );
const shown = async (id: string) => (await payments.payment(ctx, { id })).payment;
const states = async (ids: string[]) => (await Promise.all(ids.map(shown))).map(({ status, returned }) => [status, returned]);
const account = () => env.DB.prepare("SELECT credits, debt, paid_user FROM accounts WHERE id = ?").bind(ctx.viewer.id).first();
/** A statement of the provider at a time of ours. */
async function say(id: string, now: number, state: "pending" | "completed" = "completed") {
  const said = { notice: `${state} ${id}`, payment: id, reference: `r-${id}`, state, amount: null, currency: null, stored: null };
  expect(await settlement.settle({ now }, said, "sandbox")).toBe(true);
}
/** Each replaces the one before. */
async function ordered(...packages: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of packages) ids.push(await orderOf(ctx, one));
  for (const id of ids) await paidBy(id, { notify: false });
  return ids;
}

beforeEach(async () => {
  ctx = await addBuyer(NOW);
});
afterEach(async () => {
  expect((await audit(env.DB)).findings).toEqual([]);
});

test.each(["day", "week", "month"])(
  "orders that were replaced and all paid do not pass a limit of the %s together",
  async (period) => {
    await setLimits({ [period]: 2236 });
    const ids: string[] = [];
    for (const method of ["card", "paypal", "ideal", "card"]) ids.push(await orderOf(ctx, "c25", { method }));
    expect(new Set(ids).size).toBe(4);
    // All at once.
    await Promise.all(ids.map((id) => paidBy(id)));
    const all = (await states(ids)).toSorted();
    expect(all).toEqual([
      ["completed", null],
      ["refunded", "limit"],
      ["refunded", "limit"],
      ["refunded", "limit"],
    ]);
    expect(await account()).toEqual({ credits: 25, debt: 0, paid_user: 1 });
  },
);

test("late payments count on the day on which they are paid", async () => {
  await setLimits({ day: 2236 });
  const ids = await ordered("c25", "c60", "c25");
  const [first, , third] = ids as [string, string, string];
  await say(first, NOW + 30 * HOUR);
  await say(third, NOW + 31 * HOUR);
  expect(await states([first, third])).toEqual([
    ["completed", null],
    ["refunded", "limit"],
  ]);
  const later = await orderOf({ ...ctx, now: NOW + 60 * HOUR }, "c25");
  await say(later, NOW + 60 * HOUR);
  expect((await shown(later)).status).toBe("completed");
});

test("money that is on its way back counts for no limit, and a payment under way does", async () => {
  await setLimits({ day: 2600 });
  const [big, open] = (await ordered("c60", "c25")) as [string, string];
  await say(open, NOW, "pending");
  // 24.99 and 12.49.
  await say(big, NOW + 1);
  await say(open, NOW + 2);
  expect(await states([big, open])).toEqual([
    ["refunded", "limit"],
    ["completed", null],
  ]);
});

test("a limit that was lowered after the order holds, and one that waits to be raised does not yet", async () => {
  const [first] = await ordered("c60");
  await setLimits({ day: 2000 }, { limits: { day: 9000, week: null, month: null }, from: NOW + DAY });
  await say(first as string, NOW);
  expect(await states([first as string])).toEqual([["refunded", "limit"]]);
  ctx = await addBuyer(NOW);
  const [second] = await ordered("c60");
  await setLimits({ day: 2000 }, { limits: { day: 9000, week: null, month: null }, from: NOW + DAY });
  await say(second as string, NOW + DAY);
  expect(await states([second as string])).toEqual([["completed", null]]);
});

test("a discount of an order whose money went back is good again", async () => {
  await addCode("LATE30");
  await setLimits({ day: 2236 });
  const used = await orderOf(ctx, "c60", { discountcode: "LATE30" });
  const [first] = (await ordered("c25")) as [string];
  await paidBy(used, { notify: false });
  await say(first, NOW);
  await say(used, NOW + 1);
  expect(await states([first, used])).toEqual([
    ["completed", null],
    ["refunded", "limit"],
  ]);
  await setLimits({});
  const again = await orderOf(ctx, "c60", { discountcode: "LATE30" });
  await paidBy(again);
  expect(await states([again])).toEqual([["completed", null]]);
  await expect(orderOf(ctx, "c60", { discountcode: "LATE30" })).rejects.toMatchObject({ fields: [{ code: "code_used" }] });
});

const PREVENTS = {
  paused: async () => void (await exclusions.pausePurchases(ctx)),
  excluded: async () => void (await exclusions.exclude(ctx, { months: "1", password: PASSWORD })),
  async banned() {
    await exclusions.exclude(ctx, { months: "1", password: PASSWORD });
    await run("UPDATE exclusions SET until = ? WHERE created_at = ?", BANNED_UNTIL, ctx.now);
  },
  left: async () => void (await run("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", ctx.viewer.id)),
} as const;

test.each(Object.keys(PREVENTS) as (keyof typeof PREVENTS)[])(
  "an order that was begun before and is paid after goes back whole: %s",
  async (cause) => {
    // A time of its own: the exclusions of other tests stay.
    ctx = await addBuyer(NOW + Object.keys(PREVENTS).indexOf(cause) + 1000);
    const [id] = (await ordered("c60")) as [string];
    await PREVENTS[cause]();
    for (let n = 0; n < 3; n++) await paidBy(id);
    const payment = await shown(id);
    expect(payment).toMatchObject({ status: "refunded", returned: cause, surplus: false, refunded: 2499 });
    expect(payment.receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["receipt", 2499],
      ["credit_note", 2499],
    ]);
    expect(await account()).toEqual({ credits: 0, debt: 0, paid_user: 0 });
    const mails = await env.DB.prepare("SELECT template, text FROM outbox WHERE account_id = ? AND template LIKE 'payment%'")
      .bind(ctx.viewer.id)
      .all<{ template: string; text: string }>();
    expect(mails.results.map(({ template }) => template)).toEqual(["payment_refunded"]);
    expect(mails.results[0]?.text).toContain(ctx.t(`payments.returned.${cause}`));
    expect(mails.results[0]?.text).toContain("You get €24.99 back");
  },
);

test("an order of a domain that sells nothing any more goes back, by the provider that took it", async () => {
  const [id] = (await ordered("c60")) as [string];
  const settings = await env.DB.prepare("SELECT settings FROM domains WHERE id = 'liaison'").first<string>("settings");
  const closed = JSON.parse(settings ?? "");
  Object.assign(closed.settings, { packages: {}, currencies: {}, payment_methods: {} });
  try {
    await run("UPDATE domains SET settings = ? WHERE id = 'liaison'", JSON.stringify(closed));
    await say(id, NOW);
  } finally {
    await run("UPDATE domains SET settings = ? WHERE id = 'liaison'", settings);
  }
  expect(await states([id])).toEqual([["refunded", "closed"]]);
});

test("a debit of a bank account that is shut out goes back", async () => {
  const { id } = ctx.viewer;
  const debit = await orderOf(ctx, "c25", { method: "directdebit" });
  await run(
    `INSERT INTO mandates (id, account_id, domain_id, reference, package_id, status, holder, address, iban_print, iban_end, mobile,
      payment_id, created_at) VALUES (?1, ?1, 'liaison', ?1, 'c25', 'signed', 'Anna', '{}', ?1, '4300', '+31612345678', ?2, 1)`,
    id,
    debit,
  );
  await run("INSERT INTO exclusions VALUES (?1, 'liaison', 'payment', ?1, 'access', ?2, 1)", id, NOW + DAY);
  await paidBy(debit);
  expect(await states([debit])).toEqual([["refunded", "excluded"]]);
});

test("a stored card whose answer was lost is asked about, and goes back to a member who pauses by then", async () => {
  const [id] = (await ordered("c60")) as [string];
  await run("UPDATE payments SET stored_method_id = 'x', redirect = NULL WHERE id = ?", id);
  await exclusions.pausePurchases(ctx);
  await settlement.sweep(NOW + HOUR);
  expect(await states([id])).toEqual([["refunded", "paused"]]);
});

test("the member sees why it went back, in the payment and in the entries of the ledger", async () => {
  await setLimits({ day: 2236 });
  const ids = await ordered("c25", "c60");
  await say(ids[0] as string, NOW);
  await say(ids[1] as string, NOW + 1);
  const { transactions, payments: rows } = await wallet.transactions(ctx, {});
  expect(transactions.slice(0, 3).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["refund", -60],
    ["purchase", 60],
    ["purchase", 25],
  ]);
  expect(rows.map(({ status, returned }) => [status, returned])).toContainEqual(["refunded", "limit"]);
});
