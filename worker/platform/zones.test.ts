import { expect, test, vi } from "vitest";
import { dayIn, momentOf, offsetOf, readersZone, zoneNamed, zoneOf } from "./zones.ts";

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

const MINUTE = 60_000;
/** One zone of each rule that the years to come have, and the moments at which its clocks change. */
const CHANGES = changesOf(Intl.supportedValuesOf("timeZone"), Date.UTC(2024, 0, 1), Date.UTC(2031, 0, 1));

function changesOf(zones: string[], since: number, until: number): [zone: string, at: number][] {
  const found = new Map<string, [string, number]>();
  // No clock that changed changes again within two weeks.
  const step = 14 * 24 * 60 * MINUTE;
  for (const zone of zones)
    for (let at = since, before = offsetOf(zone, at), next = before; at < until; at += step, before = next) {
      next = offsetOf(zone, at + step);
      if (next === before) continue;
      let [low, high] = [at, at + step];
      while (high - low > MINUTE) {
        const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
        if (offsetOf(zone, middle) === before) low = middle;
        else high = middle;
      }
      found.set(`${high} ${before} ${offsetOf(zone, high)}`, [zone, high]);
    }
  return [...found.values()];
}

test("every moment lies in its day, and days follow each other without a gap, also where midnight is skipped or comes twice", () => {
  expect(CHANGES.length).toBeGreaterThan(100);
  expect(CHANGES.some(([zone, at]) => offsetOf(zone, at) > offsetOf(zone, at - 1) && dayIn(zone, at).from === at)).toBe(true);
  for (const [zone, at] of CHANGES)
    for (const minutes of [-1500, -1441, -61, -60, -31, -1, 0, 1, 29, 30, 59, 60, 61, 1439, 1500]) {
      const now = at + minutes * MINUTE;
      const { from, until } = dayIn(zone, now);
      const seen = `${zone} ${iso(now)}: ${iso(from)} – ${iso(until)}`;
      expect(from <= now && now < until, seen).toBe(true);
      expect(dayIn(zone, until - 1), seen).toEqual({ from, until });
      expect(dayIn(zone, until).from, seen).toBe(until);
    }
});

test("a time that the clocks skip is after the gap; of one that comes twice the next counts", () => {
  const at = (zone: string, local: string, after?: string) =>
    iso(momentOf(zone, Date.parse(`${local}Z`), after ? Date.parse(after) : undefined)).slice(0, 16);
  expect(at("America/New_York", "2027-03-14T02:30")).toBe("2027-03-14T07:30");
  expect(at("Europe/Amsterdam", "2027-03-28T02:30")).toBe("2027-03-28T01:30");
  expect(at("Atlantic/Azores", "2027-03-28T00:00")).toBe("2027-03-28T01:00");
  expect(at("America/Havana", "2027-03-14T00:00")).toBe("2027-03-14T05:00");
  expect(at("America/Santiago", "2027-09-05T00:00")).toBe("2027-09-05T04:00");
  expect(at("Australia/Lord_Howe", "2027-10-03T02:15")).toBe("2027-10-02T15:45");
  expect(at("America/New_York", "2026-11-01T01:30")).toBe("2026-11-01T05:30");
  expect(at("America/New_York", "2026-11-01T01:30", "2026-11-01T06:10Z")).toBe("2026-11-01T06:30");
});

test("a skipped time lies as far behind the gap as it lies in it", () => {
  let skipped = 0;
  for (const [zone, at] of CHANGES) {
    const [before, after] = [offsetOf(zone, at - 1), offsetOf(zone, at)];
    for (let within = 0; within < after - before; within += 15 * MINUTE, skipped++)
      expect(momentOf(zone, at + before + within), `${zone} ${iso(at)}`).toBe(at + within);
  }
  expect(skipped).toBeGreaterThan(100);
});

test("a cookie may name a zone that there is, and nothing else", () => {
  for (const name of ["Europe/Amsterdam", "America/New_York", "Etc/GMT+3", "UTC"]) expect(zoneNamed(name), name).toBe(name);
  for (const name of ["", "Europe/Atlantis", "+01:00", "europe", "../etc/passwd", "<b>", "Europe/Amsterdam\n", "E".repeat(500)])
    expect(zoneNamed(name), name).toBeNull();
});

test("all spellings of a zone are one: none is looked up or cached by itself", () => {
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
