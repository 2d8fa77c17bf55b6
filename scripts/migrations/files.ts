import { readdirSync } from "node:fs";
import { join } from "node:path";

export const MIGRATIONS = join(import.meta.dirname, "../../db/migrations");

/** Made while all tables are empty. */
export const BASELINE = ["0000_baseline.sql", "0001_baseline_triggers.sql"];

/** Names, in order. */
export function migrationsIn(folder = MIGRATIONS): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}
