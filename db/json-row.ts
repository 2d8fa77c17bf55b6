import { Column, getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Aliased, jsonListOf, plainText, sql } from "./sql.ts";

/** D1 allows 32 arguments of a function. */
const A_LIST = 32;

type Values = unknown[][];

type KeyOf<T extends SQLiteTable> = keyof T["$inferSelect"] & string;

export function keysBut<T extends SQLiteTable, K extends KeyOf<T>>(table: T, but: readonly K[]): Exclude<KeyOf<T>, K>[] {
  const rest = Object.keys(getTableColumns(table)).filter((key) => !but.some((one) => one === key));
  return rest as Exclude<KeyOf<T>, K>[];
}

/** A table's row as JSON lists of its values. By D1's own rows, each column costs its name and a decoder. */
export function jsonRow<T extends SQLiteTable, K extends KeyOf<T> = KeyOf<T>>(
  table: T,
  from: Aliased<T>,
  keys: readonly K[] = Object.keys(getTableColumns(table)) as K[],
) {
  type Read = Pick<T["$inferSelect"], K>;
  const columns = keys.map((key) => ({ key, ...kindOf(getTableColumns(table)[key] as Column) }));
  const values = Object.fromEntries(
    columns.map(({ key, isJson }) => [key, isJson ? sql`json(${from[key]})` : from[key]]),
  ) as Aliased<T>;
  const lists: string[] = [];
  for (let i = 0; i < keys.length; i += A_LIST) lists.push(plainText(jsonListOf(values, keys.slice(i, i + A_LIST))));
  // A copy of an object that was parsed has fast properties; one that grows key by key has none.
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null]))));
  return {
    json: sql.raw(`'[' || ${lists.join(" || ',' || ")} || ']'`) as ReturnType<typeof sql<Values>>,
    read(given: Values): Read {
      const row = { ...empty };
      let i = 0;
      for (const list of given) {
        for (const value of list) {
          const { key, isFlag } = columns[i++] as (typeof columns)[number];
          row[key] = isFlag && value !== null ? value === 1 : value;
        }
      }
      return row;
    },
  };
}

function kindOf({ columnType, name, mapFromDriverValue }: Column): { isFlag: boolean; isJson: boolean } {
  const [isFlag, isJson] = [columnType === "SQLiteBoolean", columnType === "SQLiteTextJson"];
  if (isFlag || isJson || mapFromDriverValue === Column.prototype.mapFromDriverValue) return { isFlag, isJson };
  throw new TypeError(`no JSON of the column ${name}`);
}
