import type { Product } from "./product.ts";

/** Written by looking: who was there and when, and what an open page has heard. */
const LOOKING = /^(sessions|visits|daily_figures|cron_runs)$/;
const TIMES = /^(last_active_at|last_seen_at|delivered_at)$/;

export type Rows = Map<string, Set<string>>;

/** All rows that a member's act could change, by table. */
export async function rowsOf(product: Product): Promise<Rows> {
  const tables = await product.sql<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND sql NOT LIKE '%VIRTUAL%'",
  );
  const names = tables.map(({ name }) => name).filter((name) => !LOOKING.test(name));
  const rows = await product.sqlBatch<object>(names.map((name) => ({ sql: `SELECT * FROM "${name}"`, values: [] })));
  const timeless = (row: object) => JSON.stringify(Object.entries(row).filter(([column]) => !TIMES.test(column)));
  return new Map(names.map((name, index) => [name, new Set((rows[index] as object[]).map(timeless))]));
}

export function changesBetween(before: Rows, after: Rows): string[] {
  return [...after].flatMap(([table, rows]) => {
    const old = before.get(table) ?? new Set();
    const [more, less] = [without(rows, old), without(old, rows)];
    return more + less === 0 ? [] : [`${table}: ${more} rows are new or changed, ${less} are gone`];
  });
}

const without = (rows: Set<string>, others: Set<string>): number => [...rows].filter((row) => !others.has(row)).length;
