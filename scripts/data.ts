import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { readDomains } from "../worker/domains/problems.ts";
import type { DomainFile } from "../worker/domains/settings.ts";

export { applyDomains } from "./domains.ts";

const ROOT = join(import.meta.dirname, "..");

/** Applies the migrations that this database has not seen, each as one transaction, in wrangler's own bookkeeping table. */
export async function migrate(db: D1Database): Promise<string[]> {
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const folder = join(ROOT, "db/migrations");
  const pending = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
  for (const name of pending) {
    const statements = readFileSync(join(folder, name), "utf8")
      .split("--> statement-breakpoint")
      .map((sql) => sql.trim())
      .filter(Boolean);
    await db.batch([
      ...statements.map((sql) => db.prepare(sql)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
  return pending;
}

/** Where the domain files are. */
export const DOMAINS = join(ROOT, "db/domains");

/** The domain files. @throws with everything that is wrong in any of them, one line each. */
export function readDomainFiles(): DomainFile[] {
  const names = readdirSync(DOMAINS).filter((name) => name.endsWith(".json") && name !== "schema.json");
  const { files, problems } = readDomains(names.map((name) => ({ name, text: readFileSync(join(DOMAINS, name), "utf8") })));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return files;
}
