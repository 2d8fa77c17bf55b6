import { expect, test } from "vitest";
import type { Series } from "#worker/backoffice/figures/figures.vocabulary.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { hoursOf, shareOf } from "./ratios.ts";

const series = (name: Series["name"], ...values: number[]): Series => ({
  ...{ name, part: "", values, total: values.reduce((sum, value) => sum + value, 0), week: { now: 0, before: 0 } },
});

test("a short time to a decision is never written as nought", () => {
  const [hours] = hoursOf(series("waited", 0.5 * MINUTE, 90 * MINUTE, 0), series("decided", 1, 1, 1));
  expect(hours?.values.map((value) => value !== null && hours.format(value))).toEqual(["0.008", "1.5", "0"]);
});

test("a share whose two figures never met on one day says so, and one of nothing is none", () => {
  const [apart] = shareOf("share", series("buyers", 1, 0), series("members", 0, 2));
  expect(apart).toMatchObject({ total: 0.5, values: [null, 0], nothing: "no day had both" });
  const [nothing] = shareOf("share", series("buyers", 0, 0), series("members", 0, 2));
  expect(nothing?.nothing).toBeUndefined();
});
