/** In ms. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** In ms: background work starts this long after the response. */
export const AFTER_ANSWER = 100;
