import { expect, test } from "vitest";
import { csv } from "./csv.ts";

test("cells with commas, quotes and lines are quoted, and numbers are not", () => {
  expect(
    csv([
      ["a", 1, null, "x,y"],
      ['say "no"', -2, "two\nlines", ""],
    ]),
  ).toBe('\uFEFFa,1,,"x,y"\r\n"say ""no""",-2,"two\nlines",\r\n');
});

test("a text that would be a formula stays a text", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"]) expect(csv([[text]])).toBe(`\uFEFF"'${text}"\r\n`);
});
