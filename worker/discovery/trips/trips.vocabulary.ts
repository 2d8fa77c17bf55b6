import { DAY } from "#worker/platform/durations.ts";

export const MOST_TRIPS = 3;
/** In days, the first and the last included. */
export const LONGEST_TRIP = 30;
/** In days from today to the first day. */
export const FARTHEST_TRIP = 180;
/** In days: others see a trip so long before its first day, and distances use it. */
export const SHOWN_BEFORE = 3;

/** ISO dates. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** ISO dates. */
export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / DAY);
}
