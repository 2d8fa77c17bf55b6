import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { withLocalD1 } from "./d1.ts";

const { DB } = env;

/** Of an answer, what the product or a test reads. */
function told({ results, success, meta }: D1Result) {
  const { changes, rows_read, rows_written, served_by_primary } = meta;
  return { results, success, meta: { changes, rows_read, rows_written, served_by_primary } };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "nothing was refused",
    (error: Error) => [error.message, (error.cause as Error | undefined)?.message],
  );

async function answers() {
  const run = async (sql: string, ...values: unknown[]) =>
    told(
      await DB.prepare(sql)
        .bind(...values)
        .run(),
    );
  const count = () => DB.prepare("SELECT count(*) AS count FROM kept").first("count");
  await DB.batch(
    ["DROP TABLE IF EXISTS kept", "CREATE TABLE kept (id INTEGER PRIMARY KEY, value UNIQUE)"].map((sql) => DB.prepare(sql)),
  );
  const insert = "INSERT INTO kept (value) VALUES (?), (?)";
  const written = [
    await run(insert, "é\u0000😀", null),
    await run(insert, new Uint8Array([0, 255]), 2 ** 53 - 1),
    await run(insert, 0.1, true),
  ];
  const session = DB.withSession("first-primary");
  const bookmarks = [session.getBookmark()];
  const bySession = await session.prepare("SELECT id FROM kept WHERE value = ?").bind(1).first();
  bookmarks.push(session.getBookmark());
  const twice = DB.prepare("SELECT id, value, id FROM kept ORDER BY id");
  return {
    written,
    bySession,
    kept: bookmarks.map((bookmark) => bookmark !== null),
    all: told(await twice.all()),
    raw: await twice.raw({ columnNames: true }),
    none: [await DB.prepare("SELECT 1 WHERE false").first(), await DB.prepare("SELECT 1 WHERE false").raw()],
    nothingChanged: await run("UPDATE kept SET value = 1 WHERE id = 99"),
    returned: await run("DELETE FROM kept WHERE id = 1 RETURNING id, value"),
    batch: (await DB.batch([DB.prepare("UPDATE kept SET value = id"), DB.prepare("SELECT count(*) FROM kept")])).map(told),
    refused: [
      await refusal(run("INSERT INTO kept (id) VALUES (2)")),
      await refusal(run("SELECT nothing FROM kept")),
      await refusal(run("SELECT ?")),
      await refusal(run("SELECT 1", 1)),
      await refusal(DB.prepare("SELECT 1").first("other")),
      await refusal(DB.batch([DB.prepare("DELETE FROM kept"), DB.prepare("INSERT INTO nowhere VALUES (1)")])),
    ],
    left: await count(),
    executed: (await DB.exec("DELETE FROM kept\nSELECT 1")).count,
    gone: await count(),
  };
}

test("the store of unit tests answers and refuses as the local D1 does", async () => {
  const own = await answers();
  expect(own).toEqual(await withLocalD1(answers));
  expect(own).toMatchObject({ bySession: { id: 6 }, kept: [false, true], left: 5, executed: 2, gone: 0 });
  expect(own.refused[0]).toEqual([
    expect.stringMatching(/^D1_ERROR: UNIQUE.*SQLITE_CONSTRAINT/),
    expect.stringMatching(/^UNIQUE/),
  ]);
});

/** Tables with all that refuses, and a trigger that writes. */
const TABLES = [
  "DROP TABLE IF EXISTS leaf",
  "DROP TABLE IF EXISTS root",
  "DROP TABLE IF EXISTS log",
  "CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT)",
  "CREATE TABLE root (id INTEGER PRIMARY KEY, size REAL CHECK (size > 0), name TEXT NOT NULL DEFAULT 'a')",
  "CREATE TABLE leaf (id INTEGER PRIMARY KEY, root_id INTEGER NOT NULL REFERENCES root (id) ON DELETE CASCADE)",
  "CREATE TRIGGER noted AFTER INSERT ON root BEGIN INSERT INTO log (text) VALUES ('one'), ('two'); END",
  "CREATE TRIGGER kept BEFORE UPDATE ON leaf BEGIN SELECT RAISE(ABORT, 'a leaf stays'); END",
];

