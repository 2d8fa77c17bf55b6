import type { Limit } from "./limits-window.ts";

/**
 * Whose loss it is. `operator`: money for each piece (SMS, mail, picture, provider). `staff`: time of people. `machine`: processor and
 * database. `owner`: an account and its secrets. `mailbox`: who gets mails or codes. `members`: their peace and their data.
 */
type Loss = "operator" | "staff" | "machine" | "owner" | "mailbox" | "members";

/** What no stranger can multiply at will: accounts, addresses, names, tokens and devices cost nothing. */
export const SCARCE = ["network", "range", "domain", "staff"] as const;

/** All windows apply at once. */
export interface LimitRow {
  /** Empty for requests outside the contract. */
  calls: readonly string[];
  /** The counter fills in each {name}. Objects see only a keyed hash. */
  key: string;
  windows: readonly Limit[];
  protects: string;
  loss: Loss;
  /** `rule`: by the rule itself. `before`: blocking. `after`: without delay (decision 0020). `staff`: reads of staff. */
  counted: "rule" | "before" | "after" | "staff";
  /** For `before` and `after` only; defaults to all callers. */
  of?: "visitors" | "members";
  /** One call of as many, at random, is counted and stands for all of them. Decision 130. */
  sampled?: number;
}

export const rows = <const T extends Record<string, LimitRow>>(table: T) => table;

export function limit(most: number, windowMs: number): Limit {
  return { limit: most, windowMs };
}
