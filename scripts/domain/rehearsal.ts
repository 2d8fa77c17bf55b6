import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { localStore } from "#scripts/database.ts";
import { MIGRATIONS, migrationsIn } from "#scripts/migrations/files.ts";
import type { Ask } from "./operator-key.ts";

/** A deployment that has nothing yet: an empty database of this build, and a bucket that takes every picture. Deleted at the end. */
export async function inEmptyDeployment(work: (db: D1Database, ask: Ask) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "liaison-rehearsal-"));
  try {
    mkdirSync(join(folder, "d1/empty"), { recursive: true });
    const sqlite = new DatabaseSync(join(folder, "d1/empty/database.sqlite"));
    sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
    sqlite.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)");
    for (const name of migrationsIn(MIGRATIONS)) {
      sqlite.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
      sqlite.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
    }
    sqlite.close();
    await work(localStore(folder).db, async () => new Response(null, { status: 204 }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
