import { DAY } from "#worker/platform/durations.ts";

/** In ms. */
export const VISITS_RETENTION = 30 * DAY;
