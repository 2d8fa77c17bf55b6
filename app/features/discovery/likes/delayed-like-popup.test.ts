import { expect, it } from "vitest";
import { popupDelay } from "./delayed-like-popup.ts";

it.each([
  ["", null],
  ["t=", null],
  ["t=soon", null],
  ["t=-5", null],
  ["t=1e3", null],
  ["t=Infinity", null],
  ["t=0", 0],
  ["t=5", 5],
  ["t=2.4", 2],
  ["t=600", 600],
  ["t=601", 600],
  ["t=999999999", 600],
  ["other=3&t=7&t=9", 7],
])("the query %j asks for the pop-up after %s seconds", (query, seconds) => {
  expect(popupDelay(new URLSearchParams(query))).toBe(seconds);
});
