/** In ms. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Days since 1970, in UTC. */
export function utcDay(at: number): number {
  return Math.floor(at / DAY);
}

/** In ms: when the day of a time began, in UTC. */
export function utcMidnight(at: number): number {
  return utcDay(at) * DAY;
}

/** In ms: background work starts this long after the response. */
export const AFTER_ANSWER = 100;
/** In seconds: when to ask again while the database is away. */
export const RETRY_AFTER = 60;
