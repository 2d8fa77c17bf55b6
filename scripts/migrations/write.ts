import type { DatabaseSync } from "node:sqlite";
import { type Trigger, triggersIn } from "./shape.ts";

/** The local D1 reads a migration as one statement, of which D1 takes 100,000 bytes. */
export const MOST_BYTES = 90_000;

const REBUILT = /ALTER TABLE `__new_(\w+)` RENAME TO/g;

/** Statements after which `found` has the triggers of `wanted`, fired in the same order. */
export function triggerChanges(wanted: Trigger[], found: Trigger[]): string[] {
  const [should, is] = [wanted, found].map((triggers) => Map.groupBy(triggers, ({ event }) => event));
  const events = [...new Set([...(should?.keys() ?? []), ...(is?.keys() ?? [])])];
  const changes = events.map((event) => {
    const [all, old] = [should?.get(event) ?? [], is?.get(event) ?? []];
    const differs = all.findIndex(({ sql }, i) => old[i]?.sql !== sql);
    const from = differs < 0 ? all.length : differs;
    return { dropped: old.slice(from), made: all.slice(from) };
  });
  return [
    ...changes.flatMap(({ dropped }) => dropped.map(({ name }) => `DROP TRIGGER ${name};`)),
    ...changes.flatMap(({ made }) => made.map(({ sql }) => `${sql};`)),
  ];
}

/** Tables that a migration copies and drops, because SQLite cannot alter them. */
export function rebuiltIn(migration: string): string[] {
  return [...migration.matchAll(REBUILT)].map(([, table]) => table as string);
}

/** With a table go its triggers; others that name it would forbid the renaming. `db` is at the state before. */
export function triggersNaming(db: DatabaseSync, tables: readonly string[]): string[] {
  const names = new RegExp(`\\b(${tables.join("|")})\\b`);
  return triggersIn(db).flatMap(({ name, sql }) => (tables.length > 0 && names.test(sql) ? [`DROP TRIGGER ${name};`] : []));
}

/** Tables that refer to one of these. D1 cannot switch foreign keys off: a dropped table takes their rows along. */
export function referringTo(db: DatabaseSync, tables: readonly string[]): string[] {
  const all = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'").all();
  return all.flatMap(({ name }) => {
    const referred = db.prepare(`PRAGMA foreign_key_list("${name}")`).all();
    return referred.some(({ table }) => tables.includes(String(table)) && table !== name) ? [String(name)] : [];
  });
}
