import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
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
    (error: Error) => [error.message, (error.cause as Error).message],
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

test("a query of the store ends up in its own database", async () => {
  const tables = () => DB.prepare("SELECT count(*) AS count FROM sqlite_master WHERE name = 'profiles'").first("count");
  expect([await tables(), await withLocalD1(tables)]).toEqual([1, 0]);
});
