import { expect, test } from "vitest";
import { rangeOf, readMobile } from "./mobile.ts";

const DUTCH = { countries: ["NL"], allowed: ["NL", "BE", "DE", "IT"] };

test.each([
  ["+31 6 12345678", "+31612345678"],
  ["06 12345678", "+31612345678"],
  ["06-12 34 56 78", "+31612345678"],
  ["+31 (0)6 12345678", "+31612345678"],
  ["0031 (0) 6 12345678", "+31612345678"],
  ["+31 06 12345678", "+31612345678"],
  ["(06) 12345678", "+31612345678"],
  ["0049 (151) 234-56789", "+4915123456789"],
  ["\u202a+31\u00a06\u00a012345678\u202c", "+31612345678"],
  ["＋３１－６－１２３４５６７８", "+31612345678"],
  ["+31\u20116\u201312\u221234\u201056\u201478", "+31612345678"],
  ["+\u0663\u0661 \u0666 \u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668", "+31612345678"],
  ["+32 470 12 34 56", "+32470123456"],
  ["+39 347 123 4567", "+393471234567"],
])("%s of a Dutch member is %s", (typed, number) => {
  expect(readMobile(typed, DUTCH)).toEqual({ number, problem: null });
});

test.each([
  ["0664 1234567", "AT", "+436641234567"],
  ["347 1234567", "IT", "+393471234567"],
  ["0470 12 34 56", "BE", "+32470123456"],
])("%s is a number of the account's country %s", (typed, country, number) => {
  expect(readMobile(typed, { countries: [country], allowed: [country] }).number).toBe(number);
});

test.each([
  // Satellites, premium rates and the countries that fraud uses.
  ["+88216 1234 5678", "mobile_country"],
  ["+881 6 3123 4567", "mobile_country"],
  ["+870 773 111 632", "mobile_country"],
  ["+252 61 2345678", "mobile_country"],
  ["+960 771 2345", "mobile_country"],
  ["+1 900 555 1234", "mobile_country"],
  ["+44 70 1234 5678", "mobile_country"],
  ["+33 6 12 34 56 78", "mobile_country"],
  ["+31 900 1234567", "mobile_only"],
  ["020 1234567", "mobile_only"],
  ["+31 (0)20 123 4567", "mobile_only"],
  ["0800 1234", "mobile_only"],
  // The 0 of an Italian landline belongs to it.
  ["+39 02 1234 5678", "mobile_only"],
  ["+0612345678", "mobile_invalid"],
  ["+31612", "mobile_invalid"],
  ["+3161234567890123", "mobile_invalid"],
  ["+31 6 1234567x", "mobile_invalid"],
  ["+31 6 12345678 ext. 5", "mobile_invalid"],
  ["", "mobile_invalid"],
])("%s is refused as %s", (typed, problem) => {
  expect(readMobile(typed, DUTCH)).toEqual({ number: null, problem });
});

test("where mobiles and landlines share their ranges, each number may get a code", () => {
  expect(readMobile("212 555 1234", { countries: ["US"], allowed: ["US"] }).number).toBe("+12125551234");
  expect(readMobile("+1 900 555 1234", { countries: ["US"], allowed: ["US"] }).problem).toBe("mobile_only");
});

test("a member of no known country types the country code", () => {
  expect(readMobile("06 12345678", { countries: [""], allowed: ["NL"] }).problem).toBe("mobile_invalid");
  expect(readMobile("+31 6 12345678", { countries: [""], allowed: ["NL"] }).number).toBe("+31612345678");
});

test.each([
  // A Dutch member with an address or an account in Belgium, and one who lives where the site sells nothing.
  ["0470 12 34 56", ["NL", "BE"], "+32470123456"],
  ["06 12345678", ["US", "BE", "NL"], "+31612345678"],
  ["0151 23456789", ["FR", "XX", "DE"], "+4915123456789"],
  // Both have it: the member's own country.
  ["06 12 34 56 78", ["NL", "FR"], "+31612345678"],
  ["06 12 34 56 78", ["FR", "NL"], "+33612345678"],
  ["+31 6 12345678", ["FR"], "+31612345678"],
])("%s in %j is %s", (typed, countries, number) => {
  expect(readMobile(typed, { countries, allowed: ["NL", "BE", "DE", "FR"] }).number).toBe(number);
});

test("a number that is a mobile one nowhere is refused for the reason that says most", () => {
  const problem = (typed: string, ...countries: string[]) => readMobile(typed, { countries, allowed: ["NL", "BE"] }).problem;
  expect(problem("020 1234567", "BE", "NL")).toBe("mobile_only");
  expect(problem("0664 1234567", "NL", "AT")).toBe("mobile_country");
  expect(problem("12", "NL", "AT")).toBe("mobile_invalid");
});

test("numbers of one block share a range", () => {
  expect(rangeOf("+31612345678")).toBe("+3161234");
});
