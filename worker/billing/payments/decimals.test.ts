import { expect, test } from "vitest";
import { fromDecimal, toDecimal } from "./decimals.ts";

test.each([
  [2499, 2, "24.99"],
  [5, 2, "0.05"],
  [100, 2, "1.00"],
  [500, 0, "500.00"],
  [1500, 3, "1.50"],
])("%i at %i digits is written as %s and read back", (amount, digits, text) => {
  expect(toDecimal(amount, digits)).toBe(text);
  expect(fromDecimal(text, digits)).toBe(amount);
});

test("a sum is refused that two digits cannot hold", () => {
  expect(toDecimal(1505, 3)).toBeNull();
  expect(toDecimal(1505, 3, 3)).toBe("1.505");
});

test.each([[-1], [0.5], [Number.NaN], [2 ** 53]])("%d is no sum", (amount) => {
  expect(toDecimal(amount, 2)).toBeNull();
});

test.each([[""], ["-1.00"], ["1,00"], ["1.005"], ["1e3"], [" 1.00"], ["1."], [".5"], ["0x10"], ["99999999999"]])(
  "%j is no decimal of two digits",
  (text) => {
    expect(fromDecimal(text, 2)).toBeNull();
  },
);

test("half a yen does not exist", () => {
  expect(fromDecimal("500.50", 0)).toBeNull();
});
