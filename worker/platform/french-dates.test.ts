import { expect, test } from "vitest";
import { formatDay, formatTime, readerOf } from "./dates.ts";

const french = readerOf("fr", "FR", "Europe/Paris");

test("the first of a month is an ordinal in French, and nowhere else", () => {
  expect([1, 2, 11, 21].map((day) => formatDay(Date.UTC(2024, 1, day), french))).toEqual([
    "1er février 2024",
    "2 février 2024",
    "11 février 2024",
    "21 février 2024",
  ]);
  expect(formatTime("2024-02-01T01:30:00Z", french)).toMatch(/^1er février 2024/);
  expect(formatDay("2024-02-01", readerOf("it", "IT", "Europe/Rome"))).toBe("1 febbraio 2024");
});
