import type { SpendLimits } from "#db/schema/attributes.ts";
import { PERIODS, type Period, RAISE_AFTER, type SpendRule } from "./spending.vocabulary.ts";

export function limitsAt({ spendLimits, spendRaise }: SpendRule, now: number) {
  const due = spendRaise !== null && spendRaise.from <= now;
  return due ? { limits: spendRaise.limits, raise: null } : { limits: spendLimits, raise: spendRaise };
}

/** Missing limits stay. Lower limits hold at once and cancel a waiting raise; higher ones start a day after the request. */
export function changedLimits(rule: SpendRule, wanted: Partial<SpendLimits>, now: number): SpendRule {
  const { limits, raise } = limitsAt(rule, now);
  const goal: SpendLimits = { ...(raise?.limits ?? limits), ...defined(wanted) };
  const spendLimits = byPeriod((period) => lower(limits[period], goal[period]));
  if (PERIODS.every((period) => goal[period] === spendLimits[period])) return { spendLimits, spendRaise: null };
  // A waiting raise keeps its start when nothing higher is requested.
  const waits = raise !== null && PERIODS.every((period) => !isHigher(goal[period], raise.limits[period]));
  return { spendLimits, spendRaise: { limits: goal, from: waits ? raise.from : now + RAISE_AFTER } };
}

export type SpendAnswer = { allowed: true } | { allowed: false; period: Period; left: number };

/** A refusal names the limit and the rest under it. */
export function spendAllowed(rule: SpendRule, spent: Record<Period, number>, amount: number, now: number): SpendAnswer {
  const { limits } = limitsAt(rule, now);
  let tightest: Extract<SpendAnswer, { allowed: false }> | null = null;
  for (const period of PERIODS) {
    const limit = limits[period];
    if (limit === null || spent[period] + amount <= limit) continue;
    const left = Math.max(0, limit - spent[period]);
    if (!tightest || left < tightest.left) tightest = { allowed: false, period, left };
  }
  return tightest ?? { allowed: true };
}

function lower(a: number | null, b: number | null): number | null {
  return isHigher(a, b) ? b : a;
}

function isHigher(a: number | null, b: number | null): boolean {
  return (a ?? Number.POSITIVE_INFINITY) > (b ?? Number.POSITIVE_INFINITY);
}

function byPeriod(of: (period: Period) => number | null): SpendLimits {
  return { day: of("day"), week: of("week"), month: of("month") };
}

function defined(limits: Partial<SpendLimits>): Partial<SpendLimits> {
  return Object.fromEntries(Object.entries(limits).filter(([, amount]) => amount !== undefined));
}
