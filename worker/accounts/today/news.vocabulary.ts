import { DAY } from "#worker/platform/durations.ts";

/** In ms. Older decisions and answers are no news, also for a member who never opened the list. */
export const NEWS_FOR = 14 * DAY;
