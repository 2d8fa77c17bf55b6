const MINUTE = 60_000;

/** Time until `until`, rounded up to the minute, e.g. "10 hours and 23 minutes". */
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
