import { expect, test } from "vitest";
import { minorUnits, money, percent, typedAmount } from "./money.ts";

const plain = (text: string) => text.replaceAll(/\s/gu, " ");

test.each([
  [1249, "EUR", "en", "€12.49"],
  [1249, "EUR", "de", "12,49 €"],
  [1249, "EUR", "nl", "€ 12,49"],
  [14500, "SEK", "sv", "145,00 kr"],
  [5499, "PLN", "pl", "54,99 zł"],
  // A currency without minor units.
  [1200, "JPY", "en", "¥1,200"],
  // Three digits.
  [1500, "KWD", "en", "KWD 1.500"],
  // Two by ISO 4217, none by Intl.
  [249900, "HUF", "en", "HUF 2,499.00"],
])("%d of %s in %s is %s", (amount, currency, language, shown) => {
  expect(plain(money(amount, currency, language))).toBe(shown);
});

test("a percentage follows the language", () => {
  expect(["25.0", "12.5"].map((value) => plain(percent(value, "en")))).toEqual(["25%", "12.5%"]);
  expect(plain(percent("25.0", "de"))).toBe("25 %");
});

test.each([
  ["25", "EUR", 2500],
  [" 25,5 ", "EUR", 2550],
  ["0.05", "EUR", 5],
  ["\u200e２５，５０", "EUR", 2550],
  ["\u22125", "EUR", Number.NaN],
  ["1 200", "JPY", 1200],
  ["", "EUR", null],
  ["25.555", "EUR", Number.NaN],
  ["1.5", "JPY", Number.NaN],
  ["1.505", "KWD", 1505],
  ["2499", "HUF", 249900],
  ["-1", "EUR", Number.NaN],
  ["a lot", "EUR", Number.NaN],
  ["99999999", "EUR", Number.NaN],
])("%j of %s is %s", (typed, currency, amount) => {
  expect(minorUnits(typed, currency)).toBe(amount);
  if (amount !== null && !Number.isNaN(amount)) expect(minorUnits(typedAmount(amount, currency), currency)).toBe(amount);
});
