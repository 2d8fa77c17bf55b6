import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { FieldCode } from "./errors.ts";
import { typedNumber } from "./typed.ts";

export type Mobile = { number: string; problem: null } | { number: null; problem: FieldCode };

/** Satellite, premium and landline ranges have types of their own. Some countries cannot tell mobiles from landlines. */
const MOBILE = ["MOBILE", "FIXED_LINE_OR_MOBILE"];

/** E.164 of a mobile number. `country` (ISO 3166-1) is that of a number without a country code. */
export function readMobile(typed: string, { country, allowed }: { country: string; allowed: readonly string[] }): Mobile {
  const text = plain(typed);
  if (!/^\+?\d+$/.test(text)) return { number: null, problem: "mobile_invalid" };
  const phone = parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  });
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
