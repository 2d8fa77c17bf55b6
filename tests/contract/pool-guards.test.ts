import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { openStores } from "#scripts/domain/stores.ts";
import { type Moving, movePool, undoMove } from "#scripts/pool/move.ts";
import { place } from "#scripts/pool/place.ts";
import { mustBeginNoSeriesTwice } from "#scripts/pool/series.ts";
import type { Db } from "#scripts/pool/tables.ts";
import { prepareStore } from "#scripts/product.ts";
import { inlined } from "#scripts/sql-text.ts";
import { copyTemplate } from "#tests/setup/instances.ts";
import { memberRows } from "#tests/setup/member-rows.ts";
import { type Insert, insertMoney, type Run } from "#tests/setup/personal-money.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { sellingAlone } from "./pool-files.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const POOL = "liaison";
const files = sellingAlone(readDomainFiles()).filter(({ pool }) => [POOL, "curves"].includes(pool));
const folder = mkdtempSync(join(tmpdir(), "liaison-guards-"));
const template = join(folder, "template");
let data: string;
let where: { data: string; remote: false; port: string };
let store: (name: string) => Db;

beforeAll(() => prepareStore({ data: copyTemplate(template), domains: files, members: 0, databases: ["DB_2"] }));
beforeEach(({ task }) => {
  data = join(folder, task.id);
  cpSync(template, data, { recursive: true });
  where = { data, remote: false, port: "0" };
  const stores: Record<string, Db> = { DB: localStore(data).db, DB_2: localStore(data, "DB_2").db };
  store = (name) => stores[name] as Db;
});
afterAll(() => rmSync(folder, { recursive: true }));

const movingWith = (more: Partial<Moving> = {}): Moving => ({
  primary: store("DB"),
  open: async (name) => store(name),
  wait: async () => undefined,
  hangUp: async () => undefined,
  say: () => undefined,
  ...more,
});
const placing = { files, wait: async () => undefined };

/** A member of a pool; returns the id. */
async function add(database: string, pool: string, name: string = pool): Promise<string> {
  const { id, rows } = memberRows({ email: `${name}@example.org`, name, password: PASSWORD }, { domainId: pool });
  await store(database).batch(
    rows.map(({ sql, values }) =>
      store(database)
        .prepare(sql.replaceAll("'liaison'", `'${pool}'`))
        .bind(...values),
    ),
  );
  return id;
}

const count = async (name: string, what: string) =>
  (await store(name).prepare(`SELECT count(*) AS n FROM ${what}`).first<{ n: number }>())?.n;
const stepNow = async () => (await store("DB").prepare("SELECT step FROM pool_moves").first<{ step: string }>())?.step ?? null;

/** A payment with its receipt, in the name of "Liaison Media B.V.". */
async function sell(member: string): Promise<void> {
  const statements: [string, unknown[]][] = [];
  const insert: Insert = (table, row) => {
    const names = Object.keys(row);
    statements.push([
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      Object.values(row),
    ]);
  };
  const run: Run = (sql, ...values) => void statements.push([sql, values]);
  insertMoney(insert, run, { member, friend: member, now: 1 });
  const [payment, completed] = statements;
  for (const [sql, values] of [payment, completed] as typeof statements)
    await store("DB")
      .prepare(sql)
      .bind(...values)
      .run();
}

test("a pool whose receipts share their numbers with another pool's neither moves nor is placed", async () => {
  const [one, other] = [await add("DB", POOL), await add("DB", "curves")];
  await sell(one);
  await sell(other);
  expect(await count("DB", "receipts")).toBe(2);
  await expect(movePool(movingWith(), POOL, "DB_2")).rejects.toThrow("Liaison Media B.V. (curves)");
  expect([await stepNow(), await count("DB_2", "accounts")]).toEqual([null, 0]);
  const shared = { ...placing, files: readDomainFiles().filter(({ pool }) => pool === "velvet") };
  await expect(place(["velvet", "DB_2"], where, shared)).rejects.toThrow("one series of numbers");
  expect(await count("DB", "pools")).toBe(0);
});

