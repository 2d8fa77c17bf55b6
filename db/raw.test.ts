import { env } from "cloudflare:workers";
import { eq, placeholder } from "drizzle-orm";
import { expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { connect } from "./client.ts";
import { built, filled, readFilled, stillGives } from "./raw.ts";
import { accounts, profiles } from "./schema/index.ts";
import { sql } from "./sql.ts";

test("a filled statement maps its rows as drizzle does", async () => {
  const db = connect(env.DB);
  const id = await addMember();
  await addMember();
  const alone = db
    .select()
    .from(profiles)
    .where(eq(profiles.id, placeholder("id")))
    .prepare();
  const joined = db
    .select({
      member: { id: sql<string>`${accounts}.${accounts.id}`.as("member_id"), name: profiles.name },
      interests: profiles.interests,
      fictional: profiles.fictional,
      list: sql<number[]>`json_array(1, 2)`.mapWith((json: string) => JSON.parse(json) as number[]).as("list"),
    })
    .from(accounts)
    .innerJoin(profiles, eq(profiles.id, accounts.id))
    .where(eq(accounts.id, placeholder("id")))
    .prepare();
  const expected = [await alone.all({ id }), await joined.all({ id })];
  expect(expected).toMatchObject([[{ id, fictional: false }], [{ member: { id }, list: [1, 2], fictional: false }]]);
  expect([await readFilled(db, alone, { id }), await readFilled(db, joined, { id })]).toEqual(expected);
  expect(await db.batch([filled(alone, { id }), filled(joined, { id })])).toEqual(expected);
});

test("a row still given is the same in each column, null and type included, but for those left out", async () => {
  const ask = async (now: Record<string, unknown> | null) => {
    const query = built(
      now
        ? sql`SELECT ${now.name} AS name, ${now.age} AS age, ${now.city} AS city, ${now.seen} AS seen`
        : sql`SELECT 'Ann' AS name, 7 AS age, NULL AS city, 1 AS seen WHERE 0`,
    );
    const { sql: condition, params } = still(query);
    return (await env.DB.prepare(`SELECT ${condition} AS holds`)
      .bind(...params)
      .first<number>("holds")) as number;
  };
  const row = { name: 'Änn "é" \\ 😀', age: 7, city: null, seen: 1 };
  const still = stillGives(row, new Set(["seen"]));
  expect(await ask(row)).toBe(1);
  expect(await ask({ ...row, seen: 2 })).toBe(1);
  expect(await ask(null)).toBe(0);
  for (const change of [{ name: "Ann" }, { name: null }, { age: 8 }, { age: "7" }, { age: null }, { city: "" }, { city: 0 }])
    expect(await ask({ ...row, ...change })).toBe(0);
});
