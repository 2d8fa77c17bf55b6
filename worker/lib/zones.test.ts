import fc from "fast-check";
import { expect, test } from "vitest";
import { dayIn, zoneOf } from "./zones.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const day = (zone: string, now: string) => {
  const { from, until } = dayIn(zone, Date.parse(now));
  return [iso(from), iso(until)];
};

test("a day is that of the country, also when the clocks change", () => {
  expect(day("Europe/Amsterdam", "2026-11-21T22:59:59.999Z")).toEqual(["2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"]);
  expect(day("Europe/Amsterdam", "2026-11-21T23:00:00Z")).toEqual(["2026-11-21T23:00:00.000Z", "2026-11-22T23:00:00.000Z"]);
  expect(day("Europe/Amsterdam", "2026-03-29T12:00:00Z")).toEqual(["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
  expect(day("Europe/Amsterdam", "2026-10-25T00:30:00Z")).toEqual(["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
  expect(day("America/New_York", "2026-11-01T03:59:00Z")).toEqual(["2026-10-31T04:00:00.000Z", "2026-11-01T04:00:00.000Z"]);
  expect(day("UTC", "2026-11-21T00:00:00Z")).toEqual(["2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"]);
  expect([zoneOf("FI"), zoneOf("JP")]).toEqual(["Europe/Helsinki", "UTC"]);
});

test("every moment lies in its day, and days follow each other without a gap", () => {
  const zone = fc.constantFrom("Europe/Lisbon", "Europe/Helsinki", "America/New_York", "Europe/London", "UTC");
  fc.assert(
    fc.property(zone, fc.integer({ min: 0, max: 4e12 }), (name, now) => {
      const { from, until } = dayIn(name, now);
      expect(from <= now && now < until).toBe(true);
      expect(dayIn(name, until - 1)).toEqual({ from, until });
      expect(dayIn(name, until).from).toBe(until);
    }),
  );
});
