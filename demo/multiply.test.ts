import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { multiply } from "./multiply.ts";

const data = mkdtempSync(join(tmpdir(), "multiply-"));
beforeAll(async () => {
  mkdirSync(join(data, "d1/one"), { recursive: true });
  const file = new DatabaseSync(join(data, "d1/one/db.sqlite"));
  // A migration is a script of many statements here.
  const whole = (sql: string) => ({ bind: () => whole(sql), run: () => file.exec(sql), sql });
  const prepare = (sql: string) => ({ ...whole(sql), all: async () => ({ results: file.prepare(sql).all() }) });
  await migrate({
    exec: async (sql: string) => file.exec(sql),
    prepare,
    batch: async (all: { sql: string }[]) => all.map(({ sql }) => file.exec(sql)),
  } as never);
  for (const name of ["anna", "bea", "cleo"]) {
    const id = name.padEnd(20, "0");
    file.exec(`INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at)
      VALUES ('${id}', 'liaison', 'liaison', '${name}@example.org', '', 'en', 'active', 'test', 0, 'test', 0, 0);
      INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, fictional, last_active_at, created_at)
      VALUES ('${id}', 'liaison', '${name}', '${name}', 'active', 'female', 'male', '1990-01-01', 'NL', 1, 9000000000000, 9000000000000)`);
  }
  file.close();
});
afterAll(() => rmSync(data, { recursive: true }));

test("copies of members have names of their own, and every index of the search is there again", async () => {
  const { db } = localStore(data);
  const indexes = async () =>
    (await db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name").all()).results;
  const before = await indexes();
  expect(before.length).toBeGreaterThan(20);
  await multiply(db, "liaison", 8);
  expect(await indexes()).toEqual(before);
  expect(await db.prepare("SELECT count(DISTINCT name) AS n, count(DISTINCT slot) AS slots FROM profiles").first()).toEqual({
    n: 8,
    slots: 8,
  });
  expect(await db.prepare("SELECT name FROM sqlite_master WHERE name = 'bench_originals'").first("name")).toBeNull();
});
