/** Counters by domain and day. `part` is a currency for money figures, a kind of work for work figures. */
export const COUNTED = [
  ...(["signups", "members", "active", "buyers", "messages", "likes", "matches"] as const),
  // To fictional profiles, by the site where the member wrote.
  "desk_messages",
  // By the site on which the call was started.
  ...(["calls", "missed_calls", "call_minutes", "call_reports"] as const),
] as const;
export const MONEY_FIGURES = [
  ...(["ordered", "orders", "revenue"] as const),
  ...(["refunds", "refunded", "chargebacks", "charged_back"] as const),
] as const;
/** `waited`: ms from entry to decision, in all. */
export const WORK_FIGURES = ["decided", "late", "waited"] as const;

/** `part` is method and country, such as `eu NL`. */
export const AGE_FIGURES = ["age_begun", "age_done", "age_failed", "age_left", "age_refused"] as const;

export const FIGURES = [...COUNTED, ...MONEY_FIGURES, ...WORK_FIGURES, ...AGE_FIGURES] as const;
export type FigureName = (typeof FIGURES)[number];

/** Amounts in the currency's smallest unit. */
export const AMOUNTS: readonly FigureName[] = ["revenue", "refunded", "charged_back"];

export interface Series {
  name: FigureName;
  part: string;
  total: number;
  values: number[];
  /** Sums of the compared days, and of the same days a week before. */
  week: { now: number; before: number };
}
