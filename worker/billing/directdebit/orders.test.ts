import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { NOON } from "#tests/setup/context.ts";
import { ibanOf } from "#tests/setup/iban.ts";
import { addCode } from "#tests/setup/orders.ts";
import type { ProviderState } from "#worker/billing/payments/provider.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { directdebit, exclusions, payments, settlement } = servicesOf(env);
const ACCOUNT = { holder: "Anna Berg", street: "Herengracht 1", postcode: "1015 BA", city: "Amsterdam", country: "NL" };
let ctx: MemberContext;
let number = 10;
let accounts = 1000;

/** Each is debited by one test. */
const newIban = () => ibanOf(accounts++);

beforeEach(async () => {
  const account = await addAccount();
  await env.DB.prepare("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?").bind(account.id).run();
  ctx = await contextAs(await openSession(account), { now: NOON, country: "NL", preview: ["payments"] });
});

const debit = (packageId: string, at = ctx) => payments.startOrder(at, { package: packageId, method: "directdebit" });

async function say(payment: { id: string; amount: number }, state: ProviderState) {
  const said = { notice: `${state} ${payment.id}`, payment: payment.id, reference: null, state, stored: null };
  await settlement.settle(ctx, { ...said, amount: payment.amount, currency: "EUR" }, "sandbox");
}

/** A mandate whose SMS code was typed. */
async function verified(iban: string, discountcode?: string, by = ctx) {
  const mobile = `+316${40_000_000 + 10_000 * number++}`;
  const start = { step: "start", package: "c25", iban, mobile, discountcode, ...ACCOUNT } as const;
  const { mandate } = await directdebit.directdebit(by, start);
  const { keys } = await env.VISITORS.list<{ to: string; text: string }>({ prefix: "sms:" });
  const text = keys.find(({ metadata }) => metadata?.to === mobile)?.metadata?.text ?? "";
  await directdebit.directdebit(by, { step: "verify", mandate: mandate.id, code: /\d{6}/.exec(text)?.[0] ?? "" });
  return mandate.id;
}

const sign = (mandate: string, expected?: number, by = ctx) =>
  directdebit.directdebit(by, { step: "sign", mandate, authorise: true, expected });
const signed = async (iban: string) => sign(await verified(iban));

test("an order by direct debit on any way meets the limit of one open", async () => {
  const { payment } = await debit("c25");
  expect(await outcomeOf(debit("c60"))).toBe("directdebit_limit");
  // The same order is continued.
  expect((await debit("c25")).payment.id).toBe(payment.id);
  await say(payment, "failed");
  expect(await outcomeOf(debit("c60"))).toBe("accepted");
});

test("a signature makes the order of its mandate, and shows the provider's page", async () => {
  const { payment, redirect, mandate } = await signed(newIban());
  expect(mandate).toMatchObject({ status: "signed", payment });
  expect(redirect).toMatch(/^http:\/\/pay\.localhost/);
  const { payment: order } = await payments.payment(ctx, { id: payment ?? "" });
  expect(order).toMatchObject({ method: "directdebit", package: "c25", currency: "EUR" });
});

test("a returned debit takes the credits back and blocks member and account", async () => {
  const iban = "DE89370400440532013000";
  const { payment } = await signed(iban);
  const { payment: order } = await payments.payment(ctx, { id: payment ?? "" });
  await say(order, "completed");
  await say(order, "chargeback");
  expect((await payments.payment(ctx, { id: order.id })).payment.status).toBe("chargeback");
  const later = { ...ctx, now: NOON + DAY };
  const start = { step: "start", package: "c25", iban, mobile: "+31612345699", ...ACCOUNT } as const;
  expect(await outcomeOf(directdebit.directdebit(later, start))).toBe("directdebit_blocked");
  expect(await outcomeOf(debit("c25", later))).toMatch(/directdebit_blocked|debt_open/);
  const other = await contextAs(await openSession(await addAccount()), { now: NOON, country: "NL", preview: ["payments"] });
  expect(await outcomeOf(directdebit.directdebit(other, start))).toBe("directdebit_blocked");
});

/** Another member, as old and confirmed as the first. */
async function newcomer() {
  const account = await addAccount();
  await env.DB.prepare("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?").bind(account.id).run();
  return contextAs(await openSession(account), { now: NOON, country: "NL", preview: ["payments"] });
}

