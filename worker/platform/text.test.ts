import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { cleanLine, cleanText } from "./text.ts";

const points = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));
const UNSEEN = points.filter((sign) => /\p{Z}|\p{Cc}|\p{Default_Ignorable_Code_Point}|\u2800|\u{1D159}/u.test(sign));

test("a text of which nothing can be seen is empty", () => {
  expect(UNSEEN.length).toBeGreaterThan(4000);
  expect(UNSEEN.filter((sign) => cleanText(sign.repeat(3)) !== "" || cleanLine(`\n${sign}`) !== "")).toEqual([]);
  expect(cleanText(UNSEEN.join(""))).toBe("");
});

test.each([
  ["a heart", "❤️"],
  ["a family, joined", "👩‍👩‍👧‍👦"],
  ["a kiss with two skin tones", "👩🏽‍❤️‍💋‍👨🏿"],
  ["a flag", "🇳🇱"],
  ["a flag made of tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["a keycap", "1️⃣"],
  ["an emoji that this runtime does not know", "\u{1FAFF}"],
  ["a sign of the maker's own", "\uF8FF"],
  ["a letter behind fillers", "\u3164\u2800a"],
  ["Persian with a joiner", "می‌خواهم"],
  ["Braille", "⠓⠑⠀⠇⠇"],
  ["a full stop", "."],
])("%s stays as it is written", (_, text) => {
  expect(cleanText(text)).toBe(text);
  expect(cleanText(`\n ${text}\r\n`)).toBe(text);
});

test.each([
  ["line feeds", "\n"],
  ["carriage returns", "\r"],
  ["both", "\r\n"],
  ["line separators", "\u2028"],
  ["paragraph separators", "\u2029"],
  ["vertical tabs", "\v"],
  ["form feeds", "\f"],
  ["next lines", "\u0085"],
  ["lines of spaces", "  \u00a0\t\n"],
  ["lines of what is not seen", "\u2800\u200b\u3164\n"],
  ["lines of controls", "\u0000\n"],
  ["all of them in turn", "\r\n \v\u2028\u2800\n\r\u200d\f"],
])("one of %s ends a line and joins no words; of many one empty line stays", (_, end) => {
  expect(cleanText(`a\n${end.repeat(900)}b`)).toBe("a\n\nb");
  expect(cleanText(`a${end}b`)).toMatch(/^a[^\n]*\n{1,2}b$/);
  expect(cleanLine(`a${end}b`)).toMatch(/^a[^b]* b$/);
});

test("an empty line, indents and spaces within a line stay", () => {
  expect(cleanText("Hi\n\nI am  Ann.\n  - one\n\ttwo \nthree")).toBe("Hi\n\nI am  Ann.\n  - one\n\ttwo \nthree");
});

test("what was cleaned once stays as it is", () => {
  const unit = fc.oneof(
    fc.constantFrom(..."a\n\r\v\u2028 \u2800\u200b\u3164\u0000e\u0301\ufeff\u202e"),
    fc.string({ unit: "binary", maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (raw) => {
      const text = cleanText(raw);
      expect(cleanText(text)).toBe(text);
      expect(text).not.toMatch(/\n{3}|[\r\v\f\u0085\u2028\u2029]/);
    }),
    { numRuns: runs(3000) },
  );
});
