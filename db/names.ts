import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Names<T extends SQLiteTable> = { readonly [K in keyof T["$inferSelect"] & string]: SQL };

/** For raw SQL: a renamed column fails to compile. Drizzle's own columns carry the table name, which an alias rejects. */
export function namesOf<T extends SQLiteTable>(table: T, alias?: string): Names<T> {
  const prefix = alias === undefined ? "" : `${alias}.`;
  const names = Object.entries(getTableColumns(table)).map(([key, column]) => [key, sql.raw(prefix + column.name)]);
  return Object.fromEntries(names) as Names<T>;
}

/** Named as the schema's properties. */
export function selected<T extends SQLiteTable>(table: T, alias: string, keys: readonly (keyof Names<T>)[]): SQL {
  return sql.raw(
    pairs(table, alias, keys)
      .map(([key, name]) => `${name} AS ${key}`)
      .join(", "),
  );
}

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
