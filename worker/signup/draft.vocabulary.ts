/** Lifetime after the last change, in seconds. */
export const DRAFT_MAX_AGE = 7 * 24 * 3600;
