import { env } from "cloudflare:workers";
import { blob, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { connect } from "./client.ts";
import { jsonRow } from "./json-row.ts";
import { built } from "./raw.ts";
import { profiles } from "./schema/index.ts";
import { aliased, jsonParts, sql } from "./sql.ts";

const p = aliased(profiles, "p");

test("a row read from JSON is the row that drizzle reads", async () => {
  await addMember();
  await env.DB.prepare(
    `UPDATE profiles SET about = 'Änn "é" \\ 😀', interests = '["music"]', answers = '{"pets":"cat"}', fictional = 1, city = NULL`,
  ).run();
  const [expected] = await connect(env.DB).select().from(profiles);
  const { json, read } = jsonRow(profiles, p);
  const row = await env.DB.prepare(built(sql`SELECT ${json} AS row FROM ${p}`).sql).first<string>("row");
  expect(read(JSON.parse(row as string))).toEqual(expected);
  expect(expected).toMatchObject({ interests: ["music"], fictional: true, verified: false, city: null });
});

test("some columns, and parts by name, one of them NULL", async () => {
  const id = await addMember();
  const { json, read } = jsonRow(profiles, p, ["id", "fictional", "prompts"]);
  const parts = jsonParts({ profile: json, none: sql<null>`NULL` });
  const { sql: text, params } = built(sql`SELECT ${parts} AS found FROM ${p} WHERE ${p.id} = ${id}`);
  const found = await env.DB.prepare(text)
    .bind(...params)
    .first<string>("found");
  const { profile, ...rest } = JSON.parse(found as string);
  expect(read(profile)).toEqual({ id, fictional: false, prompts: [] });
  expect(rest).toEqual({ none: null });
});

test("a part is a comparison", async () => {
  const parts = jsonParts({ same: sql<number>`1 = 1`, either: sql<number>`1 > 2 OR 2 > 1`, last: sql`'[]'` });
  const found = await env.DB.prepare(built(sql`SELECT ${parts} AS found`).sql).first<string>("found");
  expect(found).toBe('{"same":1,"either":1,"last":[]}');
});

test("a column that JSON does not hold is refused", () => {
  const odd = sqliteTable("odd", { id: text(), bytes: blob() });
  expect(() => jsonRow(odd, aliased(odd, "o"))).toThrow("bytes");
});
