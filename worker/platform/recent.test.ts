import { expect, test } from "vitest";
import { createRecent } from "./recent.ts";

test("of more entries than it may hold, the one that was set longest ago is forgotten", () => {
  const recent = createRecent<string, number>(2);
  recent.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  expect([...recent]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
