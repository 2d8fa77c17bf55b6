import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { ActiveDiscount } from "#worker/discounts/discounts.contract.ts";
import { type Edge, withEdge } from "#worker/edge/edge.ts";
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
  const { timeBonus, welcome } = await withEdge(context, offers);
  return { bonus: timeBonus?.endsAt ?? null, welcome: welcome?.endsAt ?? null };
}

const bonus = { kind: "time_bonus" as const, left: 3 * HOUR };
const welcome = { kind: "welcome" as const, left: 47 * HOUR };

test("the time bonus is advertised in the members area alone", async () => {
  expect(await look({ discount: bonus })).toEqual({ bonus: NOON + 3 * HOUR, welcome: null });
  expect(await look({ discount: bonus, path: "/members.rsc" })).toMatchObject({ bonus: NOON + 3 * HOUR });
  expect(await look({ discount: bonus, path: "/settings" })).toEqual({ bonus: null, welcome: null });
});

test("the welcome discount is advertised on every page", async () => {
  for (const path of ["/members", "/settings"])
    expect(await look({ discount: welcome, path })).toEqual({ bonus: null, welcome: NOON + 47 * HOUR });
});

test("no offer is advertised to a visitor, after its end, or where nothing is sold", async () => {
  const nothing = { bonus: null, welcome: null };
  expect(await look({})).toEqual(nothing);
  expect(await look({ discount: { ...bonus, left: 0 } })).toEqual(nothing);
  expect(await look({ discount: bonus, payments: false })).toEqual(nothing);
});
