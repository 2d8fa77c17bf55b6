import { getTableColumns, type Query, SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { SQLiteAsyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";
import { rendered } from "./sql.ts";

const dialect = new SQLiteAsyncDialect();

/** SQL as text with its parameters. */
export type Built = Pick<Query, "sql" | "params">;

export function built(query: SQL): Built {
  const { sql, params } = rendered(query) ?? dialect.sqlToQuery(query);
  return { sql, params };
}

/** Drizzle's batch drops the parameters of raw SQL. */
export function prepared(db: Database, query: SQL | Built): D1PreparedStatement {
  const { sql, params } = query instanceof SQL ? built(query) : query;
  return db.$client.prepare(sql).bind(...params);
}

/** One round trip, one transaction. */
export async function rowsOf<T extends unknown[]>(
  db: Database,
  queries: { [I in keyof T]: SQL },
): Promise<{ [I in keyof T]: T[I][] }> {
  if (queries.length === 0) return [] as { [I in keyof T]: T[I][] };
  const results = await db.$client.batch((queries as SQL[]).map((query) => prepared(db, query)));
  return results.map((result) => result.results) as { [I in keyof T]: T[I][] };
}

/** A raw query as an item of Drizzle's batch, which drops its parameters otherwise. */
export function batched<T>(db: Database, query: SQL | Built): BatchItem<"sqlite"> & { _: { result: T[] } } {
  const { sql, params } = query instanceof SQL ? built(query) : query;
  const item = {
    getQuery: () => ({ sql, params }),
    stmt: db.$client.prepare(sql),
    mapResult: ({ results }: D1Result) => results,
  };
  return { _prepare: () => item } as never;
}

export type Row = Record<string, unknown>;

/** Makes a condition of a query: its row is unchanged, except in the columns of `but`. Decision 71. */
export function unchanged(row: Row, but: ReadonlySet<string>): (query: Built) => Built {
  const names = Object.keys(row).filter((name) => !but.has(name));
  const known = JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
  const now = names.map((name) => `now."${name}"`).join(", ");
  const then = names.map((name) => `known.row ->> '$."${name}"'`).join(", ");
  return ({ sql, params }) => ({
    sql: `EXISTS (SELECT 1 FROM (${sql}) now, (SELECT ? AS row) known WHERE (${now}) IS (${then}))`,
    params: [...params, known],
  });
}

/** `query` ends with its own conditions; `rest` follows them. */
export function onlyWhere(conditions: Built[], query: SQL, rest: SQL | null = null): Built {
  const { sql, params } = built(query);
  const end = rest ? built(rest) : { sql: "", params: [] };
  return {
    sql: `${[sql, ...conditions.map((one) => one.sql)].join(" AND ")} ${end.sql}`,
    params: [params, ...conditions.map((one) => one.params), end.params].flat(),
  };
}

/** The database evaluates the condition when the batch reaches the statement. */
export function rowWhere<T extends SQLiteTable>(table: T, row: T["$inferInsert"], condition: SQL): SQL {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = (row as Record<string, unknown>)[name] ?? column.default ?? null;
    return value === null ? sql`NULL` : sql`${sql.param(value, column)}`;
  });
  return sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`;
}

export function insertWhere<T extends SQLiteTable>(table: T, row: T["$inferInsert"], condition: SQL): SQL {
  const names = Object.values(getTableColumns(table)).map((column) => sql.identifier(column.name));
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) ${rowWhere(table, row, condition)}`;
}
