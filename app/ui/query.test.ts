import { expect, test } from "vitest";
import { queryOf } from "./query.ts";

const signs = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));

test.each([
  ["every sign", Object.fromEntries(signs.map((sign) => [`n${sign}`, sign]))],
  ["all of them in one text", { all: signs.join("") }],
  ["emoji and a half of one", { emoji: "\u{1F339}", half: "\uD83C", "": "" }],
  ["usual values", { gender: "female", ages: "25,39", limit: 24, region: "NL-NH", empty: "" }],
])("%s is written as URLSearchParams writes it", (_, values) => {
  const strings = Object.entries(values).map(([name, value]) => [name, String(value)]);
  expect(queryOf(values as Record<string, string>)).toBe(new URLSearchParams(strings).toString());
});

test("what is undefined is left out", () => {
  expect(queryOf({ a: undefined, b: "1", c: undefined, d: 2 })).toBe("b=1&d=2");
  expect(queryOf({ a: undefined })).toBe("");
});
