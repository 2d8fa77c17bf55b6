import { MOST_GOING } from "#db/schema/event-kinds.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";

export const TITLE_MAX = 100;
export const TEXT_MAX = 3000;
export const PLACE_MAX = 150;
export const LINK_MAX = 300;
/** A smaller number is not told. */
export const COUNTED_FROM = 5;
/** “Full” tells the number: not below `COUNTED_FROM`. */
export const FEWEST_PLACES = 5;
export const MOST_PLACES = MOST_GOING;
/** In ms, from the beginning to the end. */
export const LONGEST_EVENT = 14 * DAY;
/** Km from the own town that are near. */
export const NEAR = 50;
/** Events ahead to which one member goes: more would be a way to read many lists of who goes. */
export const MOST_AHEAD = 5;
/** In ms after the end: then who went is shown to nobody, and is deleted. */
export const LIST_OPEN = DAY;
/** In ms after the end: events are deleted. */
export const EVENTS_RETENTION = 30 * DAY;
/** In ms on the list before it opens: whoever reads it can be seen first. */
export const LISTED_FIRST = 3 * HOUR;

const STEPS = [500, 200, 100, 50, 20, 10, COUNTED_FROM] as const;

/** At least so many go; null for a few. A step more tells that somebody came, and not who. */
export function roundedGoing(going: number): number | null {
  return STEPS.find((step) => going >= step) ?? null;
}
