import { expect, test } from "vitest";
import { cleanIban, cleanMobile, ibanProblem } from "./iban.ts";

test.each([
  "NL91 ABNA 0417 1643 00",
  "de89 3704 0044 0532 0130 00",
  "AT61-1904-3002-3457-3201",
  "BE68 5390 0754 7034",
  "FR14 2004 1010 0505 0001 3M02 606",
  "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
  "NO93 8601 1117 947",
  "IBAN NL91 ABNA 0417 1643 00",
  "iban: NL91ABNA0417164300",
  "NL91\u00a0ABNA\u202f0417\u20091643 00",
  "\u200bNL91ABNA\u00ad0417164300\ufeff",
  "NL91\u2011ABNA\u20130417\u22121643\ufe6300",
  "ＮＬ９１ＡＢＮＡ０４１７１６４３００",
])("%s is good", (typed) => {
  expect(ibanProblem(cleanIban(typed))).toBeNull();
});

test.each([
  ["NL91ABNA0417164301", "iban_invalid"],
  ["NL19ABNA0417164300", "iban_invalid"],
  ["NL91ABNA041716430", "iban_invalid"],
  ["NL91ABNA04171643000", "iban_invalid"],
  ["", "iban_invalid"],
  ["0417164300", "iban_invalid"],
  // Good digits, but a country outside of SEPA.
  ["BR1500000000000010932840814P2", "iban_country"],
  ["SA0380000000608010167519", "iban_country"],
])("%s is refused as %s", (iban, code) => {
  expect(ibanProblem(iban)).toBe(code);
});

test("good check digits do not make up for a wrong length", () => {
  // Valid by MOD 97-10, one digit longer than Dutch accounts are.
  const long = Array.from({ length: 97 }, (_, i) => `NL${String(i + 2).padStart(2, "0")}ABNA04171643001`);
  expect(long.map(ibanProblem)).toEqual(Array(97).fill("iban_invalid"));
});

test("every single wrong digit is found", () => {
  const iban = "NL91ABNA0417164300";
  const wrong = [...iban].flatMap((letter, at) =>
    [..."0123456789"]
      .filter((digit) => /\d/.test(letter) && digit !== letter)
      .map((digit) => iban.slice(0, at) + digit + iban.slice(at + 1)),
  );
  expect(wrong).toHaveLength(12 * 9);
  expect(wrong.map(ibanProblem)).toEqual(wrong.map(() => "iban_invalid"));
});

test.each([
  ["+31 6 12345678", "+31612345678"],
  ["0049 (151) 234-56789", "+4915123456789"],
  ["\u202a+31\u00a06\u00a012345678\u202c", "+31612345678"],
  ["＋３１－６－１２３４５６７８", "+31612345678"],
  ["+31\u20116\u201312\u221234\u201056\u201478", "+31612345678"],
  ["+\u0663\u0661 \u0666 \u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668", "+31612345678"],
  ["06 12345678", null],
  ["+0612345678", null],
  ["+31612", null],
  ["+3161234567890123", null],
  ["+31 6 1234567x", null],
])("%s is the number %s", (typed, number) => {
  expect(cleanMobile(typed)).toBe(number);
});
