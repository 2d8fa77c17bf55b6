import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { type AddedOrder, addCode, addOrder } from "#tests/setup/orders.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { TIME_BONUS_WINDOW } from "./built-in.ts";
import { bestDiscount, checkCode, normalCode, type Order } from "./codes.ts";
import { createDiscountsStore, type OrderFacts } from "./discounts.store.ts";
import { createDiscounts } from "./discounts.ts";

const store = createDiscountsStore(connect(env.DB));
const discounts = createDiscounts({ store, keyedHash: (text) => hmac("key", text) });
const ORDER: Order & { amount: number } = { currency: "EUR", amount: 2499, method: "card" };
let anna: string;

beforeEach(async () => {
  anna = await addMember();
  await env.DB.prepare("DELETE FROM discount_codes").run();
});

interface Given {
  id?: string;
  signup?: number;
  activation?: number | null;
  paid?: boolean;
  /** By default of a domain with the time bonus. */
  timeBonus?: boolean;
  /** Of the account. */
  country?: string;
}

/** By default nothing built in is active any more. */
async function member(
  { id = anna, signup = 30 * DAY, activation = 29 * DAY, paid = false, timeBonus = true, country = "NL" }: Given = {},
  more: Circumstances = {},
) {
  const activatedAt = activation === null ? null : NOON - activation;
  const account = { email: `${id}@example.org`, paidUser: paid, createdAt: NOON - signup, activatedAt, timeBonus };
  const viewer = { id, account, profile: { country } } as Viewer;
  return (await contextOf({ preview: ["payments"], viewer, ...more })) as MemberContext;
}

const order = (one: Partial<AddedOrder> = {}) => addOrder({ by: anna, ...one });

function facts(code: string, more: Partial<Parameters<typeof store.order>[0]> = {}): Promise<OrderFacts> {
  const now = NOON;
  const rest = { pool: "liaison", domainId: "liaison", currency: "EUR", hashes: [], now, supersedes: false };
  return store.order({ accountId: anna, code, ...rest, ...more });
}

