export const EVENT_STATUSES = ["draft", "published", "cancelled"] as const;
export const EVENT_NOTICES = ["changed", "cancelled"] as const;
/** Of an event without a limit of its own: who goes is walked page by page. */
export const MOST_GOING = 1000;
