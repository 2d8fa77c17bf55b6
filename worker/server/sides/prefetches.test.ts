import { expect, test } from "vitest";
import { CALLS } from "#worker/server/calls.ts";
import { prefetchesOf } from "./prefetches.ts";

test("a call is prefetched exactly if its contract says so", () => {
  // What a message needs hangs on the rules of its sender: local.ts reads it ahead.
  const declared = Object.entries(CALLS).flatMap(([name, { prefetch }]) => (prefetch && name !== "sendMessage" ? [name] : []));
  expect(declared.length).toBeGreaterThan(0);
  expect(Object.keys(prefetchesOf({} as never)).toSorted()).toEqual(declared.toSorted());
});
