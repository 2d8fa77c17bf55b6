import { and, eq } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { likes, profiles, tokens } from "./schema/index.ts";
import { aliased, into, jsonListOf, jsonOf, rendered, selected, sql } from "./sql.ts";

const p = aliased(profiles, "p");
const dialect = new SQLiteAsyncDialect();
const written = (query: ReturnType<typeof sql>) => dialect.sqlToQuery(query);

test("a table and its columns are written as the database names them, without quotes", () => {
  expect(
    written(sql`SELECT ${likes.matchedAt} FROM ${likes} WHERE ${likes.likerId} = ${"ann"} AND ${likes.isNew} = ${1}`),
  ).toMatchObject({
    sql: "SELECT matched_at FROM likes WHERE liker_id = ? AND is_new = ?",
    params: ["ann", 1],
  });
});

test("an alias stands behind its table and before its columns", () => {
  const query = sql`SELECT ${p.lastActiveAt} FROM ${p} JOIN ${likes} ON ${likes.likedId} = ${p.id} AND ${likes}.${likes.createdAt} > 0`;
  expect(written(query).sql).toBe(
    "SELECT p.last_active_at FROM profiles p JOIN likes ON liked_id = p.id AND likes.created_at > 0",
  );
});

test("a list of columns names each of them", () => {
  expect(written(sql`INSERT INTO ${into(likes, "likerId", "likedId")} SELECT ${selected(p, ["id", "birthDate"])}`).sql).toBe(
    "INSERT INTO likes (liker_id, liked_id) SELECT p.id AS id, p.birth_date AS birthDate",
  );
  expect(written(selected(likes, ["isNew"])).sql).toBe("is_new AS isNew");
  expect(written(jsonOf(p, ["id", "mainPhoto"])).sql).toBe("json_object('id', p.id, 'mainPhoto', p.main_photo)");
  expect(written(jsonListOf(p, ["id", "mainPhoto"])).sql).toBe("json_array(p.id, p.main_photo)");
});

test("fragments nest, and their parameters keep the order of the text", () => {
  const mine = sql`${likes.likerId} = ${"ann"}`;
  const rest = [sql`${likes.likedId} = ${"bob"}`, sql.raw("1"), sql``];
  expect(written(sql`${1} ${mine} AND (${sql.join(rest, sql` OR `)}) ${null} ${sql.identifier("at")}`)).toMatchObject({
    sql: `? liker_id = ? AND (liked_id = ? OR 1 OR ) ? "at"`,
    params: [1, "ann", "bob", null],
  });
});

test("Drizzle's own conditions and lists stay as Drizzle writes them", () => {
  expect(
    written(sql`SELECT 1 FROM ${tokens} WHERE ${and(eq(tokens.hash, "h"))} AND ${tokens.kind} IN ${["reset"]}`),
  ).toMatchObject({
    sql: `SELECT 1 FROM tokens WHERE "tokens"."hash" = ? AND kind IN (?)`,
    params: ["h", "reset"],
  });
});

test("a plain statement is rendered as Drizzle renders it, any other one is left to Drizzle", () => {
  const mine = sql`${likes.likerId} = ${"ann"} AND ${likes.isNew} = ${1}`;
  const query = sql`SELECT ${likes.matchedAt} FROM ${likes} WHERE ${mine} OR (${sql.join([mine, sql`${null}`, sql``], sql` OR `)})`;
  const { sql: text, params } = written(query);
  expect(rendered(query)).toEqual({ sql: text, params });
  for (const part of [
    eq(tokens.hash, "h"),
    ["reset"],
    sql.identifier("at"),
    true,
    new Date(0),
    sql`${1}`.inlineParams(),
    p.id.as("x"),
  ])
    expect(rendered(sql`SELECT 1 WHERE ${part} AND ${mine}`)).toBe(null);
});

test("a fragment without parameters becomes a part of the text", () => {
  expect(sql`SELECT ${p.id}, ${sql`${p.name}`} FROM ${p}`.queryChunks).toHaveLength(1);
});

test("a wrong column does not compile", () => {
  // @ts-expect-error no such column
  expect(likes.liker).toBeUndefined();
  // @ts-expect-error the database's name is not the schema's
  expect(p.birth_date).toBeUndefined();
  // @ts-expect-error no such column
  expect(() => selected(p, ["birthday"])).not.toThrow();
  // @ts-expect-error a column of another table
  expect(() => jsonOf(p, ["likerId"])).not.toThrow();
  // @ts-expect-error no such column
  expect(() => into(likes, "liker")).not.toThrow();
});
