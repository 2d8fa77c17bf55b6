import type { Random } from "./random.ts";

/** Prefixes of numbers that must get no code, by kind, each with the count of digits that follow. */
const COSTLY: Record<string, [start: string, digits: number][]> = {
  satellite: [
    ["+88162", 7],
    ["+88216", 8],
    ["+870773", 6],
    ["+88213", 8],
  ],
  premium: [
    ["+31900", 7],
    ["+31906", 7],
    ["+31909", 7],
    ["+49900", 7],
    ["+33899", 6],
    ["+39899", 6],
    ["+1900555", 4],
  ],
  "shared cost, free and personal": [
    ["+31800", 7],
    ["+3184", 7],
    ["+49700", 8],
    ["+4470", 8],
  ],
  "landline, pager, web phone": [
    ["+3120", 7],
    ["+3185", 7],
    ["+3166", 7],
    ["+4930", 8],
    ["+331", 8],
    ["+3902", 8],
  ],
  "mobiles of countries that fraud uses": [
    ["+25261", 7],
    ["+96077", 5],
    ["+67371", 5],
    ["+3725", 7],
    ["+22177", 7],
    ["+99890", 7],
  ],
  "mobiles of countries that pay in other ways": [
    ["+447400", 6],
    ["+48501", 6],
    ["+4520", 6],
    ["+4670", 7],
    ["+1212555", 4],
  ],
};

/** One of each beginning. */
export function costlyNumbers(random: Random): string[] {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join("");
  return Object.values(COSTLY).flatMap((list) => list.map(([start, count]) => start + digits(count)));
}

const FULL_WIDTH = 0xfee0;
const widened = (text: string) =>
  text.replace(/[+\d]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) as number) + FULL_WIDTH));

/** Ways in which people and probers write a number with a country code of two digits. */
const WAYS: ((code: string, rest: string) => string)[] = [
  (code, rest) => `+${code}${rest}`,
  (code, rest) => `00${code} ${rest}`,
  (code, rest) => `+${code} (0)${rest}`,
  (code, rest) => `+${code}-${rest.replace(/(?=(...)+$)/g, "\u2011")}`,
  (code, rest) => widened(`+${code} ${rest}`),
  (code, rest) => `\u202a+${code}\u00a0${rest}\u200b\u202c`,
  (code, rest) => `+${code} ${rest.replace(/(..)(?=.)/g, "$1.")}`,
];

/** A phone number in one of the notations that people type. */
export const writtenNumber = (number: string, random: Random): string => random.pick(WAYS)(number.slice(1, 3), number.slice(3));
