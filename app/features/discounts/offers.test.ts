import { expect, test, vi } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { ActiveDiscount, DiscountCode } from "#worker/discounts/discounts.contract.ts";
import { type Edge, withEdge } from "#worker/edge/edge.ts";
import { offers } from "./offers.ts";

const HOUR = 3_600_000;
const FREE = { value_percentage: "30.0", expires: null, currency: null, minimum_order_value: null, paymentmethods: null };

interface Scene {
  path?: string;
  /** Discount in user.php; undefined for a visitor. */
  discount?: Pick<ActiveDiscount, "kind"> & { left: number };
  payments?: boolean;
  /** Code of an earlier link. */
  code?: Partial<DiscountCode> | "refused";
}

const discountcode = vi.fn();

async function look({ path = "/members", discount, payments = true, code }: Scene) {
  const { domain } = await contextOf({ preview: payments ? ["payments"] : [] });
  const active_discount = discount && {
    kind: discount.kind,
    code: "CODE",
    expires: new Date(NOON + discount.left).toISOString(),
    hours: 4,
  };
  const user = discount && { active_discount, signup_date: new Date(NOON - HOUR).toISOString(), credits: 0 };
  const url = new URL(path, "http://localhost");
  discountcode.mockReset().mockImplementation(async () => {
    if (code === "refused") throw new Error("code_not_found");
    return { ...FREE, ...code };
  });
  const kept = { keptCode: code ? "SPRING" : null, backend: { discountcode } };
  const context = { domain, url, user: async () => user ?? null, now: () => NOON, ...kept } as unknown as Edge;
  // As a page does: its header, banner, modal and list of packages ask for themselves.
  const [shown] = await withEdge(context, () => Promise.all([offers(), offers(), offers()]));
  const { timeBonus, welcome, whole } = shown;
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

test("no clock runs beside a code of a link that is worth as much and ends later", async () => {
  const end = NOON + bonus.left;
  const beside = async (value_percentage: string, expires: number | null, path = "/members") => {
    const code = { value_percentage, expires: expires === null ? null : new Date(expires).toISOString() };
    return (await look({ discount: bonus, path, code })).bonus;
  };
  for (const path of ["/credits", "/members"]) expect(await beside("25.0", end + 1, path), path).toBeNull();
  expect(await beside("30.0", null)).toBeNull();
  expect([await beside("25.0", end), await beside("24.9", null)]).toEqual([end, end]);
  expect((await look({ discount: bonus, code: "refused" })).bonus).toBe(end);
});

test("a code that does not hold for every package and method leaves the clock running", async () => {
  const beside = async (code: Partial<DiscountCode>) => (await look({ discount: bonus, code })).bonus;
  expect(await beside({})).toBeNull();
  for (const only of [{ minimum_order_value: 999_999 }, { currency: "EUR" }, { paymentmethods: ["card" as const] }])
    expect(await beside(only), Object.keys(only).join()).toBe(NOON + bonus.left);
});

test("a page asks for the code of a link once, and only beside a running offer", async () => {
  await look({ discount: bonus, code: {} });
  expect(discountcode).toHaveBeenCalledTimes(1);
  await look({ discount: { ...bonus, left: 0 }, code: {} });
  expect(discountcode).not.toHaveBeenCalled();
});
