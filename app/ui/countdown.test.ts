import { expect, test } from "vitest";
import { partsOf } from "./countdown.ts";

test.each([
  [4 * 3600_000, "04:00:00"],
  [3_599_999, "01:00:00"],
  [59_001, "00:01:00"],
  [1, "00:00:01"],
  [0, "00:00:00"],
  [-5000, "00:00:00"],
  [100 * 3600_000 + 61_000, "100:01:01"],
])("%d ms are %s", (milliseconds, shown) => {
  expect(partsOf(milliseconds).join(":")).toBe(shown);
});
