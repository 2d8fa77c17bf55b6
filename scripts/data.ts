import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { LANGUAGES } from "#locales/languages.ts";
import type { DomainFile } from "#worker/domains/domain-file.ts";
import { readDomains } from "#worker/domains/read-domains.ts";
import { readFolder } from "./brand/folder.ts";
import { EncodingError, readText } from "./text-file.ts";

export { applyDomains } from "./domains.ts";

const ROOT = join(import.meta.dirname, "..");
const MIGRATIONS = join(ROOT, "db/migrations");

/** The database belongs to a newer build: decision 0038. */
export class NewerDatabase extends Error {
  constructor(names: string[]) {
    super(
      `The database is newer than this build: it has ${names.join(", ")}. Take the newer build, or restore a backup (docs/operating/backup.md).`,
    );
  }
}

/** In order. @throws NewerDatabase */
export async function pendingMigrations(db: Pick<D1Database, "prepare">): Promise<string[]> {
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const unknown = [...applied].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  return names.filter((name) => !applied.has(name)).sort();
}

/** One transaction per migration, in wrangler's own bookkeeping table. @throws NewerDatabase */
export async function migrate(db: D1Database): Promise<string[]> {
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const pending = await pendingMigrations(db);
  for (const name of pending) {
    const text = readFileSync(join(MIGRATIONS, name), "utf8").replaceAll("--> statement-breakpoint", ";");
    // One statement for the emulator: from Node, each costs two trips to the runtime.
    await db.batch([db.prepare(`${text}\n;\nINSERT INTO d1_migrations (name) VALUES ('${name}')`)]);
  }
  return pending;
}

export const DOMAINS = join(ROOT, "db/domains");

/** Throws with one line per mistake. */
export function readDomainFiles(): DomainFile[] {
  const { files, problems } = readDomainsIn();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return files;
}

export function domainProblems(): string[] {
  return readDomainsIn().problems;
}

export function readDomainsIn(domains = DOMAINS): { files: DomainFile[]; problems: string[] } {
  const entries = readdirSync(domains, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() || !/(?<!^schema)\.json$/.test(entry.name) ? [] : entry.name));
  const encoded: string[] = [];
  const sources = names.flatMap((name) => {
    try {
      const text = readText(join(domains, name));
      return [{ name, text, folder: readFolder(domains, name.slice(0, -".json".length), languagesIn(text)) }];
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error;
      encoded.push(`db/domains/${name}: ${error.message}`);
      return [];
    }
  });
  const { files, problems } = readDomains(sources);
  const folders = entries.filter((entry) => entry.isDirectory());
  const alone = folders.filter(({ name }) => !names.includes(`${name}.json`));
  return {
    files,
    problems: [...encoded, ...problems, ...alone.map(({ name }) => `db/domains/${name}: has no ${name}.json beside it`)],
  };
}

/** All, if the file does not say. */
function languagesIn(text: string): readonly string[] {
  try {
    const { settings } = JSON.parse(text) as { settings?: { languages?: unknown } };
    return Array.isArray(settings?.languages) ? settings.languages : LANGUAGES;
  } catch {
    return LANGUAGES;
  }
}
