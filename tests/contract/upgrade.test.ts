import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { expect, test } from "vitest";
import { ForeignDatabase, migrate, readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { BASELINE, MIGRATIONS, migrationsIn } from "#scripts/migrations/files.ts";
import { migrated } from "#scripts/migrations/schema.ts";
import { differences, shapeOf, triggersIn } from "#scripts/migrations/shape.ts";
import { createStore } from "#scripts/miniflare.ts";
import { freePort } from "#scripts/ports.ts";
import { prepareStore } from "#scripts/product.ts";
import { copyTemplate } from "#tests/setup/instances.ts";

const ROOT = join(import.meta.dirname, "../..");
const PLANTED = "9999_planted.sql";
const PLANTED_SQL = `ALTER TABLE profiles ADD planted text DEFAULT 'none';
--> statement-breakpoint
CREATE INDEX profiles_planted ON profiles (planted);
--> statement-breakpoint
DROP TRIGGER likes_unmatch;
--> statement-breakpoint
CREATE TRIGGER likes_unmatch AFTER DELETE ON likes BEGIN
  UPDATE likes SET matched_at = NULL WHERE liker_id = OLD.liked_id AND liked_id = OLD.liker_id;
END;`;

type Rows = Record<string, unknown>[];

/** Without the row number, which a later migration drops. */
const SWIPE = ["member_id", "profile_id", "liked", "at", "undone_at"];

function databaseFile(data: string): string {
  const [file = expect.unreachable("no database")] = globSync("d1/*/*.sqlite", { cwd: data }).filter(
    (path) => !path.endsWith("metadata.sqlite"),
  );
  return join(data, file);
}

/** Makes the file a database of the baseline with the same data; returns the rows by table. */
function putBack(file: string, baseline: string[]): Map<string, Rows> {
  const db = migrated(MIGRATIONS, baseline);
  const triggers = triggersIn(db);
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec("PRAGMA foreign_keys = OFF");
  db.prepare("ATTACH ? AS now").run(file);
  const tables = tablesOf(db);
  for (const table of tables) {
    // Row numbers that a later migration drops are given anew.
    const columns = db.prepare(
      `SELECT name FROM pragma_table_info(?1, 'main') INTERSECT SELECT name FROM pragma_table_info(?1, 'now')`,
    );
    const list = columns
      .all(table)
      .map(({ name }) => `"${name}"`)
      .join(", ");
    db.exec(`INSERT INTO main."${table}" (${list}) SELECT ${list} FROM now."${table}"`);
  }
  db.exec("DETACH now");
  for (const { sql } of triggers) db.exec(sql);
  db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP)");
  for (const name of baseline) db.prepare("INSERT INTO d1_migrations (name, applied_at) VALUES (?, 0)").run(name);
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  db.prepare("VACUUM INTO ?").run(file);
  return new Map(tables.map((table) => [table, rowsOf(db, table, table === "swipes" ? SWIPE : ["*"])]));
}

function tablesOf(db: DatabaseSync): string[] {
  const rows = db.prepare("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'").all();
  return rows.map(({ name }) => String(name));
}

function columnsOf(rows: Rows): string[] {
  return rows.length > 0 ? Object.keys(rows[0] ?? {}).map((name) => `"${name}"`) : ["*"];
}

function rowsOf(db: DatabaseSync, table: string, columns: string[]): Rows {
  return db.prepare(`SELECT ${columns.join(", ")} FROM "${table}" ORDER BY 1, 2`).all();
}

/** A store of another release, by the migrations that it has. */
async function storeWith(...applied: string[]) {
  const data = copyTemplate();
  const { db } = localStore(data);
  const names = async () => (await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>()).results;
  expect((await names()).length).toBeGreaterThan(1);
  await db.prepare("DELETE FROM d1_migrations").run();
  for (const name of applied) await db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name).run();
  return { data, names: async () => (await names()).map(({ name }) => name) };
}

test("a build refuses to start on a database of a newer build, and leaves it unchanged", async () => {
  const applied = ["0000_baseline.sql", "9999_newer.sql"];
  const { data, names } = await storeWith(...applied);
  try {
    const port = String(await freePort());
    const { status, stderr } = spawnSync(process.execPath, ["scripts/serve.ts", "--data", data, "--port", port], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain("The database is newer than this build: it has 9999_newer.sql");
    expect(await names()).toEqual(applied);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test("a database from before the baseline takes no migration, and is told apart from a newer one", async () => {
  const applied = ["0000_first.sql", "0081_draft_version.sql"];
  const { data, names } = await storeWith(...applied);
  try {
    const refused = await prepareStore({ data, domains: [], members: 0 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ForeignDatabase);
    expect(String(refused)).toContain(
      "The database is older than the first migration of this build (it has 0000_first.sql and 1 more)",
    );
    expect(await names()).toEqual(applied);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test("a store of the baseline with data takes every later migration, and loses nothing", async () => {
  const [data, folder] = [copyTemplate(), mkdtempSync(join(tmpdir(), "liaison-migrations-"))];
  try {
    await prepareStore({ data, domains: readDomainFiles(), members: 40 });
    const file = databaseFile(data);
    const before = putBack(file, BASELINE);
    expect([...before.values()].filter((rows) => rows.length > 0).length).toBeGreaterThan(15);
    cpSync(MIGRATIONS, folder, { recursive: true });
    // Whatever the next release brings: a column, an index, a changed trigger.
    writeFileSync(join(folder, PLANTED), PLANTED_SQL);

    const store = createStore(data, []);
    const db = (await store.getD1Database("DB")) as unknown as D1Database;
    const later = migrationsIn().filter((name) => !BASELINE.includes(name));
    expect(await migrate(db, folder)).toEqual([...later, PLANTED]);
    await store.dispose();

    const upgraded = new DatabaseSync(file);
    // The migrations note up to which entry the messages are counted, and up to which like the likes.
    expect(upgraded.prepare("SELECT place FROM sweeps WHERE name = 'likes'").get()?.place).toBe(before.get("likes")?.length);
    upgraded.exec("DELETE FROM sweeps WHERE name IN ('figures of messages', 'likes')");
    for (const [table, rows] of before) expect(rowsOf(upgraded, table, columnsOf(rows)), table).toEqual(rows);
    expect(upgraded.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
    expect(upgraded.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    expect(differences(shapeOf(migrated(folder)), shapeOf(upgraded))).toEqual([]);
    expect(upgraded.prepare("SELECT count(*) AS n FROM profiles WHERE planted = 'none'").get()?.n).toBeGreaterThan(30);
    upgraded.close();
  } finally {
    for (const made of [data, folder]) rmSync(made, { recursive: true, force: true });
  }
});
