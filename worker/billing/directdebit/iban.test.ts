import { expect, test } from "vitest";
import { cleanIban, ibanProblem } from "./iban.ts";

test.each([
  "NL91 ABNA 0417 1643 00",
  "de89 3704 0044 0532 0130 00",
  "AT61-1904-3002-3457-3201",
  "BE68 5390 0754 7034",
  "FR14 2004 1010 0505 0001 3M02 606",
  "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
  "NO93 8601 1117 947",
  "IBAN NL91 ABNA 0417 1643 00",
  "iban: nl91abna0417164300",
  "NL91\u00a0ABNA\u202f0417\u20091643 00",
  "\u200bNL91ABNA\u00ad0417164300\ufeff",
  "NL91\u2011ABNA\u20130417\u22121643\ufe6300",
  "ＮＬ９１ＡＢＮＡ０４１７１６４３００",
  "AL47 2121 1009 0000 0002 3569 8741",
  "MD24 AG00 0225 1000 1310 4168",
  "ME25 5050 0001 2345 6789 51",
  "MK07 2501 2000 0058 984",
  "RS35 2600 0560 1001 6113 79",
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

test.each(["00", "01", "99"])("check digits %s are never given out, though their remainder is right", (digits) => {
  const accounts = Array.from({ length: 97 }, (_, i) => `NL${digits}ABNA04171643${String(i).padStart(2, "0")}`);
  expect(accounts.map(ibanProblem)).toEqual(Array(97).fill("iban_invalid"));
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
