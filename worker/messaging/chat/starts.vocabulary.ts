/** New conversations per day. */
export const STARTS_FREE = 20;
export const STARTS_PAID = 40;
