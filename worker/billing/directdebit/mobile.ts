import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { FieldCode } from "#worker/platform/errors.ts";
import { typedNumber } from "#worker/platform/typed.ts";

export type Mobile = { number: string; problem: null } | { number: null; problem: FieldCode };

/** Satellite, premium and landline ranges have types of their own. Some countries cannot tell mobiles from landlines. */
const MOBILE = ["MOBILE", "FIXED_LINE_OR_MOBILE"];

interface Reading {
  /** ISO 3166-1. A number without a country code is of the first of them in which it is a mobile number. */
  countries: readonly string[];
  allowed: readonly string[];
}

/** E.164 of a mobile number. */
export function readMobile(typed: string, { countries, allowed }: Reading): Mobile {
  const text = plain(typed);
  if (!/^\+?\d+$/.test(text)) return { number: null, problem: "mobile_invalid" };
  const known = text.startsWith("+") ? [] : countries.filter((country) => isSupportedCountry(country));
  const read = (known.length > 0 ? known : [undefined]).map((country) => mobileIn(country, text, allowed));
  const found = read.find(({ problem }) => problem === null) ?? read.find(({ problem }) => problem !== "mobile_invalid");
  return found ?? { number: null, problem: "mobile_invalid" };
}

function mobileIn(country: CountryCode | undefined, text: string, allowed: readonly string[]): Mobile {
  const phone = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false });
  if (!phone?.isValid()) return { number: null, problem: "mobile_invalid" };
  if (!allowed.includes(phone.country ?? "")) return { number: null, problem: "mobile_country" };
  if (!MOBILE.includes(phone.getType() ?? "")) return { number: null, problem: "mobile_only" };
  return { number: phone.number, problem: null };
}

/** E.123: a zero in brackets is dialled within the country only. */
function plain(typed: string): string {
  const number = typedNumber(typed).replace(/[./]/g, "").replace(/^00/, "+");
  return number.replace(/^(\+\d+)\(0\)/, "$1").replace(/[()]/g, "");
}

/** Digits in a block of ten thousand numbers: whoever rents numbers for fraud rents blocks. */
const BLOCK = 4;

export const rangeOf = (number: string): string => number.slice(0, -BLOCK);
