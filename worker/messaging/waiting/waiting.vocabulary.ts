import { MINUTE } from "#worker/platform/durations.ts";

/** In ms: who pays or returns later may have written something else meanwhile, or to somebody else. */
export const IN_TIME = 15 * MINUTE;
