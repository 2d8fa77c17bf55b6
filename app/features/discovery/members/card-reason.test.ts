import { expect, test } from "vitest";
import { reasonOf } from "./card-reason.ts";

const NONE = { trip: null, common: 0, distance: null, answers_within_day: false, is_new: false };
const ALL = { trip: null, common: 2, distance: 25, answers_within_day: true, is_new: true };

test.each([
  [
    "a trip comes before all others",
    { trip: { country: "NL", region: "NL-GR", city: "Groningen", from: "2026-12-12", until: "2026-12-15" } },
    "trip",
  ],
  ["then two shared interests", {}, "common"],
  ["then a near town", { common: 1 }, "near"],
  ["then quick answers, if the town is far", { common: 1, distance: 30 }, "answers"],
  ["then that the member is new", { common: 1, distance: null, answers_within_day: false }, "new"],
  ["one shared interest comes last", { common: 1, distance: 30, answers_within_day: false, is_new: false }, "common"],
  ["a far town is no reason", { ...NONE, distance: 30 }, null],
  ["a member may give none", NONE, null],
] as const)("a card gives one reason: %s", (_, said, reason) => {
  expect(reasonOf({ ...ALL, ...said })).toBe(reason);
});
