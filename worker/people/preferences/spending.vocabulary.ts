import type { SpendLimits } from "#db/schema/attributes.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";

/** In the currency's smallest unit; null for no limit. */
export interface SpendRule {
  spendLimits: SpendLimits;
  spendRaise: { limits: SpendLimits; from: number } | null;
}

export const PERIODS = ["day", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];

/** In ms, back from now. */
export const LENGTHS: Readonly<Record<Period, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY };
/** In ms: an older order counts no more, however late it was paid. Bounds the rows read. */
export const OLDEST = 400 * DAY;
/** Cooling-off period. */
export const RAISE_AFTER = 24 * HOUR;
