export interface Limit {
  limit: number;
  windowMs: number;
}

export interface LimitOutcome {
  allowed: boolean;
  retryAfterMs: number;
}
