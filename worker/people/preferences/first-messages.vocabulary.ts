export const FIRST_FROM = ["everybody", "liked", "nobody"] as const;
/** In characters, cleaned. */
export const FIRST_LENGTHS = [0, 40, 80, 140] as const;
