import fc from "fast-check";
import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { Feature } from "#worker/sites/domains/features.vocabulary.ts";
import {
  activeDiscountOf,
  offersTo,
  reductionOf,
  TIME_BONUS_GRACE,
  TIME_BONUS_WINDOW,
  timeBonusOf,
  welcomeOf,
} from "./built-in.ts";

const SECOND = 1000;
const bonusAfter = (seconds: number, paid = false) =>
  timeBonusOf({ paid, signedUpAt: NOON }, NOON + Math.round(seconds * SECOND));
const welcomeAfter = (ms: number, { paid = false, hours = 48 } = {}) =>
  welcomeOf({ id: "anna", paid, signedUpAt: NOON, activatedAt: NOON }, hours, NOON + ms);

/** A visitor whose sign-up and confirmation were this long ago (ms). */
async function visitor(
  account: { signup: number; activation: number | null; paid?: boolean },
  settings = {},
  preview: readonly Feature[] = ["payments"],
) {
  const { signup, activation, paid: paidUser = false } = account;
  const activatedAt = activation === null ? null : NOON - activation;
  const viewer = { id: "anna", account: { paidUser, createdAt: NOON - signup, activatedAt } } as Viewer;
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
])("a payment started %d ms from the end has the bonus when paid at %d ms: %s", (started, at, there) => {
  const end = NOON + TIME_BONUS_WINDOW;
  const bonus = timeBonusOf({ paid: false, signedUpAt: NOON }, end + at, end + started);
  expect(bonus !== null).toBe(there);
  if (bonus) expect(bonus.expires, "the grace is not announced").toBe(new Date(end).toISOString());
  expect(timeBonusOf({ paid: true, signedUpAt: NOON }, end + at, end + started)).toBeNull();
});

test("the window is four hours of time, whatever the clocks on the wall do", () => {
  // Europe changes its clocks on 29 March and 25 October 2026; the other dates end a year and a leap-year February.
  for (const start of ["2026-03-29T00:30:00Z", "2026-10-25T00:30:00Z", "2026-12-31T23:00:00Z", "2028-02-28T22:00:00Z"]) {
    const signedUpAt = Date.parse(start);
    const bonus = timeBonusOf({ paid: false, signedUpAt }, signedUpAt + 1);
    expect(Date.parse(bonus?.expires ?? "") - signedUpAt).toBe(TIME_BONUS_WINDOW);
    expect(timeBonusOf({ paid: false, signedUpAt }, signedUpAt + 14_399_999)).not.toBeNull();
    expect(timeBonusOf({ paid: false, signedUpAt }, signedUpAt + 14_400_000)).toBeNull();
  }
});

test("an expired time bonus never returns, and an active one ends at its stated time", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e12 }),
      fc.nat(2 * TIME_BONUS_WINDOW),
      fc.nat(1e12),
      (signedUpAt, later, evenLater) => {
        const member = { paid: false, signedUpAt };
        const bonus = timeBonusOf(member, signedUpAt + later);
        if (bonus === null) expect(timeBonusOf(member, signedUpAt + later + evenLater)).toBeNull();
        else {
          const ends = Date.parse(bonus.expires as string);
          expect(timeBonusOf(member, ends - 1)).toEqual(bonus);
          expect(timeBonusOf(member, ends)).toBeNull();
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
  expect(welcomeOf({ id: "a", paid: false, signedUpAt: NOON, activatedAt: null }, 48, NOON)).toBeNull();
});

test("the active discount is the time bonus, then the welcome discount, then none", async () => {
  const active = async (...args: Parameters<typeof visitor>) => offersTo(await visitor(...args))[0]?.code ?? null;
  expect(await active({ signup: HOUR, activation: HOUR })).toBe("TIMEBONUS25");
  expect(await active({ signup: HOUR, activation: null })).toBe("TIMEBONUS25");
  expect(await active({ signup: 4 * HOUR, activation: 3 * HOUR })).toBe("WELCOME25");
  expect(await active({ signup: 4 * HOUR, activation: null })).toBeNull();
  expect(await active({ signup: 60 * HOUR, activation: 48 * HOUR })).toBeNull();
  expect(await active({ signup: HOUR, activation: HOUR, paid: true })).toBeNull();
  expect(await active({ signup: HOUR, activation: HOUR }, { packages: {} })).toBeNull();
  expect(await active({ signup: HOUR, activation: HOUR }, {}, []), "where nothing can be bought").toBeNull();
  expect(offersTo(await contextOf({ preview: ["payments"] }))).toEqual([]);
});

test("the active discount of a member is the time bonus, then the welcome discount, with its end and length", async () => {
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
  const late = { signup: 5 * HOUR, activation: HOUR };
  expect(await active(late, { welcome_discount_hours: 48 })).toEqual({
    kind: "welcome",
    code: "WELCOME25",
    expires: new Date(NOON + 47 * HOUR).toISOString(),
    hours: 48,
  });
  const nearlyErased = { signup: 16 * 24 * HOUR - HOUR, activation: 47 * HOUR };
  expect(await active(nearlyErased)).toMatchObject({ expires: new Date(NOON + HOUR).toISOString() });
  expect(await active({ signup: 5 * HOUR, activation: null })).toBeNull();
  expect(await active({ ...late, paid: true })).toBeNull();
  expect(await active(late, {}, [])).toBeNull();
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
