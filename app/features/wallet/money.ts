/** An amount in a currency's smallest unit, as it is written in a language. */
export function money(amount: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** An amount as somebody types it ("25", "25.50", "25,5") in a currency's smallest unit: null for none, NaN for what is no amount. */
export function minorUnits(typed: string, currency: string): number | null {
  const text = typed.normalize("NFKC").replace(/\s/g, "");
  if (text === "") return null;
  const digits = digitsOf(currency);
  const match = /^(\d{1,7})(?:[.,](\d+))?$/.exec(text);
  const fraction = match?.[2] ?? "";
  if (!match || fraction.length > digits) return Number.NaN;
  return Number(match[1] + fraction.padEnd(digits, "0"));
}

/** The other way round, for a field: no sign and no grouping. */
export function typedAmount(amount: number | null, currency: string): string {
  if (amount === null) return "";
  const digits = digitsOf(currency);
  return amount % 10 ** digits === 0 ? String(amount / 10 ** digits) : (amount / 10 ** digits).toFixed(digits);
}

function digitsOf(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** A percentage of the contract ("25.0"), as it is written in a language. */
export function percent(value: string, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(Number(value) / 100);
}
