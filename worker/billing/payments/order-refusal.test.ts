import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { orderRefusal } from "./order-refusal.ts";

const SPENT = { day: 4000, week: 4000, month: 4000 };

async function member(limits: { day: number | null; week: number | null; month: number | null }, language: "en" | "de" = "en") {
  const preferences = { spendLimits: limits, spendRaise: null };
  return { ...(await contextOf()), language, viewer: { preferences } as unknown as Viewer };
}
const NONE = { day: null, week: null, month: null };

test("an order within the limits goes on, to the last cent", async () => {
  const facts = { excludedUntil: null, spent: SPENT };
  expect(orderRefusal(await member(NONE), { amount: 999_999, currency: "EUR" }, facts)).toBeNull();
  const limited = await member({ day: 5000, week: null, month: null });
  expect(orderRefusal(limited, { amount: 1000, currency: "EUR" }, facts)).toBeNull();
  expect(orderRefusal(limited, { amount: 1001, currency: "EUR" }, facts)).toMatchObject({
    code: "spend_limit",
    params: { amount: "€10.00" },
  });
});

test("the refusal names what the tightest limit leaves, in the currency's own units", async () => {
  const facts = { excludedUntil: null, spent: { day: 0, week: 4500, month: 9000 } };
  const limited = await member({ day: 5000, week: 5000, month: 9000 });
  expect(orderRefusal(limited, { amount: 501, currency: "JPY" }, facts)).toMatchObject({ params: { amount: "¥0" } });
  const weekly = await member({ day: 5000, week: 5000, month: null }, "de");
  expect(orderRefusal(weekly, { amount: 501, currency: "KWD" }, facts)).toMatchObject({ params: { amount: "0,500\u00a0KWD" } });
});

test("a pause refuses every order and names its last day", async () => {
  const facts = { excludedUntil: NOON + 7 * 24 * 3_600_000, spent: { day: 0, week: 0, month: 0 } };
  expect(orderRefusal(await member(NONE), { amount: 1, currency: "EUR" }, facts)).toMatchObject({
    code: "excluded",
    params: { date: "28 November 2026" },
  });
});