async function refusal(ctx: MemberContext, code: string, asked: Partial<Order> = {}) {
  try {
    return checkCode(ctx, { ...ORDER, ...asked, code }, await facts(normalCode(code), { accountId: ctx.viewer.id }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.fields).toHaveLength(1);
    expect(error.fields[0]?.field).toBe("discountcode");
    return [error.fields[0]?.code, error.fields[0]?.params].filter(Boolean);
  }
}

const SUMMER = { scope: "liaison", code: "SUMMER", percentage: 300, validity: "once-per-user" };

test("a code of the operator is good whatever its case, width and dashes, and what copying put around it", async () => {
  await addCode("SUMMER-26");
  for (const typed of ["summer\u201326", "ＳＵＭＭＥＲ－２６", "\u200bSUMMER\u201126\u00a0", "Summer\u221226"])
    expect(await refusal(await member(), typed), typed).toMatchObject({ code: "SUMMER-26" });
  expect(await refusal(await member(), "SUMMER 26"), "a space is no dash").toEqual(["code_unknown"]);
  await addCode("SUMMER");
  expect(await refusal(await member(), " summer ")).toEqual(SUMMER);
  expect(await refusal(await member({ paid: true }), "SUMMER"), "for members who have paid before too").toEqual(SUMMER);
});

test("a code that does not exist, is of another domain, or meets a shop that is closed, is unknown", async () => {
  await addCode("SUMMER", { domain_id: "velvet" });
  expect(await refusal(await member(), "SUMMER")).toEqual(["code_unknown"]);
  expect(await refusal(await member(), "WINTER")).toEqual(["code_unknown"]);
  await addCode("WINTER");
  expect(await refusal(await member({}, { preview: [] }), "WINTER")).toEqual(["code_unknown"]);
});

test("a code is used up by an open or completed order of the member, and free again when the order ends", async () => {
  await addCode("SUMMER");
  const open = await order({ code: "SUMMER" });
  expect(await refusal(await member(), "SUMMER")).toEqual(["code_used"]);
  const bea = await addMember();
  expect(await refusal(await member({ id: bea }), "SUMMER"), "each member may use it").toEqual(SUMMER);
  await env.DB.prepare("UPDATE payments SET status = 'failed' WHERE id = ?").bind(open).run();
  expect(await refusal(await member(), "SUMMER")).toEqual(SUMMER);
  await order({ code: "SUMMER", status: "completed" });
  expect(await refusal(await member(), "SUMMER")).toEqual(["code_used"]);
  expect(await refusal(await member({}, { now: NOON + 365 * DAY }), "SUMMER")).toEqual(["code_used"]);
});

test("an order that replaces those not yet paid may hold their code, and those that are being paid keep it", async () => {
  await addCode("SUMMER");
  const open = await order({ code: "SUMMER" });
  expect((await facts("SUMMER", { supersedes: true })).used).toEqual([]);
  await env.DB.prepare("UPDATE payments SET status = 'pending' WHERE id = ?").bind(open).run();
  expect((await facts("SUMMER", { supersedes: true })).used).toEqual([{ scope: "liaison", code: "SUMMER" }]);
});

test("a code good once is used up by anybody's order, and an unlimited one never", async () => {
  await addCode("ONCE", { validity: "once" });
  await addCode("ALWAYS", { validity: "unlimited" });
  const bea = await addMember();
  await order({ code: "ONCE", by: bea, validity: "once", status: "pending" });
  await order({ code: "ALWAYS", validity: "unlimited", status: "completed" });
  expect(await refusal(await member(), "ONCE")).toEqual(["code_used"]);
  expect((await facts("ONCE", { supersedes: true })).used, "not replaced by another's order").toHaveLength(1);
  expect(await refusal(await member(), "ALWAYS")).toMatchObject({ validity: "unlimited" });
});

test.each([
  [-1000, true],
  [-1, true],
  [0, false],
  [1000, false],
])("a code at %d ms from its end: %s", async (from, good) => {
  await addCode("SUMMER", { expires_at: NOON - from });
  expect(await refusal(await member(), "SUMMER")).toEqual(good ? SUMMER : ["code_expired"]);
});

test("each demand of a code has a refusal of its own", async () => {
  await addCode("ENDED", { status: "inactive" });
  await addCode("AUSTRIA", { country: "AT" });
  await addCode("POUNDS", { currency: "GBP" });
  await addCode("LARGE", { minimum_order: 2500, currency: "EUR" });
  await addCode("IDEAL", { methods: '["ideal","directdebit"]' });
  await addCode("BEA", { account_id: await addMember() });
  await addCode("ANNA", { account_id: anna });
  const ctx = await member();
  expect(await refusal(ctx, "ENDED")).toEqual(["code_expired"]);
  expect(await refusal(ctx, "AUSTRIA")).toEqual(["code_country"]);
  expect(await refusal(await member({}, { country: "AT" }), "AUSTRIA"), "a member on a journey").toEqual(["code_country"]);
  expect(await refusal(await member({ country: "AT" }), "AUSTRIA")).toMatchObject({ code: "AUSTRIA" });
  expect(await refusal(ctx, "POUNDS")).toEqual(["code_country"]);
  expect(await refusal(ctx, "LARGE")).toEqual(["code_minimum", { amount: "€25.00" }]);
  expect(await refusal({ ...ctx, language: "de" }, "LARGE")).toEqual(["code_minimum", { amount: "25,00\u00a0€" }]);
  expect(await refusal(ctx, "LARGE", { amount: 2500 })).toMatchObject({ code: "LARGE" });
  expect(await refusal(ctx, "IDEAL")).toEqual(["code_method"]);
  expect(await refusal(ctx, "IDEAL", { method: "ideal" })).toMatchObject({ code: "IDEAL" });
  expect(await refusal(ctx, "IDEAL", { method: null }), "before a method is chosen").toMatchObject({ code: "IDEAL" });
  expect(await refusal(ctx, "BEA")).toEqual(["code_other_account"]);
  expect(await refusal(ctx, "ANNA")).toMatchObject({ code: "ANNA" });
});

test("a code that breaks every demand is refused in the order of the specification", async () => {
  const bad = { account_id: await addMember(), expires_at: NOON, country: "AT", currency: "EUR", minimum_order: 9000 };
  await addCode("BAD", { ...bad, methods: '["ideal"]' });
  const id = await order({ code: "BAD" });
  const mend = (change: string) => env.DB.prepare(`UPDATE discount_codes SET ${change} WHERE code = 'BAD'`).run();
  const ctx = await member();
  const seen: unknown[] = [];
  const look = async (code = "BAD") => {
    const found = await refusal(ctx, code);
    seen.push(Array.isArray(found) ? found[0] : found);
  };
  await look("GOOD");
  await look();
  await env.DB.prepare("UPDATE payments SET status = 'expired' WHERE id = ?").bind(id).run();
  await look();
  for (const change of ["expires_at = NULL", "country = NULL", "minimum_order = NULL", "methods = NULL"]) {
    await mend(change);
    await look();
  }
  const wanted = ["unknown", "used", "expired", "country", "minimum", "method", "other_account"];
  expect(seen).toEqual(wanted.map((code) => `code_${code}`));
});

test("the built-in codes have their own ends, and neither is given to a member who has paid", async () => {
  const fresh = { signup: HOUR, activation: HOUR };
  expect(await refusal(await member(fresh), "TIMEBONUS25")).toMatchObject({ scope: "liaison", percentage: 250 });
  expect(await refusal(await member({ ...fresh, timeBonus: false }), "welcome25")).toMatchObject({ code: "WELCOME25" });
  expect(await refusal(await member({ ...fresh, timeBonus: false, activation: null }), "WELCOME25")).toEqual(["code_unknown"]);
  for (const [code, timeBonus] of [
    ["TIMEBONUS25", true],
    ["WELCOME25", false],
  ] as const) {
    for (const over of [{}, { ...fresh, paid: true }])
      expect(await refusal(await member({ ...over, timeBonus }), code)).toEqual(["code_expired"]);
    expect(await refusal(await member({ ...fresh, timeBonus: !timeBonus }), code), "of the other offer").toEqual([
      "code_unknown",
    ]);
  }
  const late = await member({ signup: TIME_BONUS_WINDOW + HOUR / 12, activation: null });
  expect(await refusal(late, "TIMEBONUS25")).toEqual(["code_expired"]);
  expect(await refusal(late, "TIMEBONUS25", { startedAt: NOON - HOUR / 6 })).toMatchObject({ code: "TIMEBONUS25" });
});

test("one order holds the discount on the first purchase, under either name", async () => {
  const ctx = await member({ signup: HOUR, activation: HOUR, timeBonus: false });
  await order({ code: "TIMEBONUS25", status: "pending" });
  expect(await refusal(ctx, "WELCOME25")).toEqual(["code_used"]);
  expect(bestDiscount(ctx, null, ORDER, await facts(""))).toBeNull();
});

test("an order gets the better of the typed and the active discount", async () => {
  await addCode("THIRTY");
  await addCode("TEN", { percentage: 100 });
  await addCode("QUARTER", { percentage: 250 });
  const fresh = await member({ signup: HOUR, activation: HOUR });
  const best = async (ctx: MemberContext, typed: string | null, amount = 2499) =>
    bestDiscount(ctx, typed, { ...ORDER, amount }, await facts(typed ?? ""));
  expect(await best(fresh, null)).toMatchObject({ code: "TIMEBONUS25", reduction: 625 });
  expect(await best(fresh, "THIRTY")).toMatchObject({ code: "THIRTY", reduction: 750 });
  expect(await best(fresh, "TEN")).toMatchObject({ code: "TIMEBONUS25" });
  expect(await best(fresh, "QUARTER"), "keeps the code that can wait").toMatchObject({ code: "TIMEBONUS25" });
  const late = { signup: 5 * HOUR, activation: HOUR };
  expect(await best(await member({ ...late, timeBonus: false }), "TEN")).toMatchObject({ code: "WELCOME25" });
  expect(await best(await member(late), null), "the welcome code follows no time bonus").toBeNull();
  expect(await best(await member(), "TEN")).toMatchObject({ code: "TEN", percentage: 100, reduction: 250 });
  expect(await best(await member(), null)).toBeNull();
  expect(await best(await member(), "THIRTY", 1), "something is left to pay").toMatchObject({ reduction: 0 });
  await expect(best(fresh, "NONE"), "a typed code is not dropped in silence").rejects.toThrow("invalid");
});

test("an order reads its codes and spending in one trip", async () => {
  const d1 = countedD1(env.DB);
  await addCode("SUMMER");
  for (let i = 0; i < 3; i++) await order({ code: `C${i}`, amount: 100 });
  await createDiscountsStore(connect(d1.db)).order({
    ...{ accountId: anna, pool: "liaison", domainId: "liaison", code: "SUMMER", currency: "EUR", hashes: ["a", "b"], now: NOON },
    supersedes: true,
  });
  const { trips, rows } = d1.take();
  expect(trips).toBe(1);
  expect(rows).toBeLessThan(40);
});

test("the call tells a visitor of the operator's codes and a member of the refusal", async () => {
  await addCode("SUMMER", { expires_at: NOON + HOUR, country: "NL", currency: "EUR", minimum_order: 1000, methods: '["card"]' });
  await addCode("ANNA", { account_id: anna });
  const visitor = await contextOf({ preview: ["payments"] });
  const shown = await discounts.discountcode(visitor, { code: "summer" });
  expect(shown).toEqual({
    code: "SUMMER",
    country: "NL",
    user_id: null,
    expires: new Date(NOON + HOUR).toISOString(),
    value_percentage: "30.0",
    currency: "EUR",
    minimum_order_value: 1000,
    status: "active",
    validity: "once-per-user",
    expired: false,
    paymentmethods: ["card"],
  });
  expect(await discounts.discountcode(visitor, { discountcode: "SUMMER" })).toEqual(shown);
  await expect(discounts.discountcode(visitor, { code: "ANNA" })).rejects.toThrow("code_not_found");
  const ctx = await member();
  expect(await discounts.discountcode(ctx, { code: "ANNA" })).toMatchObject({ user_id: anna });
  await order({ code: "SUMMER" });
  await expect(discounts.discountcode(ctx, { code: "SUMMER" })).rejects.toMatchObject({
    fields: [{ field: "discountcode", code: "code_used" }],
  });
  await expect(discounts.discountcode(await member({}, { preview: [] }), { code: "ANNA" })).rejects.toThrow("code_not_found");
});

test("a built-in code is answered to those who are offered it", async () => {
  const ctx = await member({ signup: HOUR, activation: HOUR });
  expect((await discounts.discountcode(ctx, { code: " timebonus25 " })).code).toBe("TIMEBONUS25");
  const without = await member({ signup: HOUR, activation: HOUR, timeBonus: false });
  expect((await discounts.discountcode(without, { welcome: "true" })).code).toBe("WELCOME25");
  await expect(discounts.discountcode(ctx, { welcome: "true" })).rejects.toThrow("code_not_found");
  for (const input of [{}, { discountcode: "" }, { discountcode: "FREE100" }])
    await expect(discounts.discountcode(ctx, input)).rejects.toThrow("code_not_found");
  const late = await member({ signup: 4 * HOUR, activation: null });
  await expect(discounts.discountcode(late, { discountcode: "TIMEBONUS25" })).rejects.toThrow("code_not_found");
  await expect(discounts.discountcode(late, { welcome: "true" })).rejects.toThrow("code_not_found");
  const stranger = await contextOf({ preview: ["payments"] });
  await expect(discounts.discountcode(stranger, { discountcode: "TIMEBONUS25" })).rejects.toThrow("code_not_found");
});

test("an order is told of a pause under the account's or the address's print, in either scope, until its end", async () => {
  const ctx = await member();
  const [account, email] = await identityHashesOf((text) => hmac("key", text), ctx.viewer);
  const until = async () => (await discounts.orderFacts(ctx, { code: null, currency: "EUR", supersedes: true })).excludedUntil;
  const exclude = (print: string | undefined, scope: string, end: number, pool = "liaison") =>
    env.DB.prepare(
      "INSERT INTO exclusions (id, pool, kind, print, scope, until, created_at) VALUES (?, ?, 'account', ?, ?, ?, 0)",
    )
      .bind(crypto.randomUUID(), pool, print, scope, end)
      .run();
  await exclude(account, "purchases", NOON);
  await exclude(account, "access", NOON + DAY, "elsewhere");
  expect(await until()).toBeNull();
  await exclude(account, "purchases", NOON + 1);
  expect(await until()).toBe(NOON + 1);
  await exclude(email, "access", NOON + DAY);
  expect(await until()).toBe(NOON + DAY);
});
