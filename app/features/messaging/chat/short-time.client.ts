import type { Reader } from "#worker/platform/dates.ts";
import { formatOf } from "./formats.client.ts";

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Where clocks are put back. */
const LONGEST_DAY = 25 * HOUR;

/** Formats a time (ms) in the viewer's zone: time today, weekday in the last week, else date. */
export function shortTime(at: number, now: number, { locale, hourCycle, zone }: Reader): string {
  const day = formatOf("sv", { dateStyle: "short", timeZone: zone });
  const isToday = now - at < LONGEST_DAY && day.format(at) === day.format(now);
  const format: Intl.DateTimeFormatOptions = isToday
    ? { hour: "2-digit", minute: "2-digit", hourCycle }
    : now - at < 6 * DAY
      ? { weekday: "long" }
      : { day: "numeric", month: "short" };
  return formatOf(locale, { ...format, timeZone: zone }).format(at);
}
