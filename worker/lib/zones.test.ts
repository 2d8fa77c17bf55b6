import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { dayIn, readersZone, zoneNamed, zoneOf } from "./zones.ts";

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

test("a cookie may name a zone that there is, and nothing else", () => {
  for (const name of ["Europe/Amsterdam", "America/New_York", "Etc/GMT+3", "UTC"]) expect(zoneNamed(name), name).toBe(name);
  for (const name of ["", "Europe/Atlantis", "+01:00", "europe", "../etc/passwd", "<b>", "Europe/Amsterdam\n", "E".repeat(500)])
    expect(zoneNamed(name), name).toBeNull();
});

test("all spellings of a zone are one: none is looked up or kept by itself", () => {
  const letters = [..."europe/amsterdam"];
  const spellings = Array.from({ length: 2048 }, (_, bits) =>
    letters.map((letter, place) => ((bits >> place) & 1 ? letter.toUpperCase() : letter)).join(""),
  );
  expect(new Set(spellings).size).toBeGreaterThan(1000);
  const lookedUp = vi.spyOn(Intl, "DateTimeFormat");
  expect([...new Set(spellings.map((name) => readersZone(name, "US")))]).toEqual(["Europe/Amsterdam"]);
  expect(lookedUp.mock.calls.length).toBeLessThanOrEqual(1);
  lookedUp.mockRestore();
});

test("both names of a zone that was renamed are its names", () => {
  // Browsers differ in which name they return.
  const pairs = [
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["GMT", "Etc/UTC"],
  ] as const;
  for (const [older, newer] of pairs) {
    expect(zoneNamed(newer), newer).not.toBeNull();
    expect(zoneNamed(older), newer).toBe(zoneNamed(newer));
  }
});

test("without a zone of its own a browser has that of the first country that is known", () => {
  expect(readersZone("America/New_York", "NL")).toBe("America/New_York");
  expect(readersZone("Europe/Atlantis", "FI", "NL")).toBe("Europe/Helsinki");
  expect(readersZone(null, "JP", "NL")).toBe("Europe/Amsterdam");
  expect(readersZone(null, "constructor", "GB")).toBe("Europe/London");
});
