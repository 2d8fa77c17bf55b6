import { rmSync } from "node:fs";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { COUNTERS, type Row, STAYING, shifted } from "#scripts/domain/niche-tables.ts";
import { type Moving, movePool, undoMove } from "#scripts/pool/move.ts";
import { place } from "#scripts/pool/place.ts";
import { condition, type Db, POOL_TABLES, tablesOf } from "#scripts/pool/tables.ts";
import { serveStore, startProduct } from "#scripts/product.ts";
import { command, copyTemplate } from "#tests/setup/instances.ts";
import { memberRows } from "#tests/setup/member-rows.ts";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { listenForSql } from "#tests/setup/sql.ts";
import { ask } from "./http.ts";
import { member } from "./person.ts";
import { sellingAlone } from "./pool-files.ts";
import { inStore, served } from "./served-store.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const DAY = 24 * 3_600_000;
const POOL = "liaison";
const vars = { PASSWORD_COST: "test" };
const data = copyTemplate();
const where = { data, remote: false, port: "0" };

let local: Miniflare;
let sql: Awaited<ReturnType<typeof listenForSql>>;
const stores: Record<string, Db> = {};

/** The pool's hosts are kept in no isolate after it. */
async function serve(start: () => ReturnType<typeof serveStore>): Promise<void> {
  const product = await start();
  local = product.local;
  sql = await listenForSql(product.db);
  Object.assign(served, { local: product.port, sql: sql.port });
}
async function stop(): Promise<void> {
  sql.server.close();
  await local.dispose();
}

beforeAll(async () => {
  const files = sellingAlone(readDomainFiles());
  await serve(() => startProduct({ port: 0, data, domains: files, members: 0, databases: ["DB_2"], vars }));
  for (const name of ["DB", "DB_2"]) stores[name] = localStore(data, name).db;
  await place(["spaetsommer", "DB_2"], where, { files, wait: async () => undefined });
});
afterAll(async () => {
  await stop();
  rmSync(data, { recursive: true });
});

const store = (name: string) => stores[name] as Db;

/** A member of another pool, with a ledger entry. */
async function neighbour(database: string, pool: string): Promise<void> {
  const { rows } = memberRows({ email: `${pool}@example.org`, name: pool, password: PASSWORD }, { domainId: pool });
  await store(database).batch(
    rows.map((row) =>
      store(database)
        .prepare(row.sql.replaceAll("'liaison'", `'${pool}'`))
        .bind(...row.values),
    ),
  );
}

/** Each row of the tables, as text; a profile without its slot. */
async function rowsOf(database: string, pool: string | null): Promise<Record<string, Row[]>> {
  const tables = await tablesOf(store("DB_2"), pool ?? "");
  const own = pool === null ? null : await tablesOf(store(database), pool);
  const found: Record<string, Row[]> = {};
  for (const { name, key } of tables) {
    const only = own?.find((table) => table.name === name);
    const { results } = await store(database)
      .prepare(`SELECT * FROM ${name} WHERE ${only ? condition(name, only.where) : "1"} ORDER BY ${key.join(", ")}`)
      .all<Row>();
    found[name] = results.map((row) => (name === "profiles" ? { ...row, slot: null } : row));
  }
  return found;
}

const DEATH = new Error("killed");

/** Dies at one of its next transactions: before it, or after it was written. */
function mortal(db: Db, life: { left: number; after: boolean }): Db {
  return {
    prepare: (text) => db.prepare(text),
    async batch(statements) {
      if (life.left-- > 0) return db.batch(statements);
      if (life.after) await db.batch(statements);
      throw DEATH;
    },
  };
}

/** Works with a life of a few transactions, again and again until it is done. Returns how often it was killed. */
async function killedOnAndOn(work: (moving: Moving) => Promise<unknown>, more: Partial<Moving> = {}): Promise<number> {
  for (let deaths = 0; ; deaths++) {
    const life = { left: 2 + (deaths % 4), after: deaths % 2 === 1 };
    const moving: Moving = {
      primary: mortal(store("DB"), life),
      open: async (name) => mortal(store(name), life),
      wait: async () => undefined,
      hangUp: async () => undefined,
      say: () => undefined,
      ...more,
    };
    try {
      await work(moving);
      return deaths;
    } catch (error) {
      if (error !== DEATH) throw error;
    }
    expect(deaths).toBeLessThan(300);
  }
}

