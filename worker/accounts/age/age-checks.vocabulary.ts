import { DAY } from "#worker/platform/durations.ts";

/** In ms: pictures that nobody looked at are erased then. */
export const UNDECIDED = 14 * DAY;

/** In ms: a refusal, without its pictures. */
export const REFUSAL_RETENTION = 30 * DAY;
