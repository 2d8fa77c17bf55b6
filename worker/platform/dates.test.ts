import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#locales/languages.ts";
import { dayOf, formatDay, formatTime, formatTimeInZone, readerOf, zoneName } from "./dates.ts";

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const LATE = Date.UTC(2026, 10, 21, 23, 55);

test.each([
  ["en", "NL", "22 November 2026", "22 November 2026 at 00:55"],
  ["en", "GB", "22 November 2026", "22 November 2026 at 00:55"],
  ["en", "US", "November 22, 2026", "November 22, 2026 at 12:55 AM"],
  ["de", "DE", "22. November 2026", "22. November 2026 um 00:55"],
  ["nl", "US", "22 november 2026", "22 november 2026 om 12:55 a.m."],
  ["pl", "PL", "22 listopada 2026", "22 listopada 2026, godz. 00:55"],
])("days and moments in %s, in the form of %s and by the reader's clocks", (language, country, day, moment) => {
  const reader = readerOf(language, country, "Europe/Amsterdam");
  for (const time of [new Date(LATE + 59_000).toISOString(), LATE]) {
    expect(plain(formatDay(time, reader))).toBe(day);
    expect(plain(formatTime(time, reader))).toBe(moment);
  }
});

test("no zone of a reader changes a calendar date", () => {
  for (const zone of ["America/Los_Angeles", "Pacific/Auckland"])
    expect(formatDay("2024-02-01", readerOf("en", "GB", zone))).toBe("1 February 2024");
});

test("no form of a time names UTC", () => {
  const written = LANGUAGES.map((language) => formatTimeInZone(LATE, readerOf(language, "NL", "Europe/Amsterdam")));
  expect(new Set(written).size).toBeGreaterThan(8);
  for (const text of written) expect(text).not.toMatch(/UTC|GMT/);
  expect(written[LANGUAGES.indexOf("en")]).toBe("22 November 2026 at 00:55 (Central European Time)");
});

describe("zones", () => {
  test("a moment is on the day that the clocks there show", () => {
    expect(dayOf(LATE, "Europe/Amsterdam")).toBe("2026-11-22");
    expect(dayOf(LATE, "America/New_York")).toBe("2026-11-21");
  });

  test("a zone has its people's name", () => {
    expect(zoneName("Europe/Amsterdam", Date.UTC(2026, 6, 1), "en")).toBe("Central European Time");
    expect(zoneName("Europe/Amsterdam", Date.UTC(2026, 6, 1), "de")).toBe("Mitteleuropäische Zeit");
  });
});
