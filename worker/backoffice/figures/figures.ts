import type { z } from "zod";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { typedAmount } from "#worker/platform/money.ts";
import type { contract } from "./figures.contract.ts";
import type { FigureRow, FiguresStore } from "./figures.store.ts";
import { AGE_FIGURES, AMOUNTS, COUNTED, MONEY_FIGURES, type Series, WORK_FIGURES } from "./figures.vocabulary.ts";

/** Days that are shown without a choice, and at most. */
const USUAL = 30;
const MOST = 366;
const WEEK = 7;

type Output = z.output<(typeof contract)["staffFigures"]["output"]>;
type Input = z.output<(typeof contract)["staffFigures"]["input"]>;

interface Deps {
  store: FiguresStore;
}

export function createFigures({ store }: Deps) {
  async function found(ctx: StaffMemberContext, input: Input): Promise<Output> {
    const [domain, { from, to }] = [input.domain || null, periodOf(input, ctx.now)];
    const compared = comparedOf({ from, to }, ctx.now);
    const { rows, sites } = await store.read(domain, Math.min(from, compared ? compared.from - WEEK : from), to);
    if (domain !== null && !sites.some(({ id }) => id === domain)) throw new AppError("not_found");
    const days = Array.from({ length: to - from + 1 }, (_, n) => isoDay(from + n));
    return {
      ...{ domain: domain ?? "", from: isoDay(from), to: isoDay(to), days, sites },
      series: seriesOf(rows, from, days.length, compared),
      compared: compared && {
        ...{ from: isoDay(compared.from), to: isoDay(compared.to) },
        ...{ before_from: isoDay(compared.from - WEEK), before_to: isoDay(compared.to - WEEK) },
      },
    };
  }

  return {
    /** @throws not_found */
    async staffFigures(ctx: StaffMemberContext, input: Input): Promise<Output> {
      return found(ctx, input);
    },

    /** @throws not_found */
    async staffFiguresFile(ctx: StaffMemberContext, input: Input): Promise<Response> {
      const figures = await found(ctx, input);
      const name = `figures-${figures.domain || "all"}-${figures.from}-${figures.to}.csv`;
      return new Response(csvOf(figures), {
        headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}"` },
      });
    },
  };
}

/** In days since 1970, both included. Days in the wrong order are swapped, and a period that is too long loses its beginning. */
export function periodOf({ from, to }: Pick<Input, "from" | "to">, now: number): { from: number; to: number } {
  const last = to ? dayOf(to) : Math.floor(now / DAY);
  const first = from ? dayOf(from) : last - USUAL + 1;
  const end = Math.max(first, last);
  return { from: Math.max(Math.min(first, last), end - MOST + 1), to: end };
}

interface Days {
  /** In days since 1970, both included. */
  from: number;
  to: number;
}

/** The last complete days of a period, at most seven. A day that still runs is less than a whole one. */
export function comparedOf({ from, to }: Days, now: number): Days | null {
  const last = Math.min(to, Math.floor(now / DAY) - 1);
  const first = Math.max(from, last - WEEK + 1);
  return first > last ? null : { from: first, to: last };
}

/** Figures without parts are always listed; money and work have one series per currency or kind that occurs. */
function seriesOf(rows: FigureRow[], from: number, length: number, compared: Days | null): Series[] {
  const partsOf = (names: readonly string[]) =>
    [...new Set(rows.flatMap(({ day, name, part }) => (day >= from && names.includes(name) ? [part] : [])))].sort();
  const [currencies, kinds, proofs] = [partsOf(MONEY_FIGURES), partsOf(WORK_FIGURES), partsOf(AGE_FIGURES)];
  const all = [
    ...COUNTED.map((name) => ({ name, part: "" })),
    ...currencies.flatMap((part) => MONEY_FIGURES.map((name) => ({ name, part }))),
    ...kinds.flatMap((part) => WORK_FIGURES.map((name) => ({ name, part }))),
    ...proofs.flatMap((part) => AGE_FIGURES.map((name) => ({ name, part }))),
  ];
  const series = all.map((one) => ({ ...one, total: 0, values: Array.from({ length }, () => 0), week: { now: 0, before: 0 } }));
  for (const { day, name, part, value } of rows) {
    const one = series.find((other) => other.name === name && other.part === part);
    if (!one) continue;
    if (compared && day >= compared.from && day <= compared.to) one.week.now += value;
    if (compared && day >= compared.from - WEEK && day <= compared.to - WEEK) one.week.before += value;
    if (day < from) continue;
    one.values[day - from] = value;
    one.total += value;
  }
  return series;
}

/** One line a day. Amounts in the currency, times in minutes. */
function csvOf({ days, series }: Pick<Output, "days" | "series">): string {
  const head = ["day", ...series.map(({ name, part }) => (part ? `${name} ${part}` : name))];
  const lines = days.map((day, n) => [day, ...series.map((one) => cellOf(one, one.values[n] ?? 0))]);
  return [head, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function cellOf({ name, part }: Pick<Series, "name" | "part">, value: number): string {
  if (AMOUNTS.includes(name)) return typedAmount(value, part);
  return String(name === "waited" ? Math.round(value / 60_000) : value);
}

function dayOf(date: string): number {
  return Math.floor(Date.parse(date) / DAY);
}

function isoDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
