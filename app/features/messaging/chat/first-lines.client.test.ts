import { expect, test } from "vitest";
import { type FirstLine, icebreakerIn, withLine } from "./first-lines.client.ts";

const dear = { code: "5", price: 3, differs: true, cost: "3 credits" };
const LINES: FirstLine[] = [
  { href: "/a", text: "Coffee or tea?", icebreaker: null },
  { href: "/b", text: "Two truths and one lie.", icebreaker: dear },
];

test("a chosen line replaces another line, and follows own words", () => {
  expect(withLine("", "Coffee or tea?", LINES)).toBe("Coffee or tea?");
  expect(withLine(" Two truths and one lie. ", "Coffee or tea?", LINES)).toBe("Coffee or tea?");
  expect(withLine("Hi Ben!", "Coffee or tea?", LINES)).toBe("Hi Ben! Coffee or tea?");
});

test("only an unchanged icebreaker has the price of an icebreaker", () => {
  expect(icebreakerIn(" Two truths and one lie. ", LINES)).toBe(dear);
  for (const text of ["Two truths and one lie", "Hi! Two truths and one lie.", "Coffee or tea?", ""])
    expect(icebreakerIn(text, LINES), text).toBeNull();
});
