import { expect, test } from "vitest";
import { furthest } from "./archived.ts";

test("an archive keeps what any database has archived, and ends only where none knows the conversation", () => {
  expect(furthest([null, null])).toBeNull();
  // A cleared source, and a source that still stands behind the target.
  expect([furthest([null, 4]), furthest([2, 4])]).toEqual([4, 4]);
  expect(furthest([0])).toBe(0);
});