const stepNow = async () => (await store("DB").prepare("SELECT step FROM pool_moves").first<{ step: string }>())?.step ?? null;
const count = async (name: string, what: string) =>
  (await store(name).prepare(`SELECT count(*) AS n FROM ${what}`).first<{ n: number }>())?.n;

test("a table moves with its pool, or has a reason to stay", async () => {
  const { results } = await store("DB")
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
        AND name <> 'd1_migrations'`,
    )
    .all<{ name: string }>();
  const here = [
    "archive_erasures",
    "profile_counts",
    "profile_bits",
    "sweeps",
    "cron_tasks",
    "pools",
    "pool_hosts",
    "pool_moves",
  ];
  const operators = ["domain_previews", "operator_keys", "staff_audit", "staff_members"];
  const stay = [...here, ...operators, "staff_sessions", "staff_passkeys", "staff_recovery_codes", "staff_setup_links"];
  expect(results.map(({ name }) => name).sort()).toEqual([...Object.keys(POOL_TABLES), ...stay].sort());
  expect(Object.keys(STAYING)).toEqual(expect.arrayContaining(stay));
});

test("a pool moves with everything its members have, killed at every step, and is as it was after an undo", async () => {
  const [anna, ben] = [await member("local"), await member("local", { gender: "male", looking_for: "female" })];
  await anna.call("addPhoto", { file: phonePhoto() });
  await anna.call("like", { profile: ben.id });
  const say = (text: string) => anna.call("sendMessage", { profile: ben.id, text, client_id: `client-${text}` });
  const { message } = await say("old");
  await inStore(
    { sql: "UPDATE messages SET created_at = created_at - ?", values: [60 * DAY] },
    { sql: "UPDATE conversations SET oldest_at = oldest_at - ?", values: [60 * DAY] },
  );
  await (await local.getWorker()).scheduled({ cron: "* * * * *" });
  await expect.poll(() => store("DB").prepare("SELECT archived_seq AS n FROM conversations").first()).toEqual({ n: 1 });
  await say("new");
  await neighbour("DB", "curves");
  await neighbour("DB_2", "spaetsommer");
  await stop();

  const [pool, first, second] = [await rowsOf("DB", POOL), await rowsOf("DB", null), await rowsOf("DB_2", null)];
  expect(Object.values(pool).filter(({ length }) => length > 0).length).toBeGreaterThan(12);

  const untilTaken = async (moving: Moving) => {
    await movePool({ ...moving, say: (text) => /equal by count/.test(text) && expect.unreachable() }, POOL, "DB_2");
  };
  await killedOnAndOn(async (moving) => {
    if ((await stepNow()) !== "take" || (await count("DB_2", "accounts")) === 1) await untilTaken(moving);
  });
  expect(await count("DB_2", "accounts")).toBe(3);
  const write = (table: string, id: string) =>
    store("DB").prepare(`UPDATE ${table} SET language = 'de' WHERE ${id}`).bind().run();
  await expect(write("accounts", `id = '${anna.id}'`)).rejects.toThrow("the pool moves");
  await write("accounts", "pool = 'curves'");
  await store("DB").prepare("UPDATE accounts SET language = 'en' WHERE pool = 'curves'").run();
  expect(await killedOnAndOn((moving) => undoMove(moving, POOL))).toBeGreaterThan(1);
  expect([await rowsOf("DB", null), await rowsOf("DB_2", null)]).toEqual([first, second]);
  expect(await count("DB", "sqlite_master WHERE name GLOB 'pool_move_*'")).toBe(0);
  expect(await count("DB_2", "sqlite_master WHERE name GLOB 'pool_move_*'")).toBe(0);

  const steps = new Set<string | null>();
  const deaths = await killedOnAndOn(async (moving) => {
    steps.add(await stepNow());
    await movePool(moving, POOL, "DB_2");
  });
  expect(deaths).toBeGreaterThan(15);
  expect([...steps]).toEqual([null, "copy", "close", "take", "clear"]);

  const moved = await rowsOf("DB_2", POOL);
  const shift = Object.fromEntries(
    COUNTERS.map((table) => [table, pool[table]?.length ? Number(moved[table]?.[0]?.id) - Number(pool[table]?.[0]?.id) : 0]),
  );
  expect(shift.ledger).toBeGreaterThan(0);
  for (const [table, rows] of Object.entries(moved))
    expect(
      rows.map((row) => shifted(table, row, shift, -1)),
      table,
    ).toEqual(pool[table]);
  const kept = Object.entries(first).map(([table, rows]) => {
    const gone = new Set(pool[table]?.map((row) => JSON.stringify(row)));
    return [table, rows.filter((row) => !gone.has(JSON.stringify(row)))];
  });
  expect(await rowsOf("DB", null)).toEqual(Object.fromEntries(kept));
  expect(await count("DB", "accounts")).toBe(1);
  expect((await rowsOf("DB_2", "spaetsommer")).ledger).toEqual(second.ledger);
  expect(await count("DB", "archive_erasures")).toBe(0);
  for (const name of ["DB", "DB_2"]) expect(await count(name, "sqlite_master WHERE name GLOB 'pool_move_*'")).toBe(0);
  const triggers = "sqlite_master WHERE type = 'trigger'";
  expect(await count("DB", triggers)).toBe(await count("DB_2", triggers));
  expect(await count("DB", "profile_bits WHERE pool = 'liaison'")).toBe(0);

  await serve(() => serveStore({ port: 0, data, domains: [], vars }));
  await (await local.getWorker()).scheduled({ cron: "* * * * *" });
  const { photos } = (await anna.call("user", {})).profile;
  expect((await anna.request("GET", `/media/${photos[0]?.filename}`)).status).toBe(200);
  await say("after");
  const { messages } = await anna.call("chat", { conversation: message.conversation });
  expect(messages.map(({ text }) => text)).toEqual(["old", "new", "after"]);
  expect((await ben.call("likes", {})).liked_by.map(({ id }) => id)).toEqual([anna.id]);
  const served = { port: 0, data };
  expect(await command("audit", served, "--database", "DB_2")).toMatchObject({ code: 0 });
});

test("while a pool is closed its hosts say so, the cron leaves both databases alone, and other pools answer", async () => {
  const at = (host: string, path: string) =>
    ask({ port: served.local, path, headers: { host: `${host}:${served.local}`, "sec-fetch-site": "same-origin" } });
  const runs = async () => [
    (await store("DB").prepare("SELECT max(ran_at) AS n FROM cron_tasks").first<{ n: number }>())?.n,
    (await store("DB_2").prepare("SELECT max(ran_at) AS n FROM cron_tasks").first<{ n: number }>())?.n,
  ];
  const seen: unknown[] = [];
  const hungUp: string[] = [];
  await killedOnAndOn((moving) => movePool(moving, POOL, "DB"), {
    async wait() {
      if (seen.length > 0) return;
      const before = await runs();
      await (await local.getWorker()).scheduled({ cron: "* * * * *" });
      const page = await at("dichtbij.localhost", "/");
      const call = await at("dichtbij.localhost", "/api/members.php");
      const other = await at("curves.localhost", "/terms");
      seen.push(page.status, page.headers["retry-after"], call.status, JSON.parse(call.text).error.code, other.status);
      expect(await runs()).toEqual(before);
    },
    hangUp: async (database, members) => void hungUp.push(database, ...members),
  });
  expect(seen).toEqual([503, "60", 503, "in_progress", 200]);
  expect(new Set(hungUp).size).toBe(3);
  expect(hungUp).toContain("DB_2");
  expect([
    await count("DB", "accounts"),
    await count("DB_2", "accounts"),
    await count("DB", "pools WHERE pool = 'liaison'"),
  ]).toEqual([3, 1, 0]);
});
