import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { hmac } from "./crypto.ts";
import { HOUR, MINUTE } from "./durations.ts";
import { AppError } from "./errors.ts";
import { LimitCounter } from "./limits.object.ts";
import { createLimits, hitAll, type Rule, refuseOver, shardOf } from "./limits.ts";

const limits = createLimits(env.LIMITS, "test only");
const NOW = Date.UTC(2026, 10, 21, 12);
const FIVE = [{ limit: 5, windowMs: 15 * MINUTE }];

test("a window slides: room comes back as each hit leaves it", async () => {
  for (let i = 0; i < 5; i++) expect((await limits.hit("slide", FIVE, NOW + i * MINUTE)).allowed).toBe(true);
  expect(await limits.hit("slide", FIVE, NOW + 5 * MINUTE)).toEqual({ allowed: false, retryAfterMs: 10 * MINUTE });
  expect(await limits.hit("slide", FIVE, NOW + 15 * MINUTE - 1)).toEqual({ allowed: false, retryAfterMs: 1 });
  expect((await limits.hit("slide", FIVE, NOW + 15 * MINUTE)).allowed).toBe(true);
  expect(await limits.hit("slide", FIVE, NOW + 15 * MINUTE)).toEqual({ allowed: false, retryAfterMs: MINUTE });
});

test("parallel hits never exceed the limit", async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => limits.hit("parallel", FIVE, NOW)));
  expect(outcomes.filter((outcome) => outcome.allowed).length).toBe(5);
});

test("two windows hold at once, and a refused hit counts in neither", async () => {
  const both = [
    { limit: 2, windowMs: MINUTE },
    { limit: 3, windowMs: HOUR },
  ];
  for (const at of [0, 1]) expect((await limits.hit("both", both, NOW + at)).allowed).toBe(true);
  for (let i = 0; i < 5; i++) expect((await limits.hit("both", both, NOW + 2)).retryAfterMs).toBe(MINUTE - 2);
  expect((await limits.hit("both", both, NOW + 2 * MINUTE)).allowed).toBe(true);
  expect((await limits.hit("both", both, NOW + 4 * MINUTE)).retryAfterMs).toBe(HOUR - 4 * MINUTE);
});

test("counted by several rules at once, a hit that one of them refuses counts by none", async () => {
  const rules: Rule[] = [
    ["mine", FIVE],
    ["everybody's", [{ limit: 2, windowMs: HOUR }]],
    ["last", FIVE],
  ];
  for (let i = 0; i < 2; i++) expect(await hitAll(limits, rules, NOW)).toEqual({ allowed: true, retryAfterMs: 0 });
  for (let i = 0; i < 9; i++) expect((await hitAll(limits, rules, NOW + 1)).retryAfterMs).toBe(HOUR - 1);
  for (const key of ["mine", "last"]) {
    for (let i = 0; i < 3; i++) expect((await limits.hit(key, FIVE, NOW + 2)).allowed, key).toBe(true);
    expect((await limits.hit(key, FIVE, NOW + 2)).allowed, key).toBe(false);
  }
});

test("keys are counted apart, checked without counting, and forgotten on demand", async () => {
  for (let i = 0; i < 5; i++) await limits.hit("a", FIVE, NOW);
  for (let i = 0; i < 9; i++) expect((await limits.check("b", FIVE, NOW)).allowed).toBe(true);
  expect((await limits.check("a", FIVE, NOW)).allowed).toBe(false);
  await limits.clear("a");
  expect((await limits.check("a", FIVE, NOW)).allowed).toBe(true);
});

test("the object never sees the key itself, and the alarm empties it", async () => {
  const object = env.LIMITS.getByName("sweeping");
  await object.hit("old", FIVE, Date.now() - HOUR);
  await object.hit("new", FIVE, Date.now());
  expect(await runDurableObjectAlarm(object)).toBe(true);
  const keys = await runInDurableObject(object, (_, state) => state.storage.sql.exec("SELECT key FROM runs").toArray());
  expect(keys).toEqual([{ key: "new" }]);

  const seen: string[] = [];
  const spy = { getByName: () => ({ hit: (key: string) => seen.push(key) }) } as unknown as typeof env.LIMITS;
  await createLimits(spy, "test only").hit("login 192.0.2.7", FIVE, NOW);
  expect(seen[0]).toMatch(/^[\w-]{43}$/);
});

