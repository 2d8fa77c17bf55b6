import { MINUTE } from "#worker/platform/durations.ts";

export const WHOLE_CRON = "all";

/** Lists of waiting work with the maximum age (ms) of the oldest entry. Null: waits for a person. */
export const WAITING = {
  mails: 15 * MINUTE,
  mails_given_up: null,
  notification_mails: 30 * MINUTE,
  digests: 15 * MINUTE,
  payments: 15 * MINUTE,
  payments_undecided: null,
  refunds: 60 * MINUTE,
  refunds_refused: null,
} as const;

export type Waiting = keyof typeof WAITING;

export const WAITING_NAMES = Object.keys(WAITING) as [Waiting, ...Waiting[]];

/** In ms: the cron runs each minute, and a deployment may stop it for a few. */
export const CRON_LATE = 5 * MINUTE;
