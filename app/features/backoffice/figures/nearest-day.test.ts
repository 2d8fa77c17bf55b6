import { expect, test } from "vitest";
import { nearestDay } from "./nearest-day.ts";

test.each([
  ["2026-11-25", "2026-11-25"],
  ["2026-2-31", "2026-02-28"],
  ["2024-02-30", "2024-02-29"],
  ["2026-11-99", "2026-11-30"],
  ["2026-13-01", ""],
  ["0000-01-01", ""],
  ["yesterday", ""],
  ["", ""],
  [null, ""],
])("the figures take %s for the day %s", (typed, day) => {
  expect(nearestDay(typed)).toBe(day);
});
