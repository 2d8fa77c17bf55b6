import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addLoggedInMember, contextOfMember, type LoggedInMember } from "#tests/setup/account-deletion.ts";
import { runSql } from "#tests/setup/actions.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { addCode, addOrder } from "#tests/setup/orders.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

const { leaving, payments } = servicesOf(env);
let anna: LoggedInMember;

beforeEach(async () => {
  anna = await addLoggedInMember();
});

async function ctx(settings: Partial<Settings> = {}, now = NOON): Promise<MemberContext> {
  const { viewer } = await contextOfMember(anna, now);
  return (await contextOf({ now, viewer, settings, preview: ["payments", "refunds"] })) as MemberContext;
}
const spend = (amount: number) =>
  runSql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'message', 'm', 'm', 1)",
    anna.id,
    -amount,
  );
async function bought(at = NOON): Promise<string> {
  const id = await addOrder({ by: anna.id, status: "completed", amount: 2499, at });
  await runSql("UPDATE payments SET completed_at = ? WHERE id = ?", at, id);
  return id;
}

test("a leaving member sees what each purchase still gives back, to the cent", async () => {
  // The first ten credits are a gift of the sign-up.
  const [first, second] = [await bought(), await bought()];
  await spend(10 + 20);
  const { credits, refundable } = await leaving.departure(await ctx());
  expect(credits).toBe(100);
  const until = new Date(NOON + 14 * DAY).toISOString();
  expect(refundable).toEqual([
    { payment: first, credits: 40, amount: 1666, currency: "EUR", method: "card", until },
    { payment: second, credits: 60, amount: 2499, currency: "EUR", method: "card", until },
  ]);
});

test("credits given back in the same request are lost no more", async () => {
  const payment = await bought();
  const asker = await ctx();
  expect((await leaving.departure(asker)).credits).toBe(70);
  await runSql(
    `INSERT INTO refunds (id, payment_id, account_id, amount, credits, status, created_at, updated_at)
      VALUES (?1, ?1, ?2, 2499, 60, 'requested', 1, 1)`,
    payment,
    anna.id,
  );
  expect(await leaving.departure(asker)).toMatchObject({ credits: 10, refundable: [] });
});

test("spent credits and old purchases are not offered back", async () => {
  const old = await bought(NOON - 14 * DAY);
  expect(old).not.toBe("");
  expect((await leaving.departure(await ctx())).refundable).toEqual([]);
  await bought();
  await spend(10 + 60 + 60);
  expect(await leaving.departure(await ctx())).toMatchObject({ credits: 0, refundable: [] });
});

test("the sums shown to a leaving member take one D1 round trip", async () => {
  const d1 = countedD1(env.DB);
  const asker = await ctx();
  const { leaving: counted } = servicesOf({ ...env, DB: d1.db });
  d1.take();
  await counted.departure(asker);
  expect(d1.take().trips).toBe(1);
});

test("a discount for staying is offered where the domain sets one, and once for an account", async () => {
  expect(await leaving.offerToStay(await ctx({ delete_discount: 0 }))).toEqual({ offer: null });
  const asker = await ctx({ delete_discount: 20 });
  const offers = await Promise.all([1, 2, 3].map(() => leaving.offerToStay(asker)));
  const offer = offers[0]?.offer;
  expect(offer).toMatchObject({ value_percentage: "20.0", expires: new Date(NOON + 7 * DAY).toISOString() });
  for (const other of offers) expect(other).toEqual({ offer });
  expect((await leaving.departure(asker)).offer).toEqual(offer);
  const later = await ctx({ delete_discount: 20 }, NOON + 7 * DAY);
  expect(await leaving.offerToStay(later), "its end is the end of the offer").toEqual({ offer: null });
  expect((await leaving.departure(later)).offer).toBeNull();
});

test("the code for staying lowers one order of its own member, and is not offered again", async () => {
  await runSql("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?", anna.id);
  const asker = await ctx({ delete_discount: 20 });
  const code = (await leaving.offerToStay(asker)).offer?.code ?? "";
  const order = { package: "c60", method: "card" as const, discountcode: code };
  expect(await payments.quote(asker, order)).toMatchObject({ amount: 1999, discount: { code, value_percentage: "20.0" } });
  const stranger = (await contextOf({
    ...(await contextOfMember(await addLoggedInMember())),
    preview: ["payments"],
  })) as MemberContext;
  await expect(payments.quote(stranger, order)).rejects.toMatchObject({ fields: [{ code: "code_other_account" }] });
  await addOrder({ by: anna.id, code, validity: "once", status: "completed" });
  await expect(payments.quote(asker, order)).rejects.toMatchObject({ fields: [{ code: "code_used" }] });
  expect([(await leaving.offerToStay(asker)).offer, (await leaving.departure(asker)).offer]).toEqual([null, null]);
});

test("a code that the operator gave to the member is no offer to stay", async () => {
  await addCode(`SPRING${anna.id}`.toUpperCase(), { account_id: anna.id });
  expect((await leaving.departure(await ctx())).offer).toBeNull();
});
