/** In ms: the activity of a member who is here is written as often. */
export const TOUCH_EVERY = 8 * 60_000;
/** In ms after the last activity. The end of the last visible page is told at once, so it may be long. */
export const ONLINE_FOR = 10 * 60_000;

/** Members active since this time (ms), and not away, count as online. */
export function onlineSince(now: number): number {
  return now - ONLINE_FOR;
}
