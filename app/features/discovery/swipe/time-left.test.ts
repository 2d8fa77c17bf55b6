import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

test.each([
  [10 * 3600_000 + 22 * 60_000 + 1, "en", "10 hours and 23 minutes"],
  [11 * 3600_000, "de", "11 Stunden"],
  [59 * 60_000, "nl", "59 minuten"],
  [1, "en", "1 minute"],
  [0, "en", "1 minute"],
])("%d ms in %s are %s", (left, language, words) => {
  expect(timeLeft(1_000_000 + left, 1_000_000, language)).toBe(words);
});
