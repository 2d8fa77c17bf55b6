import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SpendLimits } from "#db/schema/attributes.ts";
import { runs } from "#tests/setup/properties.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { changedLimits, limitsAt, spendAllowed } from "./spending.ts";
import { PERIODS, RAISE_AFTER, type SpendRule } from "./spending.vocabulary.ts";

const NONE: SpendLimits = { day: null, week: null, month: null };
const NOTHING: SpendRule = { spendLimits: NONE, spendRaise: null };
const worth = (amount: number | null) => amount ?? Number.POSITIVE_INFINITY;

const limit = fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: null });
const limits = fc.record({ day: limit, week: limit, month: limit });
const wish = fc.record({ day: limit, week: limit, month: limit }, { requiredKeys: [] });
/** Hours to wait, then the limits that are requested. */
const story = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), wish), { maxLength: 8 });

describe("changing the limits", () => {
  it("lowers at once, and raises or lifts a day later", () => {
    const low = changedLimits(NOTHING, { day: 2000 }, 0);
    expect(low).toEqual({ spendLimits: { ...NONE, day: 2000 }, spendRaise: null });
    const raised = changedLimits(low, { day: 5000 }, HOUR);
    expect(limitsAt(raised, HOUR)).toEqual({
      limits: { ...NONE, day: 2000 },
      raise: { limits: { ...NONE, day: 5000 }, from: HOUR + RAISE_AFTER },
    });
    expect(limitsAt(raised, HOUR + RAISE_AFTER - 1).limits.day).toBe(2000);
    expect(limitsAt(raised, HOUR + RAISE_AFTER)).toEqual({ limits: { ...NONE, day: 5000 }, raise: null });
    const lifted = changedLimits(raised, { day: null }, 2 * HOUR);
    expect(lifted.spendRaise?.from).toBe(2 * HOUR + RAISE_AFTER);
    expect(changedLimits(raised, { day: 1000 }, 2 * HOUR)).toEqual({ spendLimits: { ...NONE, day: 1000 }, spendRaise: null });
  });

  it("lets what waits go on waiting where nothing higher is asked for", () => {
    const raised = changedLimits(changedLimits(NOTHING, { day: 2000 }, 0), { day: 5000 }, 0);
    expect(changedLimits(raised, { day: 5000 }, 3 * HOUR)).toEqual(raised);
    expect(changedLimits(raised, { week: 9000 }, 3 * HOUR).spendRaise).toEqual({
      limits: { day: 5000, week: 9000, month: null },
      from: RAISE_AFTER,
    });
    expect(changedLimits(raised, { day: 4000 }, 3 * HOUR).spendRaise?.from).toBe(RAISE_AFTER);
    expect(changedLimits(raised, { day: 6000 }, 3 * HOUR).spendRaise?.from).toBe(3 * HOUR + RAISE_AFTER);
  });

  it("never allows more within a day than was allowed when it was asked", () => {
    fc.assert(
      fc.property(story, wish, fc.integer({ min: 0, max: 60 }), (before, wanted, later) => {
        let rule = NOTHING;
        let now = 0;
        for (const [hours, asked] of before) {
          now += hours * HOUR;
          rule = changedLimits(rule, asked, now);
        }
        const after = changedLimits(rule, wanted, now);
        const then = now + later * HOUR;
        const [was, is] = [limitsAt(rule, then).limits, limitsAt(after, then).limits];
        for (const period of PERIODS) {
          if (later < 24) expect(worth(is[period])).toBeLessThanOrEqual(worth(was[period]));
          // After a day the requested limit holds, or the old one when nothing was requested.
          if (later >= 24 && period in wanted) expect(is[period]).toBe(wanted[period]);
        }
        // The same request changes nothing.
        expect(changedLimits(after, wanted, now)).toEqual(after);
      }),
      { numRuns: runs(5000) },
    );
  });
});

describe("whether something may be bought", () => {
  it("names the limit that has least left", () => {
    const rule: SpendRule = { spendLimits: { day: 1000, week: 3000, month: null }, spendRaise: null };
    const spent = { day: 400, week: 2900, month: 90_000 };
    expect(spendAllowed(rule, spent, 100, 0)).toEqual({ allowed: true });
    expect(spendAllowed(rule, spent, 101, 0)).toEqual({ allowed: false, period: "week", left: 100 });
    expect(spendAllowed(rule, spent, 700, 0)).toEqual({ allowed: false, period: "week", left: 100 });
    expect(spendAllowed(NOTHING, spent, 1_000_000, 0)).toEqual({ allowed: true });
  });

  it("a purchase is allowed exactly when no limit is exceeded", () => {
    const sum = fc.integer({ min: 0, max: 50_000 });
    fc.assert(
      fc.property(
        limits,
        fc.record({ day: sum, week: sum, month: sum }),
        fc.integer({ min: 1, max: 50_000 }),
        (spendLimits, spent, amount) => {
          const answer = spendAllowed({ spendLimits, spendRaise: null }, spent, amount, 0);
          expect(answer.allowed).toBe(PERIODS.every((period) => spent[period] + amount <= worth(spendLimits[period])));
          if (!answer.allowed) {
            expect(answer.left).toBeLessThan(amount);
            expect(answer.left).toBeGreaterThanOrEqual(0);
            // The rest may be spent, unless earlier spending exceeds a limit.
            if (PERIODS.every((period) => spent[period] <= worth(spendLimits[period])))
              expect(spendAllowed({ spendLimits, spendRaise: null }, spent, answer.left, 0).allowed).toBe(true);
          }
        },
      ),
      { numRuns: runs(5000) },
    );
  });
});
