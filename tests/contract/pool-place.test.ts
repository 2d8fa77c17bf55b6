import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { openStores } from "#scripts/domain/stores.ts";
import { place } from "#scripts/pool/place.ts";
import { mustBeginNoSeriesTwice } from "#scripts/pool/series.ts";
import type { Db } from "#scripts/pool/tables.ts";
import { prepareStore } from "#scripts/product.ts";
import { copyTemplate } from "#tests/setup/instances.ts";
import { memberRows } from "#tests/setup/member-rows.ts";
import { type Insert, insertMoney, type Run } from "#tests/setup/personal-money.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { sellingAlone } from "./pool-files.ts";

const POOL = "liaison";
const files = sellingAlone(readDomainFiles()).filter(({ pool }) => [POOL, "curves"].includes(pool));
const folder = mkdtempSync(join(tmpdir(), "liaison-place-"));
const template = join(folder, "template");
let data: string;
let where: { data: string; remote: false; port: string };
let store: (name: string) => Db;

// As `npm start -- --database DB_2` prepares a store.
beforeAll(() => prepareStore({ data: copyTemplate(template), domains: files, members: 0, databases: ["DB_2"] }));
beforeEach(({ task }) => {
  data = join(folder, task.id);
  cpSync(template, data, { recursive: true });
  where = { data, remote: false, port: "0" };
  const stores: Record<string, Db> = { DB: localStore(data).db, DB_2: localStore(data, "DB_2").db };
  store = (name) => stores[name] as Db;
});
afterAll(() => rmSync(folder, { recursive: true }));

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

/** A payment with its receipt, in the name of "Liaison Media B.V.". */
async function sell(member: string, database = "DB"): Promise<void> {
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
    await store(database)
      .prepare(sql)
      .bind(...values)
      .run();
}

test("a pool that sells in the name of another pool's company is not placed", async () => {
  const [one, other] = [await add("DB", POOL), await add("DB", "curves")];
  await sell(one);
  await sell(other);
  expect(await count("DB", "receipts")).toBe(2);
  const shared = { ...placing, files: readDomainFiles().filter(({ pool }) => pool === "velvet") };
  await expect(place(["velvet", "DB_2"], where, shared)).rejects.toThrow("one series of numbers");
  expect(await count("DB", "pools")).toBe(0);
});

test("a pool with members stays where it is", async () => {
  await add("DB", POOL);
  await expect(place([POOL, "DB_2"], where, placing)).rejects.toThrow("The pool liaison has 1 accounts, notices or codes in DB");
  expect([await count("DB", "pools"), await count("DB_2", "domains")]).toEqual([0, 0]);
});

test("a company of a pool that lives elsewhere is not given to another one", async () => {
  await place([POOL, "DB_2"], where, placing);
  await sell(await add("DB_2", POOL), "DB_2");
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

test("a sign-up into the old database while a pool is placed is found", async () => {
  const wait = async () => void (await add("DB", "curves"));
  await expect(place(["curves", "DB_2"], where, { files, wait })).rejects.toThrow("npm run pool -- place curves DB");
  await expect(place(["curves", "DB_2"], where, placing)).rejects.toThrow("npm run pool -- place curves DB");
  await place(["curves", "DB"], where, placing);
  expect([await count("DB", "pools"), await count("DB", "hosts WHERE domain_id = 'curves'")]).toEqual([0, 1]);
});
