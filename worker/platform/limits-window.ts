/** Codes by SMS of a domain, unless its file names another number. */
export const SMS_PER_DAY = 200;

export interface Limit {
  limit: number;
  windowMs: number;
}

export interface LimitOutcome {
  allowed: boolean;
  retryAfterMs: number;
}
