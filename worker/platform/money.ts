import { digitsOf } from "./currencies.ts";
import { typedCode } from "./typed.ts";

export function money(amount: number, currency: string, language: string): string {
  const digits = digitsOf(currency);
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: "currency", currency, ...shown }).format(amount / 10 ** digits);
}

/** Parses typed input ("25", "25.50", "25,5") into the smallest unit: null if empty, NaN if invalid. */
export function minorUnits(typed: string, currency: string): number | null {
  const text = typedCode(typed).replace(/\s/g, "");
  if (text === "") return null;
  const digits = digitsOf(currency);
  const match = /^(\d{1,7})(?:[.,](\d+))?$/.exec(text);
  const fraction = match?.[2] ?? "";
  if (!match || fraction.length > digits) return Number.NaN;
  return Number(match[1] + fraction.padEnd(digits, "0"));
}

export function typedAmount(amount: number | null, currency: string): string {
  if (amount === null) return "";
  const digits = digitsOf(currency);
  return amount % 10 ** digits === 0 ? String(amount / 10 ** digits) : (amount / 10 ** digits).toFixed(digits);
}

export function percent(value: string, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(Number(value) / 100);
}
