import { dayOf } from "#worker/platform/dates.ts";
import { DAY } from "#worker/platform/durations.ts";
import { zoneOf } from "#worker/platform/zones.ts";

/**
 * A day in the zone of a member from the Netherlands, as the rules of trips count. Tomorrow by default: a trip is shown
 * three days before, and a test that runs over midnight still asks for no past day.
 */
export function tripDay(ahead = 1, now = Date.now()): string {
  return dayOf(now + ahead * DAY, zoneOf("NL"));
}
