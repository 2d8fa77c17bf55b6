import { expect, test } from "vitest";
import type { Series } from "#worker/backoffice/figures/figures.vocabulary.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { changeOf, hoursChangeOf, pointsOf, spanOf } from "./change.ts";

const whole = (value: number) => value.toLocaleString("en-GB");
const change = (now: number, before: number, cases = before) => changeOf({ now, before, cases, format: whole });
const week = (now: number, before: number): Series => ({
  name: "members",
  part: "",
  total: 0,
  values: [],
  week: { now, before },
});

test("a change is a difference, and a percentage too only of twenty cases and more", () => {
  expect([change(12, 12), change(0, 0), change(19, 12), change(0, 19)]).toEqual(["no change", "no change", "+7", "−19"]);
  expect([change(23, 20), change(15, 20), change(3_000, 1_500)]).toEqual(["+3 (+15%)", "−5 (−25%)", "+1,500 (+100%)"]);
  expect(change(5, 0), "nothing has no percentage").toBe("+5");
  expect(change(5_000, 2_500, 4), "a sum of four orders").toBe("+2,500");
});

test("what is written alike has not changed", () => {
  expect(changeOf({ now: 1.01, before: 1.02, cases: 99, format: (value) => value.toFixed(1) })).toBe("no change");
});

test("a ratio changes by points, and of few cases is not compared", () => {
  expect(pointsOf(week(30, 20), week(100, 100))).toBe("+10 points");
  expect(pointsOf(week(1, 2), week(30, 60))).toBe("no change");
  expect(pointsOf(week(1, 2), week(19, 60))).toBe("too few to compare");
});

test("hours to a decision need decisions in both weeks", () => {
  const hours = (value: number) => value.toFixed(1);
  expect(hoursChangeOf(week(30 * HOUR, 10 * HOUR), week(10, 10), hours)).toBe("+2.0");
  expect(hoursChangeOf(week(30 * HOUR, 0), week(10, 0), hours)).toBe("too few to compare");
});

test("a span names its month once", () => {
  const spans = [spanOf("2026-11-21", "2026-11-27"), spanOf("2026-11-28", "2026-12-04")];
  expect(spans.map((span) => span.replace(/\s/g, " "))).toEqual(["21 – 27 Nov", "28 Nov – 4 Dec"]);
});
