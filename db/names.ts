import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Names<T extends SQLiteTable> = { readonly [K in keyof T["$inferSelect"] & string]: SQL };

/**
 * The columns of a table for raw SQL, under an alias where one is given: a renamed column does not compile.
 * Drizzle's own columns carry the table's name, which an aliased table refuses.
 */
export function namesOf<T extends SQLiteTable>(table: T, alias?: string): Names<T> {
  const prefix = alias === undefined ? "" : `${alias}.`;
  const names = Object.entries(getTableColumns(table)).map(([key, column]) => [key, sql.raw(prefix + column.name)]);
  return Object.fromEntries(names) as Names<T>;
}

/** Columns for a SELECT, named as the schema's properties. */
export function selected<T extends SQLiteTable>(table: T, alias: string, keys: readonly (keyof Names<T>)[]): SQL {
  return sql.raw(
    pairs(table, alias, keys)
      .map(([key, name]) => `${name} AS ${key}`)
      .join(", "),
  );
}

/** Columns as arguments of `json_object`. */
export function jsonOf<T extends SQLiteTable>(table: T, alias: string, keys: readonly (keyof Names<T>)[]): SQL {
  return sql.raw(
    `json_object(${pairs(table, alias, keys)
      .map(([key, name]) => `'${key}', ${name}`)
      .join(", ")})`,
  );
}

function pairs<T extends SQLiteTable>(table: T, alias: string, keys: readonly (keyof Names<T>)[]): [string, string][] {
  const columns = getTableColumns(table);
  return keys.map((key) => [key, `${alias}.${columns[key]?.name}`]);
}
