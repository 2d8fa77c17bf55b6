import { edge } from "#worker/edge/edge.ts";
import { dayOf, type Reader } from "#worker/lib/dates.ts";

const DAY = 24 * 3600 * 1000;

/** Formats an ISO 8601 time in the viewer's zone: time today, weekday in the last week, else date. */
export function whenShort(iso: string): string {
  const { reader, now } = edge();
  return shortTime(Date.parse(iso), now(), reader);
}

export function shortTime(at: number, now: number, { locale, hourCycle, zone }: Reader): string {
  const format: Intl.DateTimeFormatOptions =
    dayOf(at, zone) === dayOf(now, zone)
      ? { hour: "2-digit", minute: "2-digit", hourCycle }
      : now - at < 6 * DAY
        ? { weekday: "long" }
        : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(locale, { ...format, timeZone: zone }).format(at);
}
