import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { damageIn, mustBeWhole } from "./store-check.ts";

function store(): { data: string; file: string } {
  const data = mkdtempSync(join(tmpdir(), "liaison-damaged-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
  mkdirSync(join(data, "d1/one"), { recursive: true });
  const file = join(data, "d1/one/db.sqlite");
  const db = new DatabaseSync(file);
  db.exec(
    "CREATE TABLE a (b TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO a SELECT hex(randomblob(50)) FROM n",
  );
  db.close();
  return { data, file };
}

const SAID =
  /^The database in .*liaison-damaged-\w+ cannot be read \(d1\/one\/db\.sqlite is damaged\)\. Move the folder away, or restore a backup/;

test("a database that is whole, empty or missing is no damage", () => {
  const { data } = store();
  writeFileSync(join(data, "d1/one/new.sqlite"), "");
  for (const folder of [data, join(data, "missing")]) {
    expect(() => mustBeWhole(folder)).not.toThrow();
    expect(damageIn(folder)).toBe(null);
  }
});

test("a database that was overwritten or cut is named with its folder and the way back", () => {
  const overwritten = store();
  writeFileSync(overwritten.file, "no database at all".repeat(20));
  expect(() => mustBeWhole(overwritten.data)).toThrow(SAID);
  const cut = store();
  truncateSync(cut.file, 8192);
  expect(() => mustBeWhole(cut.data)).toThrow(SAID);
});

test("a database that is damaged within is named after a failure", () => {
  const { data, file } = store();
  writeAt(file, Buffer.alloc(4096 * 3, 0xff), 4096);
  expect(() => mustBeWhole(data)).not.toThrow();
  expect(damageIn(data)?.message).toMatch(SAID);
});

function writeAt(file: string, bytes: Buffer, at: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}
