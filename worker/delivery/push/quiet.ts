import type { QuietHours } from "#db/schema/attributes.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { momentOf, offsetOf } from "#worker/platform/zones.ts";

/** The end of the quiet hours that hold now, in ms; null outside them. */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (!quiet) return null;
  const { from, to, zone } = quiet;
  const local = now + offsetOf(zone, now);
  const midnight = Math.floor(local / DAY) * DAY;
  const [since, start, end] = [local - midnight, lengthOf(from), lengthOf(to)];
  if (start < end) return since >= start && since < end ? momentOf(zone, midnight + end, now) : null;
  if (since >= start) return momentOf(zone, midnight + DAY + end, now);
  return since < end ? momentOf(zone, midnight + end, now) : null;
}

function lengthOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * MINUTE;
}
