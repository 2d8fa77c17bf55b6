import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PRIMARY } from "#worker/platform/databases.ts";
import { isDatabase, StoreError } from "./database.ts";

const NOTE = "databases.json";

/** Names of the databases that a store has beside the first one. */
export function notedDatabases(data: string): string[] {
  const path = join(data, NOTE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as string[]) : [];
}

/** Adds to the note; the next start binds them without being told. @throws StoreError */
export function noteDatabases(data: string, more: readonly string[] = []): string[] {
  const wrong = more.find((name) => !isDatabase(name));
  if (wrong !== undefined) throw new StoreError(`--database takes the name of a binding, like DB_2; not ${wrong}.`);
  const known = notedDatabases(data);
  const all = [...new Set([...known, ...more])].filter((name) => name !== PRIMARY);
  if (all.length > known.length) writeFileSync(join(data, NOTE), JSON.stringify(all));
  return all;
}

/** Where the staff of a local database work. */
export function staffHostOf(name: string): string {
  return `staff-${name.slice("DB_".length).toLowerCase()}.localhost`;
}