test("members of one bank account share its limit, also at the same moment and after one has left", async () => {
  const iban = newIban();
  const others = await Promise.all([newcomer(), newcomer(), newcomer()]);
  const mandates = [];
  for (const by of others) mandates.push({ by, mandate: await verified(iban, undefined, by) });
  const outcomes = await Promise.all(mandates.map(({ by, mandate }) => outcomeOf(sign(mandate, undefined, by))));
  expect(outcomes.toSorted()).toEqual(["accepted", "directdebit_limit", "directdebit_limit"]);
  const taken = await env.DB.prepare(
    "SELECT id, account_id, amount FROM payments WHERE iban_print IS NOT NULL AND status = 'created'",
  )
    .bind()
    .all<{ id: string; account_id: string; amount: number }>();
  const [order] = taken.results.filter(({ account_id: id }) => others.some(({ viewer }) => viewer.id === id));
  expect(order).toBeDefined();
  await env.DB.prepare("DELETE FROM mandates WHERE account_id = ?").bind(order?.account_id).run();
  expect(await outcomeOf(verified(iban))).toBe("directdebit_limit");
  if (order) await say(order, "chargeback");
  expect(await outcomeOf(verified(iban))).toBe("directdebit_blocked");
});

test("a bank account is debited 150 euros in thirty days, whoever orders", async () => {
  const iban = newIban();
  const amounts: number[] = [];
  for (let i = 0; i < 20; i++) {
    const by = await newcomer();
    const mandate = await verified(iban, undefined, by).catch(() => null);
    if (mandate === null) break;
    const { payment } = await sign(mandate, undefined, by);
    const { payment: order } = await payments.payment(by, { id: payment ?? "" });
    amounts.push(order.amount);
    await say(order, "completed");
  }
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  expect([sum <= 15_000, sum + 1249 > 15_000]).toEqual([true, true]);
  const later = { ...(await newcomer()), now: NOON + 31 * DAY };
  expect(await outcomeOf(verified(iban, undefined, later))).toBe("accepted");
});

test("no code is sent to who may not order", async () => {
  const start = { step: "start", package: "c25", iban: "NL91ABNA0417164300", mobile: "+31612345999", ...ACCOUNT } as const;
  const ask = (change: { discountcode?: string } = {}) => outcomeOf(directdebit.directdebit(ctx, { ...start, ...change }));
  expect(await ask({ discountcode: "NOSUCHCODE" })).toBe("discountcode: code_unknown");
  await exclusions.pausePurchases(ctx);
  expect(await ask()).toBe("excluded");
  const { keys } = await env.VISITORS.list<{ to: string }>({ prefix: "sms:" });
  expect(keys.filter(({ metadata }) => metadata?.to === start.mobile)).toEqual([]);
});

test.each([
  [{ mobile: "06 1234 5670" }, "+31612345670"],
  [{ mobile: "0470 12 34 56", country: "BE" }, "+32470123456"],
  [{ mobile: "0471 12 34 56", iban: "BE68 5390 0754 7034" }, "+32471123456"],
])("of a Dutch member %j is %s: of the own country, the address or the bank account", async (change, number) => {
  await directdebit.directdebit(ctx, { step: "start", package: "c25", iban: newIban(), ...ACCOUNT, ...change });
  const { keys } = await env.VISITORS.list<{ to: string }>({ prefix: "sms:" });
  expect(keys.filter(({ metadata }) => metadata?.to === number)).toHaveLength(1);
});

const began = async (iban: string) => {
  const start = { step: "start", package: "c25", iban, mobile: `+316${40_000_000 + 10_000 * number++}`, ...ACCOUNT } as const;
  return { mandate: (await directdebit.directdebit(ctx, start)).mandate.id, mobile: start.mobile };
};
const excludeAccount = (mandate: string) =>
  env.DB.prepare(
    `INSERT INTO exclusions (id, pool, kind, print, scope, until, created_at)
      SELECT id, 'liaison', 'payment', iban_print, 'access', ?, 0 FROM mandates WHERE id = ?`,
  )
    .bind(NOON + 30 * DAY, mandate)
    .run();

