import fc from "fast-check";
import { expect, test } from "vitest";
import { DECISION_REASONS } from "#db/schema/attributes.ts";
import { runs } from "#tests/setup/properties.ts";
import { DAY } from "#worker/platform/durations.ts";
import {
  MOST_STARTS,
  nextStart,
  START_FACTS,
  STARTS_FREE,
  STARTS_PAID,
  type StartStanding,
  startsPerDay,
} from "./starts.vocabulary.ts";

const SLOWEST = 5;
const upheld = fc.record({ at: fc.nat(), reason: fc.constantFrom(...DECISION_REASONS) });
const standing: fc.Arbitrary<StartStanding> = fc.record({
  ...{ confirmed: fc.constant(true), paid: fc.boolean(), slowed: fc.boolean() },
  ...{ photo: fc.boolean(), verified: fc.boolean(), adult: fc.boolean(), member: fc.boolean() },
  upheld: fc.array(upheld, { maxLength: 6 }),
});
const NEW = {
  confirmed: true,
  paid: false,
  photo: false,
  verified: false,
  adult: false,
  member: false,
  upheld: [],
  slowed: false,
};

test("who shows nothing has the numbers of before, and who does not confirm the address begins nothing", () => {
  expect([startsPerDay(NEW, SLOWEST), startsPerDay({ ...NEW, paid: true }, SLOWEST)]).toEqual([STARTS_FREE, STARTS_PAID]);
  expect(startsPerDay({ ...NEW, confirmed: false, paid: true }, SLOWEST)).toBe(0);
  expect(startsPerDay({ ...NEW, paid: true, photo: true, verified: true, adult: true, member: true }, SLOWEST)).toBe(MOST_STARTS);
  // A pose proves the photo: without one it proves nothing.
  expect(startsPerDay({ ...NEW, verified: true }, SLOWEST)).toBe(STARTS_FREE);
});

test("each upheld report halves it, a grave one twice, and somebody can always begin one", () => {
  const after = (...reasons: (typeof DECISION_REASONS)[number][]) =>
    startsPerDay({ ...NEW, upheld: reasons.map((reason) => ({ at: 0, reason })) }, SLOWEST);
  expect([after("contact_details"), after("scam"), after("harassment", "fake"), after("scam", "scam", "scam")]).toEqual([
    10, 5, 2, 1,
  ]);
});

test("no fact of verification lowers the number, and no upheld report raises it", () => {
  fc.assert(
    fc.property(standing, upheld, (who, report) => {
      const most = startsPerDay(who, SLOWEST);
      expect(most).toBeGreaterThanOrEqual(1);
      expect(most).toBeLessThanOrEqual(who.slowed ? SLOWEST : MOST_STARTS);
      for (const fact of [...START_FACTS, "paid"] as const)
        expect(startsPerDay({ ...who, [fact]: true }, SLOWEST), fact).toBeGreaterThanOrEqual(
          startsPerDay({ ...who, [fact]: false }, SLOWEST),
        );
      expect(startsPerDay({ ...who, upheld: [...who.upheld, report] }, SLOWEST)).toBeLessThanOrEqual(most);
      expect(startsPerDay({ ...who, slowed: true }, SLOWEST)).toBeLessThanOrEqual(
        startsPerDay({ ...who, slowed: false }, SLOWEST),
      );
    }),
    { numRuns: runs(2000) },
  );
});

test("the next one is free exactly when one of the number leaves the 24 hours", () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: DAY - 1 }), { maxLength: 70 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: MOST_STARTS }), (ago, most) => {
      const now = 10 * DAY;
      const begun = ago.map((time) => now - time).toSorted((a, b) => b - a);
      const next = nextStart(begun, most, DAY);
      const within = (at: number) => begun.filter((one) => one > at - DAY).length;
      expect(next === null).toBe(within(now) < most);
      if (next === null) return;
      expect(within(next - 1)).toBeGreaterThanOrEqual(most);
      expect(within(next)).toBeLessThan(most);
    }),
    { numRuns: runs(1000) },
  );
});
