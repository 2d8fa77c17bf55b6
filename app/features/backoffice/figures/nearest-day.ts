/** A day beyond its month is the last of the month; any other malformed day is "". */
export function nearestDay(typed: string | null): string {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed?.trim() ?? "") ?? []).map(Number);
  if (year < 1970 || month < 1 || month > 12 || day < 1) return "";
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}
