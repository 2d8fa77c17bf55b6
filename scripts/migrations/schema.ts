import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SEARCH_BITS } from "#db/triggers/search-bits.ts";
import { searchNames } from "#db/triggers/search-names.ts";
import { SOURCE_TRIGGERS } from "#db/triggers/source-figures.ts";
import { WEBHOOK_TRIGGERS } from "#db/triggers/webhook-events.ts";
import { PLAIN_LETTERS } from "#worker/messaging/chat/search-key.ts";
import { MIGRATIONS, migrationsIn } from "./files.ts";

export const TRIGGERS = join(import.meta.dirname, "../../db/triggers");

/** Drizzle has no such option. */
const WITHOUT_ROWID = [
  ...["archived_keys", "archived_sends", "messages", "news", "notified", "profile_bits", "source_figures"],
  ...["swipes", "visits", "work_items"],
];

/** A database in memory after these migrations. */
export function migrated(folder = MIGRATIONS, names = migrationsIn(folder)): DatabaseSync {
  return databaseOf(names.map((name) => readFileSync(join(folder, name), "utf8")));
}

/** A database in memory as `db/schema` and `db/triggers` say. */
export async function intended(triggers = triggersOf()): Promise<DatabaseSync> {
  tables ??= tablesOfSchema();
  return databaseOf([...(await tables), ...triggers]);
}

let tables: Promise<string[]> | undefined;

async function tablesOfSchema(): Promise<string[]> {
  // Loaded late: the package takes a second.
  const { generateSQLiteDrizzleJson, generateSQLiteMigration } = await import("drizzle-kit/api");
  const schema = await import("#db/schema/index.ts");
  const [empty, whole] = [await generateSQLiteDrizzleJson({}), await generateSQLiteDrizzleJson(schema)];
  return (await generateSQLiteMigration(empty, whole)).map(withoutRowid);
}

/** Databases by their statements: all migrations take over half a second of the processor. */
const images = new Map<string, Uint8Array>();

function databaseOf(statements: string[]): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  const key = statements.join("\n");
  const image = images.get(key);
  if (image) db.deserialize(image);
  else {
    for (const statement of statements) db.exec(statement);
    // Node 22 has no images.
    if ("serialize" in db) images.set(key, db.serialize());
  }
  return db;
}

/** Adds the option to the tables that are to have it. */
export function withoutRowid(statements: string): string {
  return statements.replace(/(CREATE TABLE `(\w+)` \([^;]*\))(?=;)/g, (table, body: string, name: string) =>
    WITHOUT_ROWID.includes(name) ? `${body} WITHOUT ROWID` : table,
  );
}

/** All triggers, in the order in which a database gets them. @throws for other text in a file */
export function triggersOf(folder = TRIGGERS): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const written = files.sort().flatMap((name) => triggersIn(readFileSync(join(folder, name), "utf8"), `db/triggers/${name}`));
  return [...written, ...searchNames(PLAIN_LETTERS), ...SEARCH_BITS, ...WEBHOOK_TRIGGERS, ...SOURCE_TRIGGERS];
}

function triggersIn(text: string, file: string): string[] {
  const rest = text.replace(/^CREATE TRIGGER [\s\S]*?^END;$/gm, "").replace(/^--.*$/gm, "");
  if (rest.trim() !== "")
    throw new Error(`${file}: this is no trigger that ends with a line END; – ${rest.trim().split("\n")[0]}`);
  return [...text.matchAll(/^(CREATE TRIGGER [\s\S]*?^END);$/gm)].map((found) => found[1] as string);
}
