const MINUTE = 60_000;

/** Hours and minutes until a moment, in words and rounded up to the minute: "10 hours and 23 minutes". */
export function timeLeft(until: number, now: number, language: string): string {
  const minutes = Math.max(1, Math.ceil((until - now) / MINUTE));
  const parts: [number, "hour" | "minute"][] = [
    [Math.floor(minutes / 60), "hour"],
    [minutes % 60, "minute"],
  ];
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count));
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}
