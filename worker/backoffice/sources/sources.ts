import type { z } from "zod";
import { periodOf } from "#worker/backoffice/figures/figures.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { csv, csvResponse } from "#worker/platform/csv.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { typedAmount } from "#worker/platform/money.ts";
import type { contract, SourceSums } from "./sources.contract.ts";
import type { SourceRow, SourcesStore } from "./sources.store.ts";
import { SOURCE_COUNTS, SOURCE_MONEY } from "./sources.vocabulary.ts";

type Output = z.output<(typeof contract)["staffSources"]["output"]>;
type Input = z.output<(typeof contract)["staffSources"]["input"]>;

/** Rows of a page, and of a file. */
const LISTED = 100;
const MOST = 10_000;
const AMOUNTS: readonly string[] = ["revenue", "refunded", "charged_back"];

export function createSources({ store }: { store: Pick<SourcesStore, "read"> }) {
  async function found(ctx: StaffMemberContext, input: Input, most: number): Promise<Output> {
    const { domain = "", by = "network", network = "", ref = "" } = input;
    // The day that still runs is less than a whole one.
    const period = periodOf({ ...input, to: input.to || isoDay(Math.floor(ctx.now / DAY) - 1) }, ctx.now);
    const before = period.from - (period.to - period.from + 1);
    const wanted = { ...period, before, by, most, domain: domain || null, network: network || null, ref: ref || null };
    const { rows, sites } = await store.read(wanted);
    if (domain !== "" && !sites.some(({ id }) => id === domain)) throw new AppError("not_found");
    const items = [...Map.groupBy(rows, ({ item }) => item)].flatMap(([item, own]) => (item === null ? [] : [{ item, own }]));
    const days = {
      from: isoDay(period.from),
      to: isoDay(period.to),
      before_from: isoDay(before),
      before_to: isoDay(period.from - 1),
    };
    const listed = items.map(({ item, own }) => {
      const [rest, name, its] = JSON.parse(item) as [number, string | number, string];
      return { rest, name: typeof name === "number" ? isoDay(name) : name, ref: its, ...sumsOf(own) };
    });
    return {
      ...{ domain, by, network, ref, ...days, sites },
      currencies: [...new Set(rows.flatMap(({ part }) => (part === "" ? [] : [part])))].sort(),
      rows: by === "day" ? listed.sort((a, b) => (a.name < b.name ? 1 : -1)) : listed,
      total: sumsOf(rows.filter(({ item }) => item === null)),
      more: (rows.find(({ item }) => item !== null)?.items ?? 0) - items.length,
    };
  }

  return {
    /** @throws not_found */
    async staffSources(ctx: StaffMemberContext, input: Input): Promise<Output> {
      // All days of a period have a row.
      return found(ctx, input, input.by === "day" ? MOST : LISTED);
    },

    /** @throws not_found */
    async staffSourcesFile(ctx: StaffMemberContext, input: Input): Promise<Response> {
      const sums = await found(ctx, input, MOST);
      return csvResponse(csv(linesOf(sums)), `sources-${sums.by}-${sums.domain || "all"}-${sums.from}-${sums.to}.csv`);
    },
  };
}

export function sumsOf(rows: readonly Pick<SourceRow, "name" | "part" | "now" | "before">[]): SourceSums {
  const currencies = [...new Set(rows.flatMap(({ part }) => (part === "" ? [] : [part])))].sort();
  const sum = (name: string, part: string, when: "now" | "before") =>
    rows.reduce((all, row) => all + (row.name === name && row.part === part ? row[when] : 0), 0);
  const counts = (when: "now" | "before") =>
    Object.fromEntries(SOURCE_COUNTS.map((name) => [name, sum(name, "", when)])) as SourceSums["counts"];
  const money = (when: "now" | "before") =>
    currencies.map((currency) => ({
      currency,
      ...(Object.fromEntries(SOURCE_MONEY.map((name) => [name, sum(name, currency, when)])) as Record<
        (typeof SOURCE_MONEY)[number],
        number
      >),
    }));
  return { counts: counts("now"), before: counts("before"), money: money("now"), money_before: money("before") };
}

/** Amounts in the currency. */
function linesOf({ by, rows, currencies }: Output) {
  const named = by === "ref" ? ["network", "ref"] : [by];
  const head = [
    ...named,
    "kind",
    ...SOURCE_COUNTS,
    ...currencies.flatMap((currency) => SOURCE_MONEY.map((one) => `${one} ${currency}`)),
  ];
  const kinds = ["", "all other refs", "all other networks", "names erased"];
  const lines = rows.map(({ name, ref, rest, counts, money }) => [
    ...(by === "ref" ? [name, ref] : [name]),
    kinds[rest] ?? "",
    ...SOURCE_COUNTS.map((one) => counts[one]),
    ...currencies.flatMap((currency) => {
      const own = money.find((one) => one.currency === currency);
      return SOURCE_MONEY.map((one) => {
        const value = own?.[one] ?? 0;
        return AMOUNTS.includes(one) ? Number(typedAmount(value, currency)) : value;
      });
    }),
  ]);
  return [head, ...lines];
}

function isoDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
