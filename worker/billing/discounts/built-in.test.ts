import fc from "fast-check";
import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { Feature } from "#worker/sites/domains/features.vocabulary.ts";
import {
  activeDiscountOf,
  builtInTerms,
  offersTo,
  reductionOf,
  runningOffer,
  TIME_BONUS_GRACE,
  TIME_BONUS_WINDOW,
} from "./built-in.ts";

const SECOND = 1000;
const SETTINGS = { time_bonus: true, welcome_discount_hours: 48 };
const memberOf = (signedUpAt: number, { paid = false, activatedAt = signedUpAt as number | null } = {}) => ({
  id: "anna",
  account: { paidUser: paid, createdAt: signedUpAt, activatedAt },
});
const bonusAt = (signedUpAt: number, now: number, paid = false) =>
  runningOffer("time_bonus", memberOf(signedUpAt, { paid }), SETTINGS, now);
const bonusAfter = (seconds: number, paid = false) => bonusAt(NOON, NOON + Math.round(seconds * SECOND), paid);
const welcomeAfter = (ms: number, { paid = false, hours = 48, activatedAt = NOON as number | null } = {}) =>
  runningOffer("welcome", memberOf(NOON, { paid, activatedAt }), { ...SETTINGS, welcome_discount_hours: hours }, NOON + ms);

/** A visitor whose sign-up and confirmation were this long ago (ms), with what the sign-up stored. */
async function visitor(
  account: { signup: number; activation: number | null; paid?: boolean; timeBonus?: boolean | null },
  settings = {},
  preview: readonly Feature[] = ["payments"],
) {
  const { signup, activation, paid: paidUser = false, timeBonus = null } = account;
  const activatedAt = activation === null ? null : NOON - activation;
  const viewer = { id: "anna", account: { paidUser, createdAt: NOON - signup, activatedAt, timeBonus } } as Viewer;
  return (await contextOf({ viewer, settings, preview })) as MemberContext;
}

test("the time bonus has these values, field by field", () => {
  expect(bonusAfter(0)).toEqual({
    code: "TIMEBONUS25",
    country: null,
    user_id: null,
    expires: new Date(NOON + 14_400 * SECOND).toISOString(),
    value_percentage: "25.0",
    currency: null,
    minimum_order_value: null,
    status: "active",
    validity: "once-per-user",
    expired: false,
    paymentmethods: null,
  });
});

test.each([
  [0, true],
  [14_399, true],
  [14_399.999, true],
  [14_400, false],
  [14_401, false],
  // Clock set back: sign-up lies in the future, and the end stays the same.
  [-60, true],
])("%d s after sign-up: %s", (seconds, there) => {
  expect(bonusAfter(seconds) !== null).toBe(there);
  expect(bonusAfter(seconds, true)).toBeNull();
});

test.each([
  // Started, paid (ms from the end of the window).
  [-1, TIME_BONUS_GRACE - SECOND, true],
  [-1, TIME_BONUS_GRACE - 1, true],
  [-1, TIME_BONUS_GRACE, false],
  [-1, TIME_BONUS_GRACE + SECOND, false],
  [-SECOND, 0, true],
  [-SECOND, SECOND, true],
  [0, 0, false],
  [SECOND, SECOND, false],
])("a payment started %d ms from the end has the bonus when paid at %d ms: %s", async (started, at, there) => {
  const ctx = await visitor({ signup: 0, activation: null });
  const end = NOON + TIME_BONUS_WINDOW;
  const terms = builtInTerms("TIMEBONUS25", ctx, end + started);
  expect((terms?.expiresAt ?? 0) > end + at).toBe(there);
  expect(bonusAt(NOON, end - 1)?.expires, "the grace is not announced").toBe(new Date(end).toISOString());
  const paid = await visitor({ signup: 0, activation: null, paid: true });
  expect(builtInTerms("TIMEBONUS25", paid, end + started)?.status).toBe("inactive");
});

test("the window is four hours of time, whatever the clocks on the wall do", () => {
  // Europe changes its clocks on 29 March and 25 October 2026; the other dates end a year and a leap-year February.
  for (const start of ["2026-03-29T00:30:00Z", "2026-10-25T00:30:00Z", "2026-12-31T23:00:00Z", "2028-02-28T22:00:00Z"]) {
    const signedUpAt = Date.parse(start);
    const bonus = bonusAt(signedUpAt, signedUpAt + 1);
    expect(Date.parse(bonus?.expires ?? "") - signedUpAt).toBe(TIME_BONUS_WINDOW);
    expect(bonusAt(signedUpAt, signedUpAt + 14_399_999)).not.toBeNull();
    expect(bonusAt(signedUpAt, signedUpAt + 14_400_000)).toBeNull();
  }
});

test("an expired time bonus never returns, and an active one ends at its stated time", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e12 }),
      fc.nat(2 * TIME_BONUS_WINDOW),
      fc.nat(1e12),
      (signedUpAt, later, evenLater) => {
        const at = (now: number) => bonusAt(signedUpAt, now);
        const bonus = at(signedUpAt + later);
        if (bonus === null) expect(at(signedUpAt + later + evenLater)).toBeNull();
        else {
          const ends = Date.parse(bonus.expires as string);
          expect(at(ends - 1)).toEqual(bonus);
          expect(at(ends)).toBeNull();
        }
      },
    ),
  );
});

test("the welcome discount runs from the confirmation, for the domain's hours, until the first purchase", () => {
  expect(welcomeAfter(0)).toMatchObject({ code: "WELCOME25", value_percentage: "25.0", user_id: "anna" });
  expect(welcomeAfter(0)?.expires).toBe(new Date(NOON + 48 * HOUR).toISOString());
  expect(welcomeAfter(48 * HOUR - 1)).not.toBeNull();
  expect(welcomeAfter(48 * HOUR)).toBeNull();
  expect(welcomeAfter(0, { paid: true })).toBeNull();
  expect(welcomeAfter(0, { hours: 0 })).toBeNull();
  expect(welcomeAfter(0, { activatedAt: null })).toBeNull();
});

