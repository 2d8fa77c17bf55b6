import { expect, test } from "vitest";
import { CALLS } from "#worker/server/calls.ts";
import { prefetchesOf } from "./prefetches.ts";

test("a call is prefetched for pages exactly if its contract says so", () => {
  const declared = Object.entries(CALLS).flatMap(([name, { prefetch }]) => (prefetch === "page" ? [name] : []));
  expect(declared.length).toBeGreaterThan(0);
  expect(Object.keys(prefetchesOf({} as never)).toSorted()).toEqual(declared.toSorted());
});
