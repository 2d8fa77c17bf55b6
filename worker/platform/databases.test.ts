import { expect, test } from "vitest";
import { bySession, inSession } from "./d1-session.ts";
import { databasesOf, idIn, inDatabase, keyIn, ofKey } from "./databases.ts";

const [DB, DB_2] = [{ is: "first" }, { is: "second" }];
const env = { DB, DB_2, DBX: {}, STAFF_HOST: "staff", STAFF_HOST_DB_2: "staff2" } as unknown as Env;

test("an env of another database differs in the database and its staff host, and is made once", () => {
  expect(databasesOf(env)).toEqual(["DB", "DB_2"]);
  expect(inDatabase(env, "DB")).toBe(env);
  const there = inDatabase(env, "DB_2");
  expect(there).toMatchObject({ DB: DB_2, DATABASE: "DB_2", STAFF_HOST: "staff2" });
  expect(inDatabase(env, "DB_2")).toBe(there);
  expect(inDatabase(there, "DB_2")).toBe(there);
});

test("a database that is not bound is refused, and no other binding passes for one", () => {
  for (const name of ["DB_3", "DBX", "STAFF_HOST", ""]) expect(() => inDatabase(env, name)).toThrow(`no database ${name}`);
  expect(() => inDatabase(inDatabase(env, "DB_2"), "DB")).toThrow("no database DB");
});

test("a key leads back to its database; the first one's keys are plain ids", () => {
  const there = inDatabase(env, "DB_2");
  expect([keyIn(env, "a"), keyIn(there, "a")]).toEqual(["a", "DB_2/a"]);
  expect(ofKey(env, "DB_2/a")).toEqual({ env: there, id: "a" });
  // Of a proxied domain: its id is in lower case.
  expect(ofKey(env, "db_2/a")).toEqual({ env, id: "db_2/a" });
  expect(ofKey(env, "DB_2/velvet/a")).toEqual({ env: there, id: "velvet/a" });
  expect(() => ofKey(env, "DB_3/a")).toThrow("no database DB_3");
});

test("a bookmark counts in its own database alone", () => {
  const there = inDatabase(env, "DB_2");
  expect([idIn(env, "a-b"), idIn(env, "DB_2/a-b")]).toEqual(["a-b", null]);
  expect([idIn(there, "DB_2/a-b"), idIn(there, "a-b"), idIn(there, "DB_3/a-b")]).toEqual(["a-b", null, null]);
});

test("a running session answers its own database alone", () => {
  const queries: string[] = [];
  const d1 = (name: string) => ({ prepare: () => queries.push(name) }) as unknown as D1Database;
  const [first, second] = [d1("first"), d1("second")];
  const session = { prepare: () => queries.push("session") } as unknown as D1DatabaseSession;
  inSession(first, session, () => [first, second].map((db) => bySession(db).prepare("")));
  expect(queries).toEqual(["session", "second"]);
});
