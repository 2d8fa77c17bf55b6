import type { Violation } from "#worker/platform/constraint.ts";

/** The refusal that a failed spending means; null for another constraint. Decision 45. */
export function spendRefusal({ name }: Violation): "not_enough_credits" | "debt_open" | null {
  if (name === "credits_not_negative") return "not_enough_credits";
  return name === "debt is open" ? "debt_open" : null;
}