test("one row counts a hit, and the boundary of a row is none of a window", async () => {
  const wide = [{ limit: 250, windowMs: HOUR }];
  await runInDurableObject(env.LIMITS.getByName("counting rows"), async (object: LimitCounter, { storage }) => {
    await object.hit("first sets the alarm", FIVE, NOW);
    const cursors: { rowsWritten: number }[] = [];
    const { exec } = storage.sql;
    storage.sql.exec = ((...args: Parameters<typeof exec>) => {
      const cursor = exec.apply(storage.sql, args);
      cursors.push(cursor);
      return cursor;
    }) as typeof exec;
    for (let i = 0; i < 250; i++) expect((await object.hit("wide", wide, NOW + i)).allowed, `hit ${i}`).toBe(true);
    expect(cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)).toBe(250);
    expect(await object.hit("wide", wide, NOW + 250)).toEqual({ allowed: false, retryAfterMs: HOUR - 250 });
    object.release("wide", NOW + 3);
    expect((await object.hit("wide", wide, NOW + 251)).allowed).toBe(true);
    expect(await object.hit("wide", wide, NOW + HOUR)).toEqual({ allowed: true, retryAfterMs: 0 });
    expect(await object.hit("wide", wide, NOW + HOUR)).toEqual({ allowed: false, retryAfterMs: 1 });
  });
});

test("several calls are counted as as many hits, in one row", async () => {
  const wide = [{ limit: 250, windowMs: HOUR }];
  for (let i = 0; i < 16; i++) expect((await limits.hit("several", wide, NOW + i, 15)).allowed).toBe(true);
  expect((await limits.check("several", [{ limit: 240, windowMs: HOUR }], NOW + 16)).retryAfterMs).toBe(HOUR - 16);
  // There is room for one of them.
  expect((await limits.hit("several", wide, NOW + 16, 15)).allowed).toBe(true);
  expect(await limits.hit("several", wide, NOW + 17)).toEqual({ allowed: false, retryAfterMs: HOUR - 17 });
  expect((await limits.hit("several", wide, NOW + HOUR + 1)).allowed).toBe(true);
});

test("what the build before has counted still counts", async () => {
  await runInDurableObject(env.LIMITS.getByName("from before"), async (_, state) => {
    const { sql } = state.storage;
    sql.exec("CREATE TABLE hits (key TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL)");
    for (let i = 0; i < 130; i++) sql.exec("INSERT INTO hits VALUES (?, ?, ?)", "many", NOW + i, NOW + i + HOUR);
    for (let i = 0; i < 5; i++) sql.exec("INSERT INTO hits VALUES (?, ?, ?)", "five", NOW + i, NOW + i + 15 * MINUTE);
    const object = new LimitCounter(state, env);
    expect(object.check("five", FIVE, NOW + 5)).toEqual({ allowed: false, retryAfterMs: 15 * MINUTE - 5 });
    expect(object.check("many", [{ limit: 130, windowMs: HOUR }], NOW + 130).retryAfterMs).toBe(HOUR - 130);
    expect(object.check("many", [{ limit: 131, windowMs: HOUR }], NOW + 130).allowed).toBe(true);
    expect(sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'hits'").toArray()).toEqual([]);
  });
});

test("a refusal says the true waiting time", () => {
  expect(() => refuseOver({ allowed: true, retryAfterMs: 0 })).not.toThrow();
  try {
    refuseOver({ allowed: false, retryAfterMs: 9 * MINUTE + 1 }, "login_blocked");
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "login_blocked", status: 429, params: { minutes: 10 }, retryAfter: 541 });
  }
});

test("all keys are counted by 256 objects, none by many more than the others", async () => {
  const shards = await Promise.all(Array.from({ length: 5_120 }, async (_, key) => shardOf(await hmac("secret", String(key)))));
  const counts = [...Map.groupBy(shards, (shard) => shard).values()].map(({ length }) => length);
  expect(counts).toHaveLength(256);
  expect(Math.max(...counts)).toBeLessThan(60);
});
