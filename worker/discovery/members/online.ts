/** In ms after the last activity. */
const ONLINE_FOR = 5 * 60 * 1000;

/** Members active since this time (ms) count as online. */
export function onlineSince(now: number): number {
  return now - ONLINE_FOR;
}
