import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { sixDigits, typedCode, typedLine, typedNumber } from "./typed.ts";

/** Every code point that the function drops, found in Unicode rather than listed. */
const points = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));
const UNSEEN = points.filter((sign) => /\p{Default_Ignorable_Code_Point}|\p{Cf}|\u2800/u.test(sign));
const DASHES = points.filter((sign) => /[\p{Pd}\u2212]/u.test(sign));
const SPACES = points.filter((sign) => /\p{Z}/u.test(sign));
const DIGITS = points.filter((sign) => /\p{Nd}/u.test(sign));

test("invisible and format characters vanish from whatever is typed", () => {
  expect(UNSEEN.length).toBeGreaterThan(4000);
  expect(UNSEEN.filter((sign) => typedLine(`12${sign}34`) !== "1234")).toEqual([]);
  expect(UNSEEN.filter((sign) => typedLine(sign) !== "")).toEqual([]);
});

test("any dash is a hyphen in a code, and nothing in a number; any space is a space, and nothing in a number", () => {
  expect(DASHES.length).toBeGreaterThan(20);
  expect(DASHES.filter((dash) => typedCode(`SUMMER${dash}26`) !== "SUMMER-26")).toEqual([]);
  expect(DASHES.filter((dash) => typedNumber(`123${dash}456`) !== "123456")).toEqual([]);
  expect(SPACES.length).toBeGreaterThan(15);
  expect(SPACES.filter((space) => typedCode(`${space}A${space}${space}B`) !== "A B")).toEqual([]);
  expect(SPACES.filter((space) => typedNumber(`123${space}456`) !== "123456")).toEqual([]);
});

test("full width comes in, and the digits of every script count", () => {
  expect(typedCode("ＴＩＭＥＢＯＮＵＳ２５")).toBe("TIMEBONUS25");
  expect(typedCode("１９９０－０５－１７")).toBe("1990-05-17");
  expect(typedLine("  Ａ\u00a0\tB\r\nC\u2028D ")).toBe("A B C D");
  expect(DIGITS.length).toBeGreaterThan(600);
  for (let at = 0; at < DIGITS.length; at += 10) expect(typedNumber(DIGITS.slice(at, at + 10).join(""))).toBe("0123456789");
});

test("what was cleaned once stays as it is", () => {
  const unit = fc.oneof(
    fc.constantFrom(..."aé1２-–\u200b\u00ad \u00a0\u3164ﬁ\u0301"),
    fc.string({ unit: "binary", maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), (raw) => {
      for (const clean of [typedLine, typedCode, typedNumber]) expect(clean(clean(raw))).toBe(clean(raw));
    }),
    { numRuns: runs(3000) },
  );
});

test.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["123-456", "123456"],
  ["\u202a１２３\u2011４５６\u202c", "123456"],
  ["", "required"],
  ["\u200b", "required"],
  ["12345", "six_digits"],
  ["12345l", "six_digits"],
])("%j is the code %s", (typed, code) => {
  const read = () => {
    try {
      return sixDigits(typed);
    } catch (error) {
      return (error as { fields: { code: string }[] }).fields[0]?.code;
    }
  };
  expect(read()).toBe(code);
});
