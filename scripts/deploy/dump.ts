import type { DatabaseSync } from "node:sqlite";

/** Written by the apply that follows, icons in parts. */
const APPLIED = /^domain_(icons|versions|assets|previews)$/;

/** SQL that makes an equal database: tables, rows, then indexes and triggers. Staff accounts of this machine stay here. */
export function dumpOf(db: DatabaseSync): string {
  const made = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
    )
    .all() as { type: string; name: string; sql: string }[];
  const tables = made.filter(({ type }) => type === "table");
  const rows = tables
    .filter(({ name }) => !APPLIED.test(name) && !name.startsWith("staff_"))
    .flatMap(({ name }) => rowsOf(db, name));
  const others = ["index", "trigger"].flatMap((kind) => made.filter(({ type }) => type === kind));
  return ["PRAGMA defer_foreign_keys = ON", ...tables.map(({ sql }) => sql), ...rows, ...others.map(({ sql }) => sql), ""].join(
    ";\n",
  );
}

function rowsOf(db: DatabaseSync, table: string): string[] {
  const columns = (db.prepare(`PRAGMA table_info("${table}")`).all() as { name: string }[]).map(({ name }) => name);
  const literals = columns.map((name) => `quote("${name}")`).join(" || ', ' || ");
  const names = columns.map((name) => `"${name}"`).join(", ");
  const all = db.prepare(`SELECT ${literals} AS line FROM "${table}"`).all() as { line: string }[];
  return all.map(({ line }) => `INSERT INTO "${table}" (${names}) VALUES (${line})`);
}
