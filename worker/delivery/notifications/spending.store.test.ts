import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { type AddedOrder, addOrder } from "#tests/setup/orders.ts";
import { createDiscountsStore } from "#worker/billing/discounts/discounts.store.ts";
import { DAY } from "#worker/platform/durations.ts";

const QUESTION = { pool: "liaison", domainId: "liaison", code: "", currency: "EUR", hashes: [], now: NOON };

test("spending counts completed and open orders of a day, a week and a month, in one currency", async () => {
  const anna = await addMember();
  const order = (one: Partial<AddedOrder>) => addOrder({ by: anna, ...one });
  const spent = async (supersedes: boolean) =>
    (await createDiscountsStore(connect(env.DB)).order({ ...QUESTION, accountId: anna, supersedes })).spent;
  const LENGTHS = { day: DAY, week: 7 * DAY, month: 30 * DAY };
  await order({ amount: 1, at: NOON });
  await order({ amount: 10, at: NOON - DAY + 1000, status: "pending" });
  await order({ amount: 100, at: NOON - DAY, status: "completed" });
  await order({ amount: 1000, at: NOON - LENGTHS.week + 1000, status: "completed" });
  await order({ amount: 10_000, at: NOON - LENGTHS.week - 1000, status: "completed" });
  await order({ amount: 100_000, at: NOON - LENGTHS.month + 1000, status: "completed" });
  await order({ amount: 1_000_000, at: NOON - LENGTHS.month });
  await order({ amount: 10_000_000, currency: "GBP" });
  for (const status of ["failed", "cancelled", "expired"]) await order({ amount: 20_000_000, status });
  await order({ amount: 30_000_000, by: await addMember() });
  expect(await spent(false)).toEqual({ day: 11, week: 1111, month: 111_111 });
  expect(await spent(true)).toEqual({ day: 10, week: 1110, month: 111_110 });
});
