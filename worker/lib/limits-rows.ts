import type { Limit } from "./limits-window.ts";

/** All windows apply at once. */
export interface LimitRow {
  /** Empty for requests outside the contract. */
  calls: readonly string[];
  /** The counter fills in each {name}. Objects see only a keyed hash. */
  key: string;
  windows: readonly Limit[];
  protects: string;
  /** `rule`: by the rule itself. `before`: blocking. `after`: without delay (decision 0020). */
  counted: "rule" | "before" | "after";
  /** For `before` and `after` only; defaults to all callers. */
  of?: "visitors" | "members";
}

export const rows = <const T extends Record<string, LimitRow>>(table: T) => table;

export function limit(most: number, windowMs: number): Limit {
  return { limit: most, windowMs };
}
