/** "24.99" for 2499 at two digits. Null if the sum has more digits than the format. */
export function toDecimal(amount: number, digits: number, shown = 2): string | null {
  if (!Number.isSafeInteger(amount) || amount < 0) return null;
  const text = String(amount).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).padEnd(shown, "0");
  return /^0*$/.test(fraction.slice(shown)) ? `${whole}.${fraction.slice(0, shown)}` : null;
}

/** Exact, without floating point. Null for anything but a decimal number that the currency can hold. */
export function fromDecimal(text: string, digits: number): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  if (!/^0*$/.test(fraction.slice(digits))) return null;
  return Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
}
