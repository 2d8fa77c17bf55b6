import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types";
import { MIGRATIONS, migrationsIn } from "#scripts/migrations/files.ts";
import { migrated } from "#scripts/migrations/schema.ts";
import { differences, shapeOf } from "#scripts/migrations/shape.ts";
import { createStore } from "#scripts/miniflare.ts";

// Books and chats of every kind, as they were before the migration that copies the ledger: decision 114.

const COPYING = "0021_own_postings.sql";
const TABLES = [
  "ledger",
  "lots",
  "postings",
  "debts",
  "accounts",
  "payments",
  "receipts",
  "refunds",
  "conversations",
  "participants",
  "messages",
];

export interface BooksSize {
  members: number;
  messages: number;
  /** Number of members with whom each member begins a chat. It must not divide `members`. */
  partners: number;
}

type Rows = Record<string, unknown>[];

/** All rows by table, in the order of their keys. */
export type Books = Map<string, Rows>;

const rowsOf = (db: DatabaseSync, table: string, columns = "*"): Rows =>
  db.prepare(`SELECT ${columns} FROM "${table}" ORDER BY 1, 2`).all();
export const idOf = (n: number) => `upgrade${String(n).padStart(13, "0")}`;

export async function opened<T>(data: string, work: (db: D1Database) => Promise<T>): Promise<T> {
  const store = createStore(data);
  try {
    return await work((await store.getD1Database("DB")) as unknown as D1Database);
  } finally {
    await store.dispose();
  }
}

/** Writes a store of the time before into the folder. */
export async function writeOldStore(data: string, size: BooksSize): Promise<{ file: string; before: Books }> {
  await opened(data, (db) => db.exec("CREATE TABLE place (id INTEGER)"));
  const [found = ""] = globSync("d1/*/*.sqlite", { cwd: data }).filter((path) => !path.endsWith("metadata.sqlite"));
  const file = join(data, found);
  const names = migrationsIn().filter((name) => name < COPYING);
  const old = migrated(MIGRATIONS, names);
  old.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP)");
  for (const name of names) old.prepare("INSERT INTO d1_migrations (name, applied_at) VALUES (?, 0)").run(name);
  fill(old, size);
  const before = new Map(TABLES.map((table) => [table, rowsOf(old, table)]));
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  old.prepare("VACUUM INTO ?").run(file);
  old.close();
  return { file, before };
}

const logOf = (file: string) => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** Migrations that the store has. */
export function migrationsDone(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return Number(db.prepare("SELECT count(*) AS n FROM d1_migrations").get()?.n);
  } finally {
    db.close();
  }
}

/** By bytes of which the write-ahead log has grown, or by migrations that are done. */
type Kill = { bytes: number } | { migrations: number };

/** Migrates in a process of its own, which is killed under way. Whether it was. */
export async function killedUpgrade(data: string, file: string, kill: Kill): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "upgrading.ts"), data], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  const before = logOf(file);
  const isTime = () => ("bytes" in kill ? logOf(file) - before >= kill.bytes : migrationsDone(file) >= kill.migrations);
  while (child.exitCode === null && !isTime()) await wait(1);
  if (child.exitCode !== null || child.pid === undefined) return false;
  process.kill(-child.pid, "SIGKILL");
  await ended;
  return true;
}

