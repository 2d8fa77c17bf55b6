import { expect, test } from "vitest";
import { utf8Of } from "./encoding.ts";

const encoder = new TextEncoder();

test.each([
  ["nothing", []],
  ["ASCII", ["<p>", "a</p>"]],
  ["an empty piece", ["", "a", ""]],
  ["signs of one byte to four", ["<p>a", "Zoë", "Łódź…", "👋🏽</p>"]],
  ["a half of a pair", ["a\ud83d", "\udc4bb", "\udc4b"]],
  ["a longer text, then a shorter one", ["é".repeat(100_000)]],
])("%s is encoded piece by piece", (_, pieces) => {
  const expected = pieces.flatMap((piece) => [...encoder.encode(piece)]);
  expect([...utf8Of(pieces)]).toEqual(expected);
});

test.each(["first", "fírst"])("the bytes of %s are its own", (text) => {
  const first = utf8Of([text]);
  utf8Of(["óther"]);
  utf8Of(["other"]);
  expect(new TextDecoder().decode(first)).toBe(text);
});
