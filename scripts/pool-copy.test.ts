import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { STAYING } from "./domain/niche-tables.ts";
import { migrated } from "./migrations/schema.ts";
import { begin, end, hasBegun, stagedName, synchronise } from "./pool/copy.ts";
import { type Db, POOL_TABLES, type Table, tablesOf } from "./pool/tables.ts";
import { inlined, type Statement } from "./sql-text.ts";

const DEATH = new Error("killed");
const MEMBERS = 1200;

/** Transactions until the process dies, and whether the last of them was written. */
interface Life {
  left: number;
  after: boolean;
}

let source: DatabaseSync;
let target: DatabaseSync;
let tables: Table[];
let sizes: number[];

/** As the commands reach a database: whole statements, in one transaction. */
function dbOf(sqlite: DatabaseSync, life: Life = { left: Number.POSITIVE_INFINITY, after: false }): Db {
  const prepare = (sql: string, params: SQLInputValue[] = []): unknown => ({
    statement: { sql, params },
    bind: (...values: SQLInputValue[]) => prepare(sql, values),
    all: async () => ({ results: sqlite.prepare(sql).all(...params) }),
    first: async () => sqlite.prepare(sql).get(...params) ?? null,
  });
  const batch = async (statements: { statement: Statement }[]) => {
    if (life.left-- <= 0 && !life.after) throw DEATH;
    const texts = statements.map(({ statement }) => inlined(statement));
    sizes.push(...texts.map((text) => Buffer.byteLength(text)));
    sqlite.exec("BEGIN");
    const answers = texts.map((text) => ({ results: sqlite.prepare(text).all() }));
    sqlite.exec("COMMIT");
    if (life.left < 0) throw DEATH;
    return answers;
  };
  return { prepare, batch } as unknown as Db;
}

beforeEach(async () => {
  [source, target] = [migrated(), migrated()];
  sizes = [];
  source.exec(`INSERT INTO domains (id, pool, settings, updated_at) VALUES ('gipfel', 'gipfel', '{}', 0), ('other', 'other', '{}', 0);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MEMBERS})
    INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version,
      sensitive_accepted_at, created_at)
    SELECT printf('a%05d', i), iif(i % 3, 'gipfel', 'other'), iif(i % 3, 'gipfel', 'other'), i || '@example.org', '', 'en', 'active', '1', 0, '1', 0, 0
    FROM n`);
  tables = await tablesOf(dbOf(source), "gipfel");
});

const rows = (db: DatabaseSync, from: string, where = "1") =>
  db.prepare(`SELECT * FROM ${from} WHERE ${where} ORDER BY id`).all();
const wanted = () => rows(source, "accounts", "pool = 'gipfel'");
const copied = () => rows(target, stagedName("accounts"));

test("each table is a pool's, or has a reason to stay", () => {
  const found = source.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'").all();
  const names = found.map(({ name }) => String(name));
  const stay = names.filter((name) => !(name in POOL_TABLES));
  expect(names).toEqual(expect.arrayContaining(Object.keys(POOL_TABLES)));
  expect(Object.keys(STAYING)).toEqual(expect.arrayContaining(stay));
  expect(stay.length).toBeGreaterThan(10);
});

test.each([false, true])(
  "a copy that is killed again and again goes on, and holds the pool alone (written first: %s)",
  async (after) => {
    let deaths = 0;
    for (let done = false; !done; ) {
      const there = dbOf(target, { left: after ? 0 : 1, after });
      try {
        if (!(await hasBegun(there))) await begin(there, tables);
        await synchronise(dbOf(source), there, tables, true);
        done = true;
      } catch (error) {
        if (error !== DEATH) throw error;
        deaths++;
      }
      expect(deaths).toBeLessThan(500);
    }
    expect(deaths).toBeGreaterThan(2);
    expect(copied()).toHaveLength((MEMBERS * 2) / 3);
    expect(copied()).toEqual(wanted());
  },
);

test("a second walk writes only the pages that changed: rows that are new, changed or gone", async () => {
  const there = dbOf(target);
  await begin(there, tables);
  expect(await synchronise(dbOf(source), there, tables, true)).toBeGreaterThan(2);
  expect(await synchronise(dbOf(source), there, tables, false)).toBe(0);
  source.exec("UPDATE accounts SET language = 'de' WHERE id = 'a00001'; DELETE FROM accounts WHERE id = 'a00002'");
  expect(await synchronise(dbOf(source), there, tables, false)).toBe(1);
  expect(copied()).toEqual(wanted());
  source.exec("UPDATE accounts SET pool = 'gipfel' WHERE id = 'a01200'");
  expect(await synchronise(dbOf(source), there, tables, false)).toBe(1);
  expect(copied()).toEqual(wanted());
  await end(there, tables);
  expect(target.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name GLOB 'pool_copy_*'").get()?.n).toBe(0);
});

test("a row that is longer than a statement may be is copied in parts", async () => {
  const texts = ["\u8a9e", "\u{1f600}", "it's ", "\u0001"].map((text) => text.repeat(60_000));
  for (const [index, text] of texts.entries())
    source
      .prepare("INSERT INTO domain_versions (domain_id, number, settings, applied_at, by) VALUES ('gipfel', ?, ?, 1, 'anna')")
      .run(index, JSON.stringify({ pool: "gipfel", text }));
  await begin(dbOf(target), tables);
  await synchronise(dbOf(source), dbOf(target), tables, true);
  const found = target
    .prepare(`SELECT settings ->> '$.text' AS text FROM ${stagedName("domain_versions")} ORDER BY number`)
    .all();
  expect(found.map(({ text }, index) => text === texts[index])).toEqual([true, true, true, true]);
  expect(Math.max(...sizes)).toBeLessThan(100_000);
});
