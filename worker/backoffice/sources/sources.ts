import type { z } from "zod";
import { periodOf } from "#worker/backoffice/figures/figures.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { csv, csvResponse } from "#worker/platform/csv.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { typedAmount } from "#worker/platform/money.ts";
import type { contract, SourceSums } from "./sources.contract.ts";
import type { SourceRow, SourcesStore, SubRow } from "./sources.store.ts";
import { GROUPS_WITH_VIEWS, SOURCE_COUNTS, SOURCE_MONEY, VIEWS } from "./sources.vocabulary.ts";

type Output = z.output<(typeof contract)["staffSources"]["output"]>;
type Input = z.output<(typeof contract)["staffSources"]["input"]>;

/** Rows of a page, and of a file. */
const LISTED = 100;
const MOST = 10_000;
/** Accounts that one trip looks at, and a file in all. */
const LOOKED_AT = 50_000;
const MOST_ACCOUNTS = 2_000_000;
const AMOUNTS: readonly string[] = ["revenue", "refunded", "charged_back"];

export function createSources({ store }: { store: Pick<SourcesStore, "read" | "subs"> }) {
  async function found(ctx: StaffMemberContext, input: Input, most: number): Promise<Output> {
    const { domain = "", by = "network", network = "", ref = "" } = input;
    const period = completeDays(input, ctx.now);
    const before = period.from - (period.to - period.from + 1);
    const wanted = { ...period, before, by, most, domain: domain || null, network: network || null, ref: ref || null };
    const { rows, sites, isViewed } = await store.read(wanted);
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
      has_views: GROUPS_WITH_VIEWS.includes(by) && network === "" && ref === "",
      has_rates: isViewed,
      more: (rows.find(({ item }) => item !== null)?.items ?? 0) - items.length,
    };
  }

  return {
    /** @throws not_found too_large */
    async staffSubsFile(
      ctx: StaffMemberContext,
      input: z.output<(typeof contract)["staffSubsFile"]["input"]>,
    ): Promise<Response> {
      const { domain = "", network = "", ref = "" } = input;
      const { from, to } = completeDays(input, ctx.now);
      const wanted = { domain: domain || null, network: network || null, ref: ref || null, from: from * DAY, to: (to + 1) * DAY };
      const rows: SubRow[] = [];
      let after: number | null = null;
      for (let looked = 0; ; looked += LOOKED_AT) {
        if (looked >= MOST_ACCOUNTS || rows.length > MOST) throw new AppError("too_large");
        const page: Awaited<ReturnType<SourcesStore["subs"]>> = await store.subs(wanted, after, LOOKED_AT);
        rows.push(...page.rows);
        after = page.last;
        if (after === null) break;
      }
      return csvResponse(csv(subLines(rows)), `subs-${domain || "all"}-${isoDay(from)}-${isoDay(to)}.csv`);
    },

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
  return {
    ...{ counts: counts("now"), before: counts("before"), money: money("now"), money_before: money("before") },
    ...{ views: sum(VIEWS, "", "now"), views_before: sum(VIEWS, "", "before") },
  };
}

/** Amounts in the currency. */
function linesOf({ by, rows, currencies, has_views }: Output) {
  const named = by === "ref" ? ["network", "ref"] : [by];
  const head = [
    ...named,
    "kind",
    ...(has_views ? [VIEWS] : []),
    ...SOURCE_COUNTS,
    ...currencies.flatMap((currency) => SOURCE_MONEY.map((one) => `${one} ${currency}`)),
  ];
  const kinds = ["", "all other refs", "all other networks", "names erased"];
  const lines = rows.map(({ name, ref, rest, counts, money, views }) => [
    ...(by === "ref" ? [name, ref] : [name]),
    kinds[rest] ?? "",
    ...(has_views ? [views] : []),
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

/** One line for each combination; windows of accounts may share one. */
function subLines(rows: readonly SubRow[]) {
  const names = ["network", "ref", "sub1", "sub2", "sub3"] as const;
  const counts = ["signups", "members", "paying"] as const;
  const groups = Map.groupBy(rows, (row) => JSON.stringify(names.map((name) => row[name])));
  const lines = [...groups.values()].map((own) => [
    ...names.map((name) => own[0]?.[name] ?? ""),
    ...counts.map((count) => own.reduce((sum, row) => sum + row[count], 0)),
  ]);
  return [[...names, ...counts], ...lines];
}

/** The day that still runs is less than a whole one. */
function completeDays(input: Pick<Input, "from" | "to">, now: number) {
  return periodOf({ ...input, to: input.to || isoDay(Math.floor(now / DAY) - 1) }, now);
}

function isoDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
