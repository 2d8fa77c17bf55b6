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
