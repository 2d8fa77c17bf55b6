import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { migrationsIn } from "#scripts/migrations/files.ts";
import { migrated } from "#scripts/migrations/schema.ts";

/** An empty local store, as `npm start` would leave it. */
export function emptyStore(): { data: string; db: DatabaseSync } {
  const data = mkdtempSync(join(tmpdir(), "liaison-brought-"));
  mkdirSync(join(data, "d1/one"), { recursive: true });
  const path = join(data, "d1/one/db.sqlite");
  const made = migrated();
  made.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)");
  for (const name of migrationsIn()) made.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  made.exec(`VACUUM INTO '${path}'`);
  made.close();
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL");
  onTestFinished(() => {
    db.close();
    rmSync(data, { recursive: true });
  });
  return { data, db };
}

/** A member's line with everything that must be there. */
export function memberLine(id: string, more: object = {}) {
  return {
    type: "member",
    id,
    email: `m${id}@old.example`,
    name: `Member${"abcdefghij"[Number(id) % 10]}${id.length}`,
    birth_date: "1990-05-04",
    gender: Number(id) % 2 ? "female" : "male",
    looking_for: Number(id) % 2 ? "male" : "female",
    country: "NL",
    joined: "2019-03-01T10:00:00Z",
    ...more,
  };
}
