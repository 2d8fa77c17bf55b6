import type { Series } from "#worker/backoffice/figures/figures.vocabulary.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { FIGURE_WORDS as words } from "./words.ts";

/** Below so many cases a percentage says more than they do. */
const FEW = 20;

interface Compared {
  now: number;
  before: number;
  /** Cases before, which decide whether a percentage is shown. */
  cases: number;
  format(value: number): string;
}

/** The difference of two equal spans with its sign, and as a percentage of many cases. */
export function changeOf({ now, before, cases, format }: Compared): string {
  const by = now - before;
  if (by === 0 || format(now) === format(before)) return words.noChange;
  const difference = signed(by, format);
  const share = (value: number) => value.toLocaleString("en-GB", { style: "percent", maximumFractionDigits: 0 });
  return cases < FEW ? difference : `${difference} (${signed(by / before, share)})`;
}

/** Of a ratio: in points, not a percentage of percentages. */
export function pointsOf(part: Series, of: Series): string {
  if (Math.min(of.week.now, of.week.before) < FEW) return words.fewToCompare;
  const by = (part.week.now / of.week.now - part.week.before / of.week.before) * 100;
  const points = (value: number) => value.toLocaleString("en-GB", { maximumFractionDigits: 1 });
  return points(by) === "0" || points(by) === "-0" ? words.noChange : words.points(signed(by, points));
}

/** Of the mean hours to a decision. */
export function hoursChangeOf(waited: Series, decided: Series, format: (hours: number) => string): string {
  if (Math.min(decided.week.now, decided.week.before) === 0) return words.fewToCompare;
  const hours = (when: "now" | "before") => waited.week[when] / decided.week[when] / HOUR;
  return changeOf({ now: hours("now"), before: hours("before"), cases: 0, format });
}

function signed(value: number, format: (value: number) => string): string {
  return `${value > 0 ? "+" : "−"}${format(Math.abs(value))}`;
}

const DAYS = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** E.g. "21–27 Nov"; both days included. */
export function spanOf(from: string, to: string): string {
  return DAYS.formatRange(new Date(from), new Date(to));
}
