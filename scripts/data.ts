import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { type DomainFile, domainFileSchema } from "../worker/domains/settings.ts";

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

/** The domain files, each checked by the schema. @throws with the file's name and what is wrong in it. */
export function readDomainFiles(): DomainFile[] {
  const folder = join(ROOT, "db/domains");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".json") && name !== "schema.json")
    .map((name) => {
      const result = domainFileSchema.safeParse(parse(name, readFileSync(join(folder, name), "utf8")));
      if (!result.success)
        throw new Error(`db/domains/${name}: ${result.error.issues.map((i) => `${i.path.join(".")}: ${i.message}`).join("; ")}`);
      return result.data;
    });
  onlyOnce(
    "id",
    files.map((file) => file.id),
  );
  onlyOnce(
    "host",
    files.flatMap((file) => file.hosts),
  );
  for (const file of files) {
    checkAlternates(file, files);
    checkLanguage(file);
  }
  return files;
}

/** The domain's own language is one that it offers: else its first visitors read another than the file says. */
function checkLanguage({ id, settings }: DomainFile): void {
  const own = settings.domain_language.slice(0, 2).toLowerCase();
  if (!settings.languages.some((tag) => tag === own))
    throw new Error(`db/domains/${id}.json: domain_language is ${settings.domain_language}, but languages do not offer ${own}`);
}

/** Search engines ignore an alternate that does not name the others in turn. */
function checkAlternates(file: DomainFile, files: DomainFile[]): void {
  const hosts = Object.values(file.alternates);
  if (hosts.length > 0 && !hosts.includes(file.settings.domain))
    throw new Error(`db/domains/${file.id}.json: alternates do not name ${file.settings.domain} itself`);
  for (const host of hosts) {
    const other = files.find((candidate) => candidate.settings.domain === host);
    if (!other) throw new Error(`db/domains/${file.id}.json: alternates name ${host}, which is the domain of no file`);
    if (JSON.stringify(sorted(other.alternates)) !== JSON.stringify(sorted(file.alternates)))
      throw new Error(`db/domains/${file.id}.json: ${other.id}.json has other alternates`);
  }
}

function sorted(alternates: Record<string, string>): [string, string][] {
  return Object.entries(alternates).sort(([a], [b]) => a.localeCompare(b));
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`db/domains/${name}: ${(error as Error).message}`);
  }
}

function onlyOnce(what: string, values: string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new Error(`db/domains: two files have the ${what} "${twice}"`);
}
