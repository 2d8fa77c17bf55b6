import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import type { WeekRow } from "./partner-links.store.ts";
import { lastSunday, spansOf, together } from "./partner-spans.ts";

/** A Monday. */
const MONDAY = 20_780 - ((20_780 + 3) % 7);

const row = (week: number, name: string, value: number, more: Partial<WeekRow> = {}): WeekRow => ({
  ...{ monday: MONDAY + 7 * week, month: "2026-11", country: "NL", lander: "", part: "", name, value },
  ...more,
});
const shown = (rows: WeekRow[], to = MONDAY + 7 * 6 - 1, from = MONDAY) =>
  spansOf(rows, from, to).map((span) => [(span.from - MONDAY) / 7, (span.to + 1 - MONDAY) / 7, span.sums.counts.signups]);

test("weeks wait until five have signed up, and the rest waits on", () => {
  expect(shown([row(0, "signups", 7), row(1, "signups", 2), row(3, "signups", 3), row(4, "signups", 4)])).toEqual([
    [0, 1, 7],
    [1, 4, 5],
  ]);
  expect(shown([row(0, "signups", 4), row(0, "revenue", 9000, { part: "EUR" })])).toEqual([]);
  // Money of members from before is told without a sign-up, never beside one or two.
  const orders = { part: "EUR" };
  const paid = [
    ...[row(0, "signups", 5), row(2, "payers", 5), row(2, "orders", 5, orders)],
    ...[row(3, "payers", 9), row(3, "orders", 9, orders), row(3, "signups", 1)],
  ];
  expect(shown(paid)).toEqual([
    [0, 1, 5],
    [1, 3, 0],
  ]);
  expect(shown([row(2, "payers", 50), row(2, "orders", 50, orders)])).toEqual([]);
});

test("money of fewer than five different payers waits, beside sign-ups or alone", () => {
  const told = (rows: WeekRow[]) =>
    spansOf([row(0, "signups", 5), ...rows], MONDAY, MONDAY + 7 * 6 - 1).map(({ sums: { counts, money } }) => [
      ...[counts.members, counts.buyers, counts.payers],
      ...money.map(({ currency, orders, revenue }) => `${orders} ${currency} ${revenue}`),
    ]);
  const pay = (week: number, people: number, more: Partial<WeekRow> = {}, currency = "EUR") => [
    row(week, "payers", people, more),
    ...[row(week, "orders", 5, { ...more, part: currency }), row(week, "revenue", 100, { ...more, part: currency })],
  ];
  // One old member buys five times; a new one once.
  expect(told(pay(1, 1))).toEqual([[0, 0, 0]]);
  expect(told([...pay(0, 1), row(0, "buyers", 1), row(0, "members", 4)])).toEqual([[0, 0, 0]]);
  // What waited comes along.
  expect(told([...pay(0, 4), ...pay(1, 1), row(0, "members", 4), row(1, "members", 1)])).toEqual([
    [0, 0, 0],
    [5, 0, 5, "10 EUR 200"],
  ]);
  // One member may be the payer of each month.
  const months = ["2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];
  expect(told(months.flatMap((month, week) => pay(week, 1, { month })))).toEqual([[0, 0, 0]]);
  // Six payers, of whom one pays in another currency, in a country where all do, and where some do.
  expect(told([...pay(0, 5), ...pay(0, 1, { country: "SE" }, "SEK")])).toEqual([[0, 0, 6, "5 EUR 100"]]);
  expect(told([...pay(0, 5), ...pay(0, 1, {}, "SEK")])).toEqual([[0, 0, 6]]);
});

test("only complete weeks are told, also where the link begins within one", () => {
  expect([lastSunday(MONDAY), lastSunday(MONDAY + 6), lastSunday(MONDAY + 7)]).toEqual([MONDAY - 1, MONDAY - 1, MONDAY + 6]);
  expect(shown([row(0, "signups", 9), row(1, "signups", 9)], MONDAY + 6)).toEqual([[0, 1, 9]]);
  const [first] = spansOf([row(0, "signups", 9)], MONDAY + 3, MONDAY + 6);
  expect([first?.from, first?.to]).toEqual([MONDAY + 3, MONDAY + 6]);
});

test("no part that is shown has fewer than five, nor has what is left beside the others", () => {
  const parts = (found: Record<string, number>) =>
    Object.fromEntries([...together(new Map(Object.entries(found)))].map(([k, v]) => [k ?? "*", v]));
  expect(parts({ NL: 9, DE: 5, AT: 3, BE: 2 })).toEqual({ NL: 9, DE: 5, "*": 5 });
  expect(parts({ NL: 9, DE: 6, AT: 1 })).toEqual({ NL: 9, "*": 7 });
  expect(parts({ NL: 8, DE: 1 })).toEqual({ "*": 9 });
  expect(parts({ NL: 5, DE: 0 })).toEqual({ NL: 5 });
});

test("two looks at different times differ by nobody or by at least five", () => {
  const counts = fc.array(
    fc.record({
      ...{ week: fc.nat(20), value: fc.integer({ min: 1, max: 6 }), country: fc.constantFrom("NL", "DE", "AT") },
      name: fc.constantFrom("signups", "signups", "members", "buyers"),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(counts, (found) => {
      const rows = found.map(({ week, value, country, name }) => row(week, name, value, { country }));
      const look = (weeks: number) => {
        const until = MONDAY + 7 * weeks;
        return spansOf(
          rows.filter(({ monday }) => monday < until),
          MONDAY,
          until - 1,
        );
      };
      for (let weeks = 1; weeks <= 21; weeks++) {
        const [before, after] = [look(weeks - 1), look(weeks)];
        // What was told stays as it was.
        expect(after.slice(0, before.length)).toEqual(before);
        for (const { sums, countries } of after) {
          expect(sums.counts.signups).toBeGreaterThanOrEqual(5);
          for (const value of Object.values(sums.counts)) expect(value === 0 || value >= 5).toBe(true);
          for (const value of countries.values()) expect(value).toBeGreaterThanOrEqual(5);
          expect([...countries.values()].reduce((sum, value) => sum + value, 0)).toBe(sums.counts.signups);
        }
      }
    }),
    { numRuns: runs(200) },
  );
});
