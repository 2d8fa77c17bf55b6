import type { FieldCode } from "#worker/platform/errors.ts";
import { typedNumber } from "#worker/platform/typed.ts";

/** Lengths of the IBAN registry (ISO 13616), for the countries of SEPA. */
const LENGTHS: Record<string, number> = Object.fromEntries(
  "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22"
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Accepts the printed form: groups, lower case, "IBAN" before the number. */
export function cleanIban(typed: string): string {
  return typedNumber(typed)
    .replace(/\./g, "")
    .toUpperCase()
    .replace(/^IBAN:?/, "");
}

/** ISO 7064 yields 02 to 98; 00, 01 and 99 have the same remainder as a good number. */
const CHECK_DIGITS = /^..(?!00|01|99)/;

/** Null for a good one. Expects `cleanIban`. */
export function ibanProblem(iban: string): FieldCode | null {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban) || !CHECK_DIGITS.test(iban)) return "iban_invalid";
  if (remainder(iban) !== 1) return "iban_invalid";
  const length = LENGTHS[iban.slice(0, 2)];
  if (length === undefined) return "iban_country";
  return iban.length === length ? null : "iban_invalid";
}

/** ISO 7064, MOD 97-10. */
function remainder(iban: string): number {
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
