import { expect, test } from "vitest";
import { utf8Of } from "./encoding.ts";

const encoder = new TextEncoder();

test.each([
  ["nothing", []],
  ["an empty piece", ["", "a", ""]],
  ["signs of one byte to four", ["<p>a", "Zoë", "Łódź…", "👋🏽</p>"]],
  ["a half of a pair", ["a\ud83d", "\udc4bb", "\udc4b"]],
  ["a longer text, then a shorter one", ["é".repeat(100_000)]],
])("%s is encoded piece by piece", (_, pieces) => {
  const expected = pieces.flatMap((piece) => [...encoder.encode(piece)]);
  expect([...utf8Of(pieces)]).toEqual(expected);
});

test("an answer's bytes are its own", () => {
  const first = utf8Of(["first"]);
  utf8Of(["other"]);
  expect(new TextDecoder().decode(first)).toBe("first");
});
