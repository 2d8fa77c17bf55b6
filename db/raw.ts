import { Column, fillPlaceholders, getTableColumns, is, type Query, SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
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

interface Kept {
  getQuery(): { sql: string; params: unknown[] };
  fields?: { path: string[]; field: unknown }[];
}

interface Filling {
  all(values?: Record<string, unknown>): Promise<unknown>;
}

type Reader = (values: unknown[]) => Record<string, unknown>;

const readers = new WeakMap<Kept, Reader>();

/** Drizzle's mapping with each decoder found once, not for each row. Not for outer joins: their missing rows are null there. */
function readerOf(statement: Kept): Reader {
  const reader = readers.get(statement) ?? makeReader(statement);
  readers.set(statement, reader);
  return reader;
}

function makeReader(statement: Kept): Reader {
  const { fields = [] } = statement;
  if (fields.length === 0 || fields.some(({ path }) => path.length > 2))
    throw new TypeError("no statement of tables and columns");
  const columns = fields.map(({ path: [group = "", name = null], field }) => ({ group, name, ...decodingOf(field) }));
  return (values) => {
    const made: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) {
      const { group, name, decoder } = columns[i] as (typeof columns)[number];
      const given = values[i];
      const value = given === null || decoder === null ? given : decoder.mapFromDriverValue(given);
      if (name === null) made[group] = value;
      else ((made[group] ??= {}) as Record<string, unknown>)[name] = value;
    }
    return made;
  };
}

function decodingOf(field: unknown): { decoder: ReturnType<typeof decoderOf> | null } {
  const decoder = decoderOf(field);
  return { decoder: decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : decoder };
}

function decoderOf(field: unknown): { mapFromDriverValue(value: unknown): unknown } {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: ReturnType<typeof decoderOf> }).decoder;
  return decoderOf((field as SQL.Aliased).sql);
}

/** A statement built once, with this batch's values in its placeholders. */
export function filled<T extends Kept & Filling>(
  statement: T,
  values: Record<string, unknown>,
): RunnableQuery<Awaited<ReturnType<T["all"]>>, "sqlite"> {
  const { sql, params } = statement.getQuery();
  const read = readerOf(statement);
  const item = Object.create(statement, {
    getQuery: { value: () => ({ sql, params: fillPlaceholders(params, values) }) },
    mapResult: { value: ({ results }: D1Result<object>) => results.map((row) => read(Object.values(row))) },
  });
  return { _prepare: () => item } as never;
}

export function builtWith(statement: Kept, values: Record<string, unknown>): Built {
  return filledIn(statement.getQuery(), values);
}

function filledIn({ sql, params }: Built, values: Record<string, unknown>): Built {
  return { sql, params: fillPlaceholders(params, values) };
}

export function mapped<T extends Kept & Filling>(statement: T, row: object): RowOf<T> {
  return readerOf(statement)(Object.values(row)) as RowOf<T>;
}

type RowOf<T extends Filling> = Awaited<ReturnType<T["all"]>> extends (infer R)[] ? R : never;

export type Row = Record<string, unknown>;

/** Makes a condition of a query: it still gives this row, but for some columns. Decision 71. */
export function stillGives(row: Row, but: ReadonlySet<string>): (query: Built) => Built {
  const names = Object.keys(row).filter((name) => !but.has(name));
  const known = JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
  const now = names.map((name) => `now."${name}"`).join(", ");
  const then = names.map((name) => `known.row ->> '$."${name}"'`).join(", ");
  return ({ sql, params }) => ({
    sql: `EXISTS (SELECT 1 FROM (${sql}) now, (SELECT ? AS row) known WHERE (${now}) IS (${then}))`,
    params: [...params, known],
  });
}

/** `query` ends with its conditions. */
export function onlyWhere(holds: Built[], query: SQL): Built {
  const { sql, params } = built(query);
  return { sql: [sql, ...holds.map((one) => one.sql)].join(" AND "), params: [params, ...holds.map((one) => one.params)].flat() };
}

/** Outside of a batch D1 sends no names of columns, which cost more than their values. */
export async function readFilled<T extends Kept & Filling>(
  db: Database,
  statement: T,
  values: Record<string, unknown>,
): Promise<Awaited<ReturnType<T["all"]>>> {
  const { sql, params } = statement.getQuery();
  const rows = await db.$client
    .prepare(sql)
    .bind(...fillPlaceholders(params, values))
    .raw();
  return rows.map(readerOf(statement)) as Awaited<ReturnType<T["all"]>>;
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