/** What an upgrade changed in the books that were there before, or left unlike a new database. */
export function changedBooks(file: string, before: Books): string[] {
  const db = new DatabaseSync(file);
  try {
    const found: string[] = [];
    for (const [table, rows] of before) {
      const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`);
      const now = rowsOf(db, table, columns.join(", "));
      if (now.length !== rows.length) found.push(`${table}: ${rows.length} rows before, ${now.length} now`);
      const other = rows.findIndex((row, n) => JSON.stringify(row) !== JSON.stringify(now[n]));
      if (other >= 0) found.push(`${table}: ${JSON.stringify(rows[other])} became ${JSON.stringify(now[other])}`);
    }
    const open = db.prepare("SELECT count(*) AS n FROM lots WHERE open <> (remaining > 0)").get()?.n;
    if (open !== 0) found.push(`lots: ${open} are open without credits, or closed with some`);
    found.push(
      ...db
        .prepare("PRAGMA foreign_key_check")
        .all()
        .map((row) => `foreign key: ${JSON.stringify(row)}`),
    );
    const state = db.prepare("PRAGMA integrity_check").get()?.integrity_check;
    if (state !== "ok") found.push(`file: ${state}`);
    const shape = new Map(
      [...shapeOf(db)].filter(([name]) => !/^(?:(?:table|references of|checks of) place|column place\.id)$/.test(name)),
    );
    return [...found, ...differences(shapeOf(migrated()), shape)];
  } finally {
    db.close();
  }
}

function fill(db: DatabaseSync, { members, messages, partners }: BooksSize): void {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const run = (sql: string, ...values: (string | number | null)[]) => prepared(sql).run(...values);
  const at = Date.UTC(2026, 10, 1);
  db.exec("BEGIN");
  for (let n = 0; n < members; n++) {
    run(
      `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at)
        VALUES (?1, 'liaison', 'liaison', ?1 || '@example.org', '', 'en', 'active', 't', 1, 's', 1, 1)`,
      idOf(n),
    );
    run(
      `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at)
        VALUES (?1, 'liaison', ?1, ?1, 'active', 'female', 'male', '1990-01-01', 'NL', 1, 1)`,
      idOf(n),
    );
    entry(n, 3, "signup");
    buy(n, 700);
    entry(n, 900, "goodwill");
  }
  for (let n = 0; n < messages; n++) {
    const [from, to] = [n % members, (n + 1 + (n % partners)) % members];
    const talk = talkOf(from, to);
    const client = `client-${n}`;
    run(
      `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
        SELECT id, last_seq + 1, ?2, ?3, ?4, 'text', ?5, 1, ?6 FROM conversations WHERE id = ?1`,
      ...[talk, `message-${n}`, client, idOf(from), `What ${n} says`, at + n],
    );
    entry(from, -1, "message", `message-${n}`, `message:${client}`);
    // Some gifts take their price from two lots.
    if (n % 97 === 0) entry(from, -5, "gift", `gift-${n}`, `gift:${n}`);
  }
  for (let n = 0; n < members; n += 4) {
    const gift = db.prepare("SELECT id, amount FROM ledger WHERE account_id = ? AND kind = 'gift' LIMIT 1").get(idOf(n));
    if (gift)
      run(
        `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, reverses_id)
          VALUES (?, ?, 'reversal', 'back', 'reversal:' || ?3, 5, ?3)`,
        ...[idOf(n), -Number(gift.amount), Number(gift.id)],
      );
    run("UPDATE payments SET status = 'chargeback', updated_at = 9 WHERE account_id = ?", idOf(n));
    run(
      `INSERT INTO refunds (id, payment_id, account_id, amount, credits, status, created_at, updated_at)
        SELECT 'refund' || id, id, account_id, 100, 0, 'requested', 8, 8 FROM payments WHERE account_id = ?`,
      idOf(n + 1),
    );
    run("UPDATE refunds SET status = ?, updated_at = 9 WHERE account_id = ?", n % 8 === 0 ? "done" : "failed", idOf(n + 1));
  }
  // The archive is half done.
  db.exec(`UPDATE conversations SET archived_seq = last_seq / 2 WHERE rowid % 2 = 0;
    INSERT INTO archived_sends SELECT sender_id, client_id FROM messages m
      WHERE seq <= (SELECT archived_seq FROM conversations WHERE id = m.conversation_id);
    DELETE FROM messages WHERE seq <= (SELECT archived_seq FROM conversations WHERE id = conversation_id);
    COMMIT`);

  function entry(n: number, amount: number, kind: string, cause = kind, key = `${kind}:${n}`): void {
    run(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, ?, ?, ?, 1)",
      ...[idOf(n), amount, kind, cause, key],
    );
  }
  function buy(n: number, credits: number): void {
    run(
      `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, tax_rate, tax_amount,
        country, method, provider, status, seller, series, buyer_name, language, refund_days, idempotency_key, created_at, updated_at, ask_at)
        VALUES (?1, ?2, 'liaison', 'c60', ?3, 'EUR', 999, 999, 210, 173, 'NL', 'card', 'sandbox', 'created', '{}', 'One', 'Anna', 'en', 14, ?1, 1, 1, 1)`,
      ...[`payment${n}`, idOf(n), credits],
    );
    run("UPDATE payments SET status = 'completed', updated_at = 2 WHERE id = ?", `payment${n}`);
  }
  function talkOf(one: number, other: number): string {
    const [a, b] = [idOf(Math.min(one, other)), idOf(Math.max(one, other))];
    const known = prepared("SELECT id FROM conversations WHERE member_a = ? AND member_b = ?").get(a, b);
    if (known) return String(known.id);
    const id = `talk-${a}-${b}`;
    run("INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?, ?, ?, ?, 1)", id, a, b, idOf(one));
    for (const [member, partner] of [
      [a, b],
      [b, a],
    ] as const)
      run("INSERT INTO participants (conversation_id, member_id, other_id, last_at) VALUES (?, ?, ?, 1)", id, member, partner);
    return id;
  }
}
