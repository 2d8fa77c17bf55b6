import { expect, test } from "vitest";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { timeLeft } from "./time-left.shared.ts";

const NOW = Date.UTC(2026, 10, 29, 12);
const MINUTE = 60_000;

test.each([
  [1, "in 1 min", "soon"],
  [59, "in 59 min", "soon"],
  [120, "in 2 h", "soon"],
  [121, "in 2 h", "later"],
  [47 * 60 + 59, "in 47 h", "later"],
  [48 * 60, "in 2 d", "later"],
  [0, "1 min late", "late"],
  [-59, "59 min late", "late"],
  [-3 * 60, "3 h late", "late"],
  [-72 * 60, "3 d late", "late"],
] as const)("what is due in %i minutes is %s", (minutes, text, tone) => {
  expect(timeLeft(new Date(NOW + minutes * MINUTE).toISOString(), NOW, WORDS.timeLeft)).toEqual({ text, tone });
});
