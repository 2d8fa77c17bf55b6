import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { tablesFirst } from "./dump-order.ts";

const TEXT = "it''s; BEGIN\nCREATE TABLE evil (a);\n-- END";
/** As D1 exports: each table with its rows, then indexes, then triggers. */
const DUMP = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE likes (
  liker text REFERENCES profiles (id),
  note text
);
INSERT INTO "likes" VALUES('anna','${TEXT}');
CREATE TABLE profiles (id text PRIMARY KEY, received integer DEFAULT 0);
INSERT INTO "profiles" VALUES('anna',1);
CREATE INDEX likes_note ON likes (note);
CREATE TRIGGER count_likes AFTER INSERT ON likes BEGIN
  UPDATE profiles SET received = CASE WHEN received > 9 THEN 9 ELSE received + 1 END WHERE id = NEW.liker;
  SELECT 1;
END;
`;

function restored(dump: string): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec(`PRAGMA foreign_keys = ON; BEGIN; ${dump}; COMMIT`);
  return db;
}

test("an export whose rows refer to a later table is restored as it was", () => {
  expect(() => restored(DUMP)).toThrow("no such table: main.profiles");
  const db = restored(tablesFirst(DUMP));
  expect(db.prepare("SELECT note FROM likes").all()).toEqual([{ note: TEXT.replace("''", "'") }]);
  expect(db.prepare("SELECT received FROM profiles").all()).toEqual([{ received: 1 }]);
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY name").all();
  expect(names.map(({ name }) => name)).toEqual(["count_likes", "likes", "likes_note", "profiles"]);
});

test("an export that is in order already stays as it is", () => {
  const once = tablesFirst(DUMP);
  expect(tablesFirst(once)).toBe(once);
});

test("an export that was cut off is refused", () => {
  expect(() => tablesFirst(DUMP.slice(0, 200))).toThrow("cut off");
});
