import { expect, test } from "vitest";
import { charactersLeft } from "./characters.client.ts";

test.each([
  ["nothing", "", 1000],
  ["letters", "x".repeat(993), 7],
  ["a family of emoji is one", "👩‍👩‍👧‍👦".repeat(1000), 0],
  ["letters with marks of their own", "e\u0301".repeat(1001), -1],
  ["a kiss with two skin tones is one", "👩🏽‍❤️‍💋‍👨🏿".repeat(1000), 0],
  ["marks without end are more than one", `e${"\u0301".repeat(16_001)}`, -1],
  ["spaces around do not count", `  ${"x".repeat(1000)}\n\n`, 0],
  ["flags", "🇳🇱".repeat(990), 10],
  ["one too many", "x".repeat(1001), -1],
])("%s", (_, text, left) => {
  expect(charactersLeft(text, 1000)).toBe(left);
});
