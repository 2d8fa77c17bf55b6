/** In characters. */
export const DESK_NOTE = { min: 1, max: 2000 };
/** Messages that the desk shows, the newest. */
export const SHOWN_MESSAGES = 50;
/** In ms: a message may be stored so long after its time. The rare second look is better than a message without one. */
export const LATE_WRITE = 5_000;
/** Days over which the desk counts. */
export const DESK_DAYS = 30;
