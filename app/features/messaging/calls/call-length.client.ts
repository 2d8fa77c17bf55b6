/** For example "3 minutes, 5 seconds". */
export function spokenLength(seconds: number, locale: string): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const parts = [minutes > 0 && unit(minutes, "minute", locale), (rest > 0 || minutes === 0) && unit(rest, "second", locale)];
  return new Intl.ListFormat(locale, { type: "unit", style: "long" }).format(parts.filter((part) => part !== false));
}

function unit(count: number, name: "minute" | "second", locale: string): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "long" }).format(count);
}
