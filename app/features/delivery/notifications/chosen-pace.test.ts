import { expect, test } from "vitest";
import { changeOf, NEVER } from "./chosen-pace.ts";

test("never switches a kind off and keeps its pace, and a pace switches it on", () => {
  expect(changeOf(NEVER, true)).toEqual({ on: false, pace: undefined });
  expect(changeOf("weekly", true)).toEqual({ on: true, pace: "weekly" });
  expect(changeOf("at_once", true)).toEqual({ on: true, pace: "at_once" });
  // Of an earlier upstream, and of a form that was changed.
  expect(changeOf("at_once", false)).toEqual({ on: true, pace: undefined });
  expect(changeOf("hourly", true)).toEqual({ on: false, pace: undefined });
});