async function rules() {
  const ask = (sql: string, ...values: unknown[]) => DB.prepare(sql).bind(...values);
  const run = async (sql: string, ...values: unknown[]) => {
    const { results, meta } = await ask(sql, ...values).run();
    return { results, changes: meta.changes, last: meta.last_row_id, duration: typeof meta.duration };
  };
  const together = async (...sql: string[]) =>
    (await DB.batch(sql.map((one) => DB.prepare(one)))).map(({ results, meta }) => ({ results, changes: meta.changes }));
  for (const sql of TABLES) await DB.prepare(sql).run();
  const refused = [
    await refusal(run("INSERT INTO root (size) VALUES (-1)")),
    await refusal(run("INSERT INTO root (name) VALUES (NULL)")),
    await refusal(run("INSERT INTO leaf (root_id) VALUES (7)")),
    await refusal(DB.batch([])),
    await refusal(run(" -- nothing")),
    await refusal(run("-- nothing")),
    await refusal(run("")),
    await refusal(together("SELECT 1", "-- nothing")),
    await refusal(run(`SELECT ${Array.from({ length: 101 }, () => "?")}`, ...Array.from({ length: 101 }, () => 1))),
  ];
  const written = [
    await run("INSERT INTO root (id, size) VALUES (1, 1), (2, 2)"),
    await run("INSERT INTO leaf (root_id) VALUES (1), (1), (2)"),
    await run("UPDATE root SET size = 3 WHERE id = 1"),
    await run("UPDATE root SET size = 3 WHERE id = 9"),
  ];
  refused.push(
    await refusal(run("UPDATE leaf SET root_id = 2")),
    await refusal(together("DELETE FROM log", "UPDATE leaf SET root_id = 2")),
  );
  const batches = [
    await together("SELECT count(*) FROM log", "UPDATE root SET size = 4", "SELECT changes()"),
    await together("UPDATE root SET size = 5 WHERE id = 9", "SELECT changes()"),
    await together("INSERT INTO root (size) VALUES (3)", "SELECT changes()"),
    await together("DELETE FROM root WHERE id = 1", "SELECT count(*) FROM leaf"),
    await together("DELETE FROM log", "INSERT INTO leaf (root_id) VALUES (2)", "SELECT changes()"),
    await together("SELECT 1", " -- a remark", "SELECT 2"),
    await together("SELECT 1; INSERT INTO log (text) VALUES ('three')", "UPDATE log SET text = 'four' WHERE text = 'none'"),
  ];
  return { refused, written, batches, leaves: await run("SELECT root_id FROM leaf ORDER BY id") };
}

test("the store checks, cascades, counts changes and refuses as the local D1 does", async () => {
  const own = await rules();
  expect(own).toEqual(await withLocalD1(rules));
  expect(own.refused[3]).toEqual(["D1_ERROR: No SQL statements detected.", "No SQL statements detected."]);
  expect(own.written.map(({ changes }) => changes)).toEqual([6, 3, 1, 0]);
});

test("the store refuses a guard that asks for the changes of another request, which D1 answers at random", async () => {
  const guarded = DB.prepare("UPDATE log SET text = 'x' WHERE changes() = 1");
  expect(await refusal(DB.batch([guarded]))).toEqual([
    "D1_ERROR: changes() in a first statement tells of another request",
    "changes() in a first statement tells of another request",
  ]);
});

async function numbers() {
  const ask = (sql: string, ...values: unknown[]) => DB.prepare(sql).bind(...values);
  const kinds = "typeof(?1) AS kind, ?1 AS value";
  return {
    given: await Promise.all(
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, -0, 1e308, 5e-324, 2 ** 60, "\ud800"].map((value) =>
        ask(`SELECT ${kinds}`, value).first(),
      ),
    ),
    got: await ask("SELECT 9e999 AS much, -9e999 AS little, -0.0 AS none, 9007199254740993 AS big, 1.0 AS whole").raw(),
  };
}

test("numbers that JSON cannot say are what they are in the local D1", async () => {
  const own = await numbers();
  expect(own).toEqual(await withLocalD1(numbers));
  expect(own.got[0]?.slice(0, 3)).toEqual([null, null, 0]);
});

test("a store that is lost fails as D1 does", async () => {
  const lost = vi.spyOn(env.D1_STORE, "getByName").mockReturnValue({
    ask: () => Promise.reject(new Error("lost")),
  } as unknown as ReturnType<typeof env.D1_STORE.getByName>);
  try {
    expect(await refusal(DB.prepare("SELECT 1").run())).toEqual(["D1_ERROR: lost", "lost"]);
  } finally {
    lost.mockRestore();
  }
});

test("a query of the store ends up in its own database", async () => {
  const tables = () => DB.prepare("SELECT count(*) AS count FROM sqlite_master WHERE name = 'profiles'").first("count");
  expect([await tables(), await withLocalD1(tables)]).toEqual([1, 0]);
});
