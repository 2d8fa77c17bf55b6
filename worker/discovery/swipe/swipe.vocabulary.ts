import { DAY } from "#worker/platform/durations.ts";

/** In ms: for so long the deck leaves out a profile that was swiped. */
export const PASSED_FOR = 30 * DAY;
