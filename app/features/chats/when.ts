import { edge } from "#worker/edge/edge.ts";

const DAY = 24 * 3600 * 1000;

/** A moment as a list says it: the time today, the day of the week in the last week, else the date. */
export function whenShort(iso: string): string {
  const { language, now } = edge();
  const at = new Date(iso);
  const age = now() - at.getTime();
  const today = at.toISOString().slice(0, 10) === new Date(now()).toISOString().slice(0, 10);
  const format: Intl.DateTimeFormatOptions = today
    ? { hour: "2-digit", minute: "2-digit" }
    : age < 6 * DAY
      ? { weekday: "long" }
      : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(language, { ...format, timeZone: "UTC" }).format(at);
}