test("a company of a pool that lives elsewhere is not given to another one", async () => {
  await sell(await add("DB", POOL));
  await movePool(movingWith(), POOL, "DB_2");
  const curves = files.filter(({ pool }) => pool === "curves");
  const given = files.filter(({ pool }) => pool === POOL).flatMap(({ settings }) => Object.values(settings.companies));
  const selling = curves.map((file) => ({
    ...file,
    settings: { ...file.settings, companies: { "*": given[0] as (typeof given)[0] } },
  }));
  const apart = await (await openStores(where)).groups(files);
  expect(apart.map(([, some]) => some.length > 0)).toEqual([true, true]);
  await mustBeginNoSeriesTwice(apart);
  const groups = await (await openStores(where)).groups([...selling, ...files.filter(({ pool }) => pool === POOL)]);
  await expect(mustBeginNoSeriesTwice(groups)).rejects.toThrow(`${given[0]?.name} (curves)`);
  await expect(mustBeginNoSeriesTwice(await (await openStores(where)).groups(selling))).rejects.toThrow(`(${POOL})`);
});

test("receipts of a company that sells for one pool move with it", async () => {
  await sell(await add("DB", POOL));
  await movePool(movingWith(), POOL, "DB_2");
  expect([await count("DB", "receipts"), await count("DB_2", "receipts")]).toEqual([0, 1]);
});

test("a row that is longer than a statement may be is copied in parts", async () => {
  await add("DB", POOL);
  const texts = ["語", "😀", "it's ", "\u0001"].map((text) => text.repeat(60_000));
  for (const [index, text] of texts.entries())
    await store("DB")
      .prepare("INSERT INTO domain_versions (domain_id, number, settings, applied_at, by) VALUES ('liaison', ?1, ?2, 1, 'anna')")
      .bind(index + 100, JSON.stringify({ pool: POOL, text }))
      .run();
  const sizes: number[] = [];
  const open = async (name: string): Promise<Db> => ({
    prepare: (sql) => store(name).prepare(sql),
    async batch(statements) {
      const texts = (statements as unknown as { statement: Parameters<typeof inlined>[0] }[]).map(({ statement }) =>
        inlined(statement),
      );
      sizes.push(...texts.map((text) => Buffer.byteLength(text)));
      return store(name).batch(statements);
    },
  });
  await movePool(movingWith({ open }), POOL, "DB_2");
  const { results } = await store("DB_2")
    .prepare("SELECT settings ->> '$.text' AS text FROM domain_versions WHERE number >= 100 ORDER BY number")
    .all<{ text: string }>();
  expect(results.map(({ text }, index) => text === texts[index])).toEqual([true, true, true, true]);
  expect(Math.max(...sizes)).toBeLessThan(100_000);
});

test("a move that is not agreed to stops while the pool is open, and goes on later", async () => {
  const member = await add("DB", POOL);
  const pages: number[][] = [];
  const agree = async (found: number[]) => {
    pages.push(found);
    throw new Error("not agreed");
  };
  await expect(movePool(movingWith({ agree }), POOL, "DB_2")).rejects.toThrow("not agreed");
  expect(await stepNow()).toBe("copy");
  expect(pages.flat().reduce((sum, count) => sum + count, 0)).toBeGreaterThan(3);
  await store("DB").prepare("UPDATE accounts SET language = 'de' WHERE id = ?1").bind(member).run();
  await movePool(movingWith(), POOL, "DB_2");
  expect(await count("DB_2", "accounts WHERE language = 'de'")).toBe(1);
});

/** Lets another command run as soon as the move says so. */
const meanwhile = (pattern: RegExp, other: () => Promise<unknown>) => {
  let done = false;
  const after = (db: Db): Db => ({
    prepare: (sql) => db.prepare(sql),
    async batch(statements) {
      if (!done && pattern.test(said)) {
        done = true;
        await other();
      }
      return db.batch(statements);
    },
  });
  let said = "";
  return movingWith({
    primary: after(store("DB")),
    say: (text) => {
      said = text;
    },
  });
};

