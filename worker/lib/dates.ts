/** Completed years on the UTC day of `now` (ms) for an ISO birth date; someone born on 29 February ages on 1 March in other years. */
export function ageOn(birthDate: string, now: number): number {
  const today = new Date(now).toISOString();
  return Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5, 10) < birthDate.slice(5, 10) ? 1 : 0);
}

/** A calendar date as ISO 8601 (YYYY-MM-DD), or null for one that does not exist, such as 30 February. */
export function isoDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** A day (ISO 8601, or ms) as it is written in a language: every page and mail writes days so. */
export function writtenDay(time: string | number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(time));
}

/** A moment to the minute, likewise. Nobody has told us the reader's zone, so the one that it is in is named. */
export function writtenTime(time: string | number, language: string): string {
  const form = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(language, form).format(new Date(time))} UTC`;
}
