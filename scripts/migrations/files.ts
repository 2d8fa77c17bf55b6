import { readdirSync } from "node:fs";
import { join } from "node:path";

export const MIGRATIONS = join(import.meta.dirname, "../../db/migrations");

/** Names, in order. */
export function migrationsIn(folder = MIGRATIONS): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}
