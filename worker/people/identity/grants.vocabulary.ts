/** Newest requests for private photos that are counted. */
export const REQUESTS_COUNTED = 20;
