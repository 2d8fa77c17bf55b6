import { env } from "cloudflare:workers";
import { eq, placeholder } from "drizzle-orm";
import { expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { connect } from "./client.ts";
import { filled, readFilled } from "./raw.ts";
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