test.each([
  ["another member's open debit of the account", "directdebit_limit", (iban: string) => orderOfAnother(iban)],
  ["a pause of the member", "excluded", () => exclusions.pausePurchases(ctx)],
  ["an exclusion of the account", "excluded", (_: string, mandate: string) => excludeAccount(mandate)],
])("no second code is sent after %s", async (_, outcome, change) => {
  const iban = newIban();
  const { mandate, mobile } = await began(iban);
  await change(iban, mandate);
  const later = { ...ctx, now: NOON + 5 * MINUTE };
  expect(await outcomeOf(directdebit.directdebit(later, { step: "code", mandate }))).toBe(outcome);
  const { keys } = await env.VISITORS.list<{ to: string }>({ prefix: "sms:" });
  expect(keys.filter(({ metadata }) => metadata?.to === mobile)).toHaveLength(1);
});

async function orderOfAnother(iban: string) {
  const by = await newcomer();
  await sign(await verified(iban, undefined, by), undefined, by);
}

test("an account that was excluded after the code is not signed for, and a code is good for a signature for a day", async () => {
  const excluded = await verified(newIban());
  await excludeAccount(excluded);
  expect(await outcomeOf(sign(excluded))).toBe("excluded");
  const [late, inTime] = [await newcomer(), await newcomer()];
  const at = async (by: MemberContext, now: number) => sign(await verified(newIban(), undefined, by), undefined, { ...by, now });
  expect(await outcomeOf(at(late, NOON + DAY))).toBe("not_found");
  const [row] = (await env.DB.prepare("SELECT status, sealed_iban FROM mandates WHERE account_id = ?").bind(late.viewer.id).all())
    .results;
  expect(row).toEqual({ status: "ended", sealed_iban: null });
  expect(await outcomeOf(at(inTime, NOON + DAY - 1))).toBe("accepted");
});

test("a code that ends before the signature never changes the price in silence", async () => {
  const code = `DEBIT-${ctx.viewer.id}`.toUpperCase();
  await addCode(code, { percentage: 200 });
  const mandate = await verified(newIban(), code);
  await env.DB.prepare("UPDATE discount_codes SET status = 'inactive' WHERE code = ?").bind(code).run();
  expect(await outcomeOf(sign(mandate, 999)), "the reduced price is over").toBe("price_changed");
  expect(await outcomeOf(sign(mandate)), "a price that nobody confirmed").toBe("discountcode: code_expired");
  const { payment } = await sign(mandate, 1249);
  expect((await payments.payment(ctx, { id: payment ?? "" })).payment).toMatchObject({ amount: 1249, discount: null });
});

test("a code that an order of another tab has taken meanwhile is not given twice by a signature", async () => {
  const code = `TWICE-${ctx.viewer.id}`.toUpperCase();
  await addCode(code, { percentage: 200 });
  const mandate = await verified(newIban(), code);
  const { payment: other } = await payments.startOrder(ctx, { package: "c60", method: "card", discountcode: code });
  await say(other, "completed");
  expect(await outcomeOf(sign(mandate, 999))).toBe("price_changed");
  expect((await payments.payment(ctx, { id: (await sign(mandate, 1249)).payment ?? "" })).payment.amount).toBe(1249);
});

test("the call that orders takes no direct debit: code, account and permission come first", async () => {
  const asked = payments.startPayment(ctx, { package: "c25", method: "directdebit" });
  await expect(asked).rejects.toMatchObject({ code: "invalid", fields: [{ field: "method", code: "mandate_required" }] });
  expect((await payments.orders(ctx)).payments).toEqual([]);
});

async function mailsOf(payment: string) {
  const asked = env.DB.prepare("SELECT template, text FROM outbox WHERE account_id = ? AND text LIKE ?");
  const { results } = await asked.bind(ctx.viewer.id, `%/transactions/${payment}%`).all<{ template: string; text: string }>();
  return results;
}

test.each(["failed", "cancelled", "expired"] as const)(
  "an announced debit that ends as %s is told in one mail",
  async (state) => {
    const { payment } = await signed(newIban());
    const { payment: order } = await payments.payment(ctx, { id: payment ?? "" });
    if (state !== "cancelled") await say(order, "pending");
    for (let i = 0; i < 2; i++) await say(order, state);
    const [mail, ...others] = await mailsOf(order.id);
    expect([mail?.template, others]).toEqual(["direct_debit_failed", []]);
    expect(mail?.text).toContain("We announced a direct debit of €12.49.");
  },
);

test("an order by card that fails sends no mail: its buyer is there", async () => {
  const { payment } = await payments.startOrder(ctx, { package: "c25", method: "card" });
  await say(payment, "failed");
  expect((await payments.payment(ctx, { id: payment.id })).payment.status).toBe("failed");
  expect(await mailsOf(payment.id)).toEqual([]);
});