test.each(["Copying", "Caught up", "equal by count"])(
  "an undo while the move is at '%s' stops it, and the pool stays whole",
  async (at) => {
    const member = await add("DB", POOL);
    const moving = meanwhile(new RegExp(at), () => undoMove(movingWith(), POOL));
    await expect(movePool(moving, POOL, "DB_2")).rejects.toThrow("Another command");
    expect([await count("DB", "accounts"), await count("DB_2", "accounts")]).toEqual([1, 0]);
    expect([await count("DB", "pools"), await stepNow()]).toEqual([0, null]);
    await store("DB").prepare("UPDATE accounts SET language = 'de' WHERE id = ?1").bind(member).run();
  },
);

test("an undo during the wait leaves no pool closed", async () => {
  const member = await add("DB", POOL);
  const moving = movingWith({ wait: () => undoMove(movingWith(), POOL) });
  await expect(movePool(moving, POOL, "DB_2")).rejects.toThrow("Another command");
  await store("DB").prepare("UPDATE accounts SET language = 'de' WHERE id = ?1").bind(member).run();
});

test.each(["Copying", "Caught up", "equal by count"])(
  "of two moves at once one ends at '%s', and nothing is lost",
  async (at) => {
    await add("DB", POOL);
    const moving = meanwhile(new RegExp(at), () => movePool(movingWith(), POOL, "DB_2"));
    await expect(movePool(moving, POOL, "DB_2")).rejects.toThrow("Another command");
    expect([await count("DB", "accounts"), await count("DB_2", "accounts"), await stepNow()]).toEqual([0, 1, null]);
  },
);

test("while a pool moves nothing applies domains, starts the product or places a pool", async () => {
  const stop = new Error("stop");
  await expect(movePool(movingWith({ wait: () => Promise.reject(stop) }), POOL, "DB_2")).rejects.toBe(stop);
  expect(await stepNow()).toBe("close");
  await expect(openStores(where)).rejects.toThrow("liaison is on its way to DB_2");
  await expect(place(["curves", "DB_2"], where, placing)).rejects.toThrow("liaison is on its way to DB_2");
  await expect(prepareStore({ data, domains: files, members: 0 })).rejects.toThrow("npm run pool -- undo liaison");
});

test("a sign-up into the old database while a pool is placed is found", async () => {
  const wait = async () => void (await add("DB", "curves"));
  await expect(place(["curves", "DB_2"], where, { files, wait })).rejects.toThrow("npm run pool -- place curves DB");
  await expect(place(["curves", "DB_2"], where, placing)).rejects.toThrow("npm run pool -- place curves DB");
  await place(["curves", "DB"], where, placing);
  expect([await count("DB", "pools"), await count("DB", "hosts WHERE domain_id = 'curves'")]).toEqual([0, 1]);
});

test("a like and a message are in one database: written during the wait they move, later they are refused", async () => {
  const [one, other] = [await add("DB", POOL), await add("DB", POOL, "ben")].sort() as [string, string];
  const write = (sql: string, ...values: string[]) =>
    store("DB")
      .prepare(sql)
      .bind(...values)
      .run();
  const like = (from: string, to: string) =>
    write("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?1, ?2, 1)", from, to);
  const say = (seq: string) =>
    write(
      `INSERT INTO messages (id, conversation_id, seq, sender_id, type, text, price, client_id, created_at) VALUES ('m' || ?1, 'c', ?1 + 0, ?2, 'text', 'x', 0, ?1, 1)`,
      seq,
      one,
    );
  const wait = async () => {
    await like(one, other);
    await write(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES ('c', ?1, ?2, ?1, 1)",
      one,
      other,
    );
    await say("1");
  };
  const refused: string[] = [];
  const moving = meanwhile(/equal by count/, async () => {
    for (const act of [() => like(other, one), () => say("2")]) await act().catch((error) => refused.push(error.message));
  });
  await movePool({ ...moving, wait }, POOL, "DB_2");
  expect(refused).toEqual(["the pool moves", "the pool moves"]);
  for (const table of ["likes", "messages"])
    expect([await count("DB", table), await count("DB_2", table)], table).toEqual([0, 1]);
});
