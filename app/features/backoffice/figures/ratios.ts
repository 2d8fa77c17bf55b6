import type { Series } from "#worker/backoffice/figures/figures.vocabulary.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { hoursChangeOf, pointsOf } from "./change.ts";
import type { Shown } from "./figure-group.tsx";
import { FIGURE_WORDS as words } from "./words.ts";

/** Ratio of two figures by day. Sign-ups of earlier days count too, so a day may exceed 100 %. */
export function shareOf(name: string, part: Series | undefined, of: Series | undefined, compares = false): Shown[] {
  if (!part || !of) return [];
  const share = (value: number, all: number) => (all === 0 ? null : value / all);
  const values = part.values.map((value, n) => share(value, of.values[n] ?? 0));
  const format = (value: number) => value.toLocaleString("en-GB", { style: "percent", maximumFractionDigits: 1 });
  const met = values.some((value) => value);
  return [
    {
      name,
      values,
      total: share(part.total, of.total),
      format,
      change: compares ? pointsOf(part, of) : undefined,
      ...(!met && part.total > 0 && { nothing: words.apart }),
    },
  ];
}

export function hoursOf(waited: Series | undefined, decided: Series | undefined, compares = false): Shown[] {
  if (!waited || !decided) return [];
  const hours = (ms: number, count: number) => (count === 0 ? null : ms / count / HOUR);
  const values = waited.values.map((ms, n) => hours(ms, decided.values[n] ?? 0));
  const format = (value: number) =>
    value.toLocaleString("en-GB", value < 0.1 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 1 });
  const change = compares ? hoursChangeOf(waited, decided, format) : undefined;
  return [{ name: words.average, values, total: hours(waited.total, decided.total), format, change }];
}
