import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { LANGUAGES } from "#locales/languages.ts";
import { readFolder } from "#tools/brand/folder.ts";
import { EncodingError } from "#worker/platform/utf8.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { readDomains } from "#worker/sites/domains/read-domains.ts";
import { MIGRATIONS, migrationsIn } from "./migrations/files.ts";
import { readText } from "./text-file.ts";

export { applyDomains } from "./domains.ts";

const ROOT = join(import.meta.dirname, "..");

/** The database has migrations that this build does not: decisions 38 and 83. */
export class ForeignDatabase extends Error {
  constructor(names: string[], { older }: { older: boolean }) {
    super(older ? olderText(names) : newerText(names));
  }
}

function newerText(names: string[]): string {
  return `The database is newer than this build: it has ${names.join(", ")}. Take the newer build, or restore a backup (docs/operating/backup.md).`;
}

function olderText(names: string[]): string {
  return `The database is older than the first migration of this build (it has ${names[0]} and ${names.length - 1} more), so nothing can upgrade it. On your machine move its folder away (.data/local, or what --data names): the next start makes a new one. A deployment begins with a new database.`;
}

/** In order. @throws ForeignDatabase */
export async function pendingMigrations(db: Pick<D1Database, "prepare">, folder = MIGRATIONS): Promise<string[]> {
  const { results } = await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  const applied = results.map((row) => row.name);
  const names = migrationsIn(folder);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new ForeignDatabase(unknown, { older: !applied.includes(names[0] as string) });
  return names.filter((name) => !applied.includes(name));
}

/** One transaction per migration, in wrangler's own bookkeeping table. @throws ForeignDatabase */
export async function migrate(db: D1Database, folder = MIGRATIONS): Promise<string[]> {
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const pending = await pendingMigrations(db, folder);
  for (const name of pending) {
    const text = readFileSync(join(folder, name), "utf8").replaceAll("--> statement-breakpoint", ";");
    // One statement for the emulator: from Node, each costs two trips to the runtime.
    await db.batch([db.prepare(`${text}\n;\nINSERT INTO d1_migrations (name) VALUES ('${name}')`)]);
  }
  return pending;
}

/** Set by `--sites`: one's own niches stand beside the product, where no upgrade touches them. */
const SITES = process.env.LIAISON_SITES;
export const DOMAINS = SITES ? resolve(ROOT, SITES) : join(ROOT, "db/domains");

/** The folder of domain files, as messages name it. */
export const DOMAINS_SHOWN = relative(ROOT, DOMAINS);

/** Throws with one line per mistake. */
export function readDomainFiles(): DomainFile[] {
  const { files, problems } = readDomainsIn();
  if (problems.length > 0) throw new Error(problems.map((one) => one.replace(/^db\/domains(?=\/)/, DOMAINS_SHOWN)).join("\n"));
  return files;
}

export function domainProblems(): string[] {
  return readDomainsIn().problems;
}

export function readDomainsIn(domains = DOMAINS): { files: DomainFile[]; problems: string[] } {
  const entries = readdirSync(domains, { withFileTypes: true });
  const names = entries.flatMap((entry) =>
    entry.isDirectory() || !/(?<!^(schema|deploy))\.json$/.test(entry.name) ? [] : entry.name,
  );
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
