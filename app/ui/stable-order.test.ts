import { expect, test } from "vitest";
import { stableOrder } from "./stable-order.ts";

test.each([
  ["a like that is answered stays where it is", "abc", "bca", "abc"],
  ["a new like comes first", "abc", "xabc", "xabc"],
  ["two new likes keep their order", "abc", "xyabc", "xyabc"],
  ["a like that is gone leaves no gap", "abc", "ac", "ac"],
  ["one that moved up from the next page comes last", "abc", "acd", "acd"],
  ["a new like beside an answered one", "abc", "xbca", "xabc"],
])("%s", (_, shown, ids, order) => {
  expect(stableOrder([...shown], [...ids]).join("")).toBe(order);
});
