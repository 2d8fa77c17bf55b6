import { NAMED_FROM } from "#db/schema/source-limits.ts";
import type { WeekRow } from "./partner-links.store.ts";
import type { SourceSums } from "./sources.contract.ts";
import { sumsOf } from "./sources.ts";

/** Complete weeks that are shown together. Days since 1970, both included. */
export interface Span {
  from: number;
  to: number;
  sums: Pick<SourceSums, "counts" | "money">;
  /** Sign-ups; null stands for all others. */
  countries: Map<string | null, number>;
  landers: Map<string | null, number>;
}

export interface PartnerFigures {
  network: string;
  ref: string;
  until: number;
  spans: Span[];
  /** Sign-ups that are told together at least. */
  least: number;
}

const WEEK = 7;

/**
 * Weeks are joined until they hold five sign-ups, or money of members from before and no sign-up. So no number that is shown, and no difference
 * between two looks, tells of fewer than five who came. `to` is a Sunday; the rest waits.
 */
export function spansOf(rows: readonly WeekRow[], from: number, to: number): Span[] {
  const weeks = Map.groupBy(rows, ({ monday }) => monday);
  const spans: Span[] = [];
  let open: WeekRow[] = [];
  let begin = from;
  for (let monday = mondayOf(from); monday + WEEK - 1 <= to; monday += WEEK) {
    open.push(...(weeks.get(monday) ?? []));
    const [signups, orders] = [sumOf(open, "signups"), sumOf(open, "orders")];
    if (signups < NAMED_FROM && !(signups === 0 && orders >= NAMED_FROM && spans.length > 0)) continue;
    spans.push(spanOf(open, begin, monday + WEEK - 1));
    begin = monday + WEEK;
    open = [];
  }
  return spans;
}

function spanOf(rows: readonly WeekRow[], from: number, to: number): Span {
  const { counts, money } = sumsOf(rows.map(({ name, part, value }) => ({ name, part, now: value, before: 0 })));
  const by = (column: "country" | "lander") => {
    const found = new Map<string, number>();
    for (const row of rows) if (row.name === "signups") found.set(row[column], (found.get(row[column]) ?? 0) + row.value);
    return together(found);
  };
  return { from, to, sums: { counts, money }, countries: by("country"), landers: by("lander") };
}

/** Parts below five are counted together. Where these are still fewer than five, the smallest other part joins them. */
export function together(parts: ReadonlyMap<string, number>): Map<string | null, number> {
  const sorted = [...parts].filter(([, value]) => value > 0).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const shown = sorted.filter(([, value]) => value >= NAMED_FROM);
  let others = sorted.slice(shown.length).reduce((sum, [, value]) => sum + value, 0);
  if (others > 0 && others < NAMED_FROM) others += shown.pop()?.[1] ?? 0;
  return new Map<string | null, number>([...shown, ...(others > 0 ? ([[null, others]] as const) : [])]);
}

function sumOf(rows: readonly WeekRow[], wanted: string): number {
  return rows.reduce((sum, { name, value }) => sum + (name === wanted ? value : 0), 0);
}

function mondayOf(day: number): number {
  return day - ((day + 3) % WEEK);
}

/** The last Sunday before the day. */
export function lastSunday(day: number): number {
  return mondayOf(day) - 1;
}