const LATE = { signup: 5 * HOUR, activation: HOUR };
const WITHOUT = { time_bonus: false };

test("where the time bonus runs it is the only offer, and the welcome code does not follow it", async () => {
  const active = async (...args: Parameters<typeof visitor>) => offersTo(await visitor(...args)).map(({ code }) => code);
  expect(await active({ signup: HOUR, activation: HOUR })).toEqual(["TIMEBONUS25"]);
  expect(await active({ signup: HOUR, activation: null })).toEqual(["TIMEBONUS25"]);
  expect(await active({ signup: 4 * HOUR, activation: 3 * HOUR })).toEqual([]);
  // Confirmed long after the bonus.
  expect(await active({ signup: 400 * HOUR, activation: 0 })).toEqual([]);
});

test("the sign-up decides between the two offers, whatever the domain runs later and on other domains of the pool", async () => {
  const active = async (...args: Parameters<typeof visitor>) => offersTo(await visitor(...args)).map(({ code }) => code);
  // Had the bonus: no welcome code, neither after the setting was switched off nor on a domain without it.
  expect(await active({ ...LATE, timeBonus: true }, WITHOUT)).toEqual([]);
  expect(await active({ signup: HOUR, activation: HOUR, timeBonus: true }, WITHOUT)).toEqual([]);
  // Never had it: the welcome code also where the bonus runs, and not the bonus.
  expect(await active({ ...LATE, timeBonus: false })).toEqual(["WELCOME25"]);
  expect(await active({ signup: HOUR, activation: HOUR, timeBonus: false })).toEqual(["WELCOME25"]);
  expect(await active({ signup: HOUR, activation: null, timeBonus: false })).toEqual([]);
});

test("an account of an earlier version has the offer of its home domain", async () => {
  const active = async (...args: Parameters<typeof visitor>) => offersTo(await visitor(...args)).map(({ code }) => code);
  expect(await active({ signup: HOUR, activation: HOUR }, WITHOUT)).toEqual(["WELCOME25"]);
  expect(await active(LATE, WITHOUT)).toEqual(["WELCOME25"]);
  const abroad = await visitor({ signup: HOUR, activation: HOUR }, WITHOUT);
  const home = (await visitor({ signup: 0, activation: 0 })).home;
  expect(offersTo({ ...abroad, home })).toEqual([]);
});

test("the code of the other offer is unknown at checkout", async () => {
  for (const [settings, known, unknown] of [
    [{}, "TIMEBONUS25", "WELCOME25"],
    [WITHOUT, "WELCOME25", "TIMEBONUS25"],
  ] as const) {
    const ctx = await visitor({ signup: HOUR, activation: HOUR }, settings);
    expect(builtInTerms(known, ctx)).toMatchObject({ code: known, percentage: 250 });
    expect(builtInTerms(unknown, ctx)).toBeNull();
  }
});

test("no offer runs for a member who has paid, after its end, or where nothing is sold", async () => {
  const active = async (...args: Parameters<typeof visitor>) => offersTo(await visitor(...args))[0]?.code ?? null;
  expect(await active({ signup: 4 * HOUR, activation: null })).toBeNull();
  expect(await active({ signup: 60 * HOUR, activation: 48 * HOUR }, WITHOUT)).toBeNull();
  expect(await active({ signup: HOUR, activation: HOUR, paid: true })).toBeNull();
  expect(await active({ signup: HOUR, activation: HOUR }, { packages: {} })).toBeNull();
  expect(await active({ signup: HOUR, activation: HOUR }, {}, []), "where nothing can be bought").toBeNull();
  expect(offersTo(await contextOf({ preview: ["payments"] }))).toEqual([]);
});

test("the active discount of a member has its kind, end and length", async () => {
  const active = async (...given: Parameters<typeof visitor>) => {
    const ctx = await visitor(...given);
    return activeDiscountOf(ctx.viewer, ctx);
  };
  expect(await active({ signup: HOUR, activation: 0 })).toEqual({
    kind: "time_bonus",
    code: "TIMEBONUS25",
    expires: new Date(NOON + 3 * HOUR).toISOString(),
    hours: 4,
  });
  expect(await active(LATE, WITHOUT)).toEqual({
    kind: "welcome",
    code: "WELCOME25",
    expires: new Date(NOON + 47 * HOUR).toISOString(),
    hours: 48,
  });
  const nearlyErased = { signup: 16 * 24 * HOUR - HOUR, activation: 47 * HOUR };
  expect(await active(nearlyErased, WITHOUT)).toMatchObject({ expires: new Date(NOON + HOUR).toISOString() });
  expect(await active({ signup: 5 * HOUR, activation: null }, WITHOUT)).toBeNull();
  expect(await active({ ...LATE, paid: true }, WITHOUT)).toBeNull();
  expect(await active(LATE, WITHOUT, [])).toBeNull();
});

test("a reduction is the share it says, rounded for the member and never more than the price", () => {
  expect([999, 1249, 1, 0].map((amount) => reductionOf("25.0", amount))).toEqual([250, 313, 1, 0]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.nat(1e9), (tenths, amount) => {
      const reduction = reductionOf((tenths / 10).toFixed(1), amount);
      expect(reduction).toBeGreaterThanOrEqual((amount * tenths) / 1000);
      expect(reduction).toBeLessThan((amount * tenths) / 1000 + 1);
      expect(reduction).toBeLessThanOrEqual(amount);
    }),
  );
});
