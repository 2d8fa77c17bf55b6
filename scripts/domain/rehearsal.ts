import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { localStore } from "#scripts/database.ts";
import { MIGRATIONS, migrationsIn } from "#scripts/migrations/files.ts";
import type { Ask } from "./operator-key.ts";

/** In the folder for temporary files; the id of the process follows. */
const PREFIX = "liaison-rehearsal-";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A deployment that has nothing yet: an empty database of this build, and a bucket that takes every picture. Deleted at the end. */
export async function inEmptyDeployment(work: (db: D1Database, ask: Ask) => Promise<void>): Promise<void> {
  removeLeft();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // It holds every row of all members: an interrupted run leaves none of them.
  const end = (signal: NodeJS.Signals) => {
    remove();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, end);
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
    for (const signal of SIGNALS) process.off(signal, end);
    remove();
  }
}

/** Folders of runs that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    if (pid > 0 && !isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: another user's.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
