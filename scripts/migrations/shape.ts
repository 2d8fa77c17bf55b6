import type { DatabaseSync } from "node:sqlite";

interface Part {
  type: string;
  name: string;
  table: string;
  sql: string;
}

export interface Trigger {
  name: string;
  sql: string;
  /** SQLite fires those of one table, time and event in an order that follows from that of their creation. */
  event: string;
}

/** Tables, columns, checks, indexes and triggers by name. The order of columns is none of it. */
export function shapeOf(db: DatabaseSync): Map<string, string> {
  const parts = partsOf(db);
  const tables = parts.filter(({ type }) => type === "table").flatMap((part) => tableOf(db, part));
  const others = parts.filter(({ type }) => type !== "table").map(({ type, name, sql }) => [`${type} ${name}`, sql] as const);
  const events = Map.groupBy(triggersIn(db), ({ event }) => event);
  const orders = [...events]
    .filter(([, triggers]) => triggers.length > 1)
    .map(([event, triggers]) => [`order of triggers ${event}`, triggers.map(({ name }) => name).join(", ")] as const);
  return new Map([...tables, ...others, ...orders]);
}

export function triggersIn(db: DatabaseSync): Trigger[] {
  return partsOf(db)
    .filter(({ type }) => type === "trigger")
    .map(({ name, table, sql }) => {
      const [, time, event] = /\b(BEFORE|AFTER) (INSERT|UPDATE|DELETE)\b/.exec(sql) ?? [];
      return { name, sql, event: `${time} ${event} ON ${table}` };
    });
}

/** One line for each part that differs. */
export function differences(wanted: Map<string, string>, found: Map<string, string>): string[] {
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((name) => {
    const [should, is] = [wanted.get(name), found.get(name)];
    if (should === is) return [];
    if (should === undefined) return [`${name}: the migrations make it, no file of db/schema or db/triggers has it`];
    if (is === undefined) return [`${name}: no migration makes it`];
    const [left, right] = firstDifference(should, is);
    return [`${name}: the files say “${left}”, the migrations “${right}”`];
  });
}

function firstDifference(should: string, is: string): [string, string] {
  const [a, b] = [should.split("\n"), is.split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at < 0 ? a.length : at;
  return [cut(a[line]), cut(b[line])];
}

function cut(line = ""): string {
  const text = line.trim();
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function partsOf(db: DatabaseSync): Part[] {
  return db
    .prepare(
      `SELECT type, name, tbl_name AS "table", sql FROM sqlite_master
      WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations' ORDER BY rowid`,
    )
    .all() as unknown as Part[];
}

function tableOf(db: DatabaseSync, { name, sql }: Part): [string, string][] {
  const all = (pragma: string) => db.prepare(`PRAGMA ${pragma}("${name}")`).all();
  const columns = all("table_xinfo").map(({ cid: _, ...column }) => [`column ${name}.${column.name}`, JSON.stringify(column)]);
  const references = all("foreign_key_list").map(({ id: _, ...reference }) => JSON.stringify(reference));
  const { wr, strict } = all("table_list")[0] ?? {};
  const options = [wr ? "WITHOUT ROWID" : "", strict ? "STRICT" : "", /\bAUTOINCREMENT\b/i.test(sql) ? "AUTOINCREMENT" : ""];
  return [
    [`table ${name}`, options.join(" ").trim()],
    ...(columns as [string, string][]),
    [`references of ${name}`, references.sort().join("\n")],
    [`checks of ${name}`, checksIn(sql, name).sort().join("\n")],
  ];
}

/** Without the table's own name, which a migration may have renamed. */
function checksIn(sql: string, table: string): string[] {
  return [...sql.matchAll(/\bCHECK\s*\(/g)].map(({ index }) => {
    const start = sql.indexOf("(", index);
    let depth = 0;
    let end = start;
    do {
      if (sql[end] === "(") depth++;
      if (sql[end] === ")") depth--;
      end++;
    } while (depth > 0);
    return sql.slice(start, end).replaceAll(new RegExp(`["\`]?\\b${table}\\b["\`]?\\.`, "g"), "");
  });
}
