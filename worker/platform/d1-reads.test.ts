import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { isAway, retryingReads } from "./d1-reads.ts";

const LOST = new Error("D1_ERROR: Network connection lost.");
const warned = vi.spyOn(console, "warn");
beforeEach(() => void warned.mockReset().mockImplementation(() => {}));

/** A database whose next trips are lost. */
function losing(trips: number) {
  let left = trips;
  const fails = <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    vi.fn(async (...args: A) => {
      if (left-- > 0) throw LOST;
      return work(...args);
    });
  const batch = fails((statements: D1PreparedStatement[]) => env.DB.batch(statements));
  const prepare = (query: string) => {
    const statement = env.DB.prepare(query);
    const bind = statement.bind.bind(statement);
    const lossy = (one: D1PreparedStatement): D1PreparedStatement =>
      Object.assign(one, { all: fails(one.all.bind(one)), first: fails(one.first.bind(one)), run: fails(one.run.bind(one)) });
    return Object.assign(lossy(statement), { bind: (...values: unknown[]) => lossy(bind(...values)) });
  };
  return { batch, db: retryingReads({ prepare, batch } as unknown as D1Database) };
}

describe("a read whose trip is lost", () => {
  test("is tried once more, alone and in a batch", async () => {
    expect(await losing(1).db.prepare("SELECT ? AS n").bind(7).first("n")).toBe(7);
    expect((await losing(1).db.prepare("WITH a AS (SELECT 1 AS n) SELECT n FROM a").all()).results).toEqual([{ n: 1 }]);
    const { db, batch } = losing(1);
    const answers = await db.batch([db.prepare("SELECT ? AS n").bind(1), db.prepare("SELECT 2 AS n")]);
    expect(answers.map(({ results }) => results)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    expect(batch).toHaveBeenCalledTimes(2);
  });

  test("fails when the second one is lost too", async () => {
    await expect(losing(2).db.prepare("SELECT 1").first()).rejects.toBe(LOST);
  });
});

test("a write is never repeated, whatever it begins with, nor a batch that holds one", async () => {
  const writes = ["UPDATE domains SET id = id WHERE 0", "WITH a AS (SELECT 1) UPDATE domains SET id = id WHERE 0"];
  for (const query of writes) {
    await expect(losing(1).db.prepare(query).run()).rejects.toBe(LOST);
    const { db, batch } = losing(1);
    await expect(db.batch([db.prepare("SELECT 1"), db.prepare(query)])).rejects.toBe(LOST);
    expect(batch).toHaveBeenCalledTimes(1);
  }
});

test("a refused statement is not repeated, and is no database that is away", async () => {
  const refused = await retryingReads(env.DB)
    .prepare("SELECT nothing")
    .first()
    .catch((error: unknown) => error);
  expect(isAway(refused)).toBe(false);
  expect(warned).not.toHaveBeenCalled();
  expect(isAway(new Error("query", { cause: LOST }))).toBe(true);
  expect(isAway(new Error("D1_ERROR: UNIQUE constraint failed: a.b: SQLITE_CONSTRAINT"))).toBe(false);
  expect(isAway(new Error("D1_ERROR: no such table: domains: SQLITE_ERROR"))).toBe(true);
  expect(isAway(new TypeError("x is not a function"))).toBe(false);
});
