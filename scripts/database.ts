import { spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { copyFileSync, globSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { type Execute, wayInto } from "./served-database.ts";
import { noteFile } from "./snapshot.ts";
import { inlined, type Row, type Statement, StoreError, type Value } from "./sql-text.ts";

export { StoreError };

const ROOT = join(import.meta.dirname, "..");

export interface Store {
  db: D1Database;
  /** False for a missing object. */
  download(key: string, file: string): boolean;
}

export function localDatabase(binding: string): string {
  return ["liaison", ...binding.toLowerCase().split("_").slice(1)].join("-");
}

interface StoreOptions {
  remote: boolean;
  data: string;
  database: string;
}

export function isDatabase(name: string): boolean {
  return /^DB(_[A-Z0-9]+)?$/.test(name);
}

/** @throws StoreError */
export function openStore({ remote, data, database }: StoreOptions): Store {
  if (!isDatabase(database)) throw new StoreError("--database takes the name of a binding, like DB or DB_2.");
  return remote ? wranglerStore(["--remote"], database) : localStore(data, database);
}

/** Works beside a running server. @throws StoreError */
export function localStore(data: string, binding = "DB"): Store {
  const folder = resolve(ROOT, data);
  const open = (pattern: string) => {
    const [file] = globSync(pattern, { cwd: folder, exclude: (path) => path.endsWith("metadata.sqlite") });
    return file ? new DatabaseSync(join(folder, file), { timeout: 5000 }) : null;
  };
  // The development server names its only database otherwise.
  const sqlite = open(`d1/*/${databaseFile(binding)}`) ?? (binding === "DB" ? open("d1/*/*.sqlite") : null);
  const start = binding === "DB" ? "npm start" : `npm start -- --database ${binding}`;
  if (!sqlite) throw new StoreError(`There is no database ${binding} in ${data}. Run ${start} once, or say --data or --remote.`);
  sqlite.exec("PRAGMA foreign_keys = ON");
  const direct: Execute = async (statements) => {
    // IMMEDIATE: a read transaction that starts to write fails at once while another process writes, instead of waiting.
    sqlite.exec("BEGIN IMMEDIATE");
    try {
      const rows = statements.map(({ sql, params }) => sqlite.prepare(sql).all(...(params as SQLInputValue[])) as Row[]);
      sqlite.exec("COMMIT");
      return rows;
    } catch (error) {
      sqlite.exec("ROLLBACK");
      throw error;
    }
  };
  let way: Promise<Execute> | null = null;
  const db = d1Of(async (statements) => {
    way ??= wayInto(folder, binding, direct);
    return (await way)(statements);
  });
  noteFile(db, sqlite.location() ?? "");
  return {
    db,
    download(key, file) {
      const index = open("r2/*/*.sqlite");
      const row = index?.prepare("SELECT blob_id FROM _mf_objects WHERE key = ?").get(key);
      const [blob] = row ? globSync(`r2/*/blobs/${row.blob_id}`, { cwd: folder }) : [];
      index?.close();
      if (!blob) return false;
      copyFileSync(join(folder, blob), file);
      return true;
    },
  };
}

/** Miniflare names a file by the id of the object that holds the database. */
export function databaseFile(binding: string): string {
  const key = createHash("sha256").update("miniflare-D1DatabaseObject").digest();
  const hashOf = (value: string | Buffer) => createHmac("sha256", key).update(value).digest().subarray(0, 16);
  const name = hashOf(localDatabase(binding));
  return `${Buffer.concat([name, hashOf(name)]).toString("hex")}.sqlite`;
}

export function wranglerStore(where: string[] = ["--remote"], binding = "DB"): Store {
  return {
    db: d1Of(async (statements) => {
      const text = statements.map(inlined).join(";\n");
      // Not `--file`: that is an import, which returns no rows and blocks the database.
      const { status, stdout, stderr, error } = wrangler(["d1", "execute", binding, ...where, "--json", "--command"], text);
      if (error || status !== 0) throw new StoreError(error?.message ?? reasonOf(stdout, stderr));
      return (JSON.parse(stdout) as { results: Row[] }[]).map(({ results }) => results);
    }),
    download(key, file) {
      return wrangler(["r2", "object", "get", `liaison-photos/${key}`, "--file", file, ...where]).status === 0;
    },
  };
}

/** The process list does not show the argument `last`. */
function wrangler(args: string[], last?: string) {
  const preload = last === undefined ? [] : ["--require", join(ROOT, "scripts/argument-from-stdin.cjs")];
  const cli = process.env.WRANGLER ?? join(ROOT, "node_modules/wrangler/wrangler-dist/cli.js");
  return spawnSync(process.execPath, ["--no-warnings", ...preload, cli, ...args], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    input: last,
    maxBuffer: Number.POSITIVE_INFINITY,
  });
}

/** With `--json` wrangler prints errors on stdout, perhaps beside rows: only the reason is safe to show. */
function reasonOf(stdout: string, stderr: string): string {
  try {
    const { error } = JSON.parse(stdout) as { error: { text: string; notes?: { text: string }[] } };
    return [error.text, ...(error.notes ?? []).map(({ text }) => text)].join("\n");
  } catch {
    return stderr || "wrangler failed, and did not say why.";
  }
}

/** The part of a D1 binding that stores use. */
function d1Of(execute: Execute): D1Database {
  const prepare = (sql: string, params: Value[] = []) => ({
    statement: { sql, params },
    bind: (...values: Value[]) => prepare(sql, values),
    all: async () => ({ success: true, results: (await execute([{ sql, params }]))[0] ?? [] }),
    run: async () => ({ success: true, results: (await execute([{ sql, params }]))[0] ?? [] }),
    first: async (column?: string) => {
      const row = (await execute([{ sql, params }]))[0]?.[0] ?? null;
      return row && column ? row[column] : row;
    },
    // Rows are objects: columns with the same name would collapse into one.
    raw: async () => ((await execute([{ sql, params }]))[0] ?? []).map((row) => Object.values(row)),
  });
  const batch = async (prepared: { statement: Statement }[]) =>
    (await execute(prepared.map(({ statement }) => statement))).map((results) => ({ success: true, results }));
  return { prepare, batch } as unknown as D1Database;
}
