/** Seconds after the last write. */
export const DRAFT_MAX_AGE = 7 * 24 * 3600;
