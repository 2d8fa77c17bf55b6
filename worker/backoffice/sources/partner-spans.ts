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
 * Weeks are joined until they hold five sign-ups, or money of five members from before and no sign-up. Other numbers wait for a later span until
 * they are of five people. So no count that is shown, and no difference between two looks, is of fewer. `to` is a Sunday; the rest waits.
 */
export function spansOf(rows: readonly WeekRow[], from: number, to: number): Span[] {
  const weeks = Map.groupBy(rows, ({ monday }) => monday);
  const spans: Span[] = [];
  let waiting: WeekRow[] = [];
  let begin = from;
  for (let monday = mondayOf(from); monday + WEEK - 1 <= to; monday += WEEK) {
    waiting.push(...(weeks.get(monday) ?? []));
    const signups = peopleIn(waiting, "signups");
    const told = new Set(largeIn(waiting));
    const isPaid = [...told].some(({ part }) => part !== "");
    if (signups < NAMED_FROM && !(signups === 0 && isPaid && spans.length > 0)) continue;
    spans.push(spanOf([...told], begin, monday + WEEK - 1));
    begin = monday + WEEK;
    waiting = waiting.filter((row) => !told.has(row));
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

/** Counts of at least five people, and all of a currency in which at least five paid. */
function largeIn(rows: readonly WeekRow[]): WeekRow[] {
  const large = new Set(rows.map(({ name }) => name).filter((name) => peopleIn(rows, name) >= NAMED_FROM));
  const currencies = new Set(rows.map(({ part }) => part).filter((part) => part !== "" && payersIn(rows, part) >= NAMED_FROM));
  return rows.filter(({ name, part }) => (part === "" ? large.has(name) : currencies.has(part)));
}

/** At least so many different people. Payers count once a month, so those of two months may be the same. */
function peopleIn(rows: readonly WeekRow[], wanted: string): number {
  const months = new Map<string, number>();
  for (const { name, month, value } of rows) {
    const key = name === "payers" ? month : "";
    if (name === wanted) months.set(key, (months.get(key) ?? 0) + value);
  }
  return Math.max(0, ...months.values());
}

/** Payers name no currency: those of countries count where all paid in this one. */
function payersIn(rows: readonly WeekRow[], currency: string): number {
  const others = new Set(rows.filter(({ part }) => part !== "" && part !== currency).map(({ country }) => country));
  return peopleIn(
    rows.filter(({ country }) => !others.has(country)),
    "payers",
  );
}

function mondayOf(day: number): number {
  return day - ((day + 3) % WEEK);
}

/** The last Sunday before the day. */
export function lastSunday(day: number): number {
  return mondayOf(day) - 1;
}
