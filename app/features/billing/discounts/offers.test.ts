import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { ActiveDiscount } from "#worker/billing/discounts/discounts.contract.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { offers } from "./offers.ts";

const HOUR = 3_600_000;

interface Scene {
  path?: string;
  /** Discount in user.php; undefined for a visitor. */
  discount?: Pick<ActiveDiscount, "kind"> & { left: number };
  payments?: boolean;
}

async function look({ path = "/members", discount, payments = true }: Scene) {
  const { domain } = await contextOf({ preview: payments ? ["payments"] : [] });
  const active_discount = discount && {
    kind: discount.kind,
    code: "CODE",
    expires: new Date(NOON + discount.left).toISOString(),
    hours: 4,
  };
  const user = discount && { active_discount, signup_date: new Date(NOON - HOUR).toISOString(), credits: 0 };
  const url = new URL(path, "http://localhost");
  const context = { domain, url, user: async () => user ?? null, now: () => NOON } as unknown as Edge;
  const { timeBonus, welcome, whole } = await withEdge(context, offers);
  const as = { whole, inArea: timeBonus?.inArea ?? false };
  return { bonus: timeBonus?.endsAt ?? null, welcome: welcome?.endsAt ?? null, as };
}

const bonus = { kind: "time_bonus" as const, left: 3 * HOUR };
const welcome = { kind: "welcome" as const, left: 47 * HOUR };

test("the time bonus is advertised in the members area and on the pages with prices alone", async () => {
  expect(await look({ discount: bonus })).toMatchObject({ bonus: NOON + 3 * HOUR, welcome: null });
  expect(await look({ discount: bonus, path: "/members.rsc" })).toMatchObject({ bonus: NOON + 3 * HOUR });
  expect(await look({ discount: bonus, path: "/settings" })).toMatchObject({ bonus: null, welcome: null });
});

test("an offer is whole on the pages with prices, and its modal opens in the members area alone", async () => {
  const context = async (path: string) => (await look({ discount: bonus, path })).as;
  expect(await context("/members")).toEqual({ whole: false, inArea: true });
  expect(await context("/premium")).toEqual({ whole: true, inArea: true });
  for (const path of ["/credits", "/pricing"]) expect(await context(path), path).toEqual({ whole: true, inArea: false });
  expect(await look({ discount: welcome, path: "/credits" })).toMatchObject({ as: { whole: true } });
  expect(await look({ discount: bonus, path: "/credits/c60" })).toMatchObject({ bonus: null });
});

test("the welcome discount is advertised on every page", async () => {
  for (const path of ["/members", "/settings"])
    expect(await look({ discount: welcome, path })).toMatchObject({ bonus: null, welcome: NOON + 47 * HOUR });
});

test("no offer is advertised to a visitor, after its end, or where nothing is sold", async () => {
  const nothing = { bonus: null, welcome: null };
  expect(await look({})).toMatchObject(nothing);
  expect(await look({ discount: { ...bonus, left: 0 } })).toMatchObject(nothing);
  expect(await look({ discount: bonus, payments: false })).toMatchObject(nothing);
});
