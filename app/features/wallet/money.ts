/** An amount in a currency's smallest unit, as it is written in a language. */
export function money(amount: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** A percentage of the contract ("25.0"), as it is written in a language. */
export function percent(value: string, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(Number(value) / 100);
}

/** A moment to the minute, with its time zone: whoever reads it may be in any. */
export function moment(iso: string, language: string): string {
  const format: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
    timeZoneName: "short",
  };
  return new Intl.DateTimeFormat(language, format).format(new Date(iso));
}
