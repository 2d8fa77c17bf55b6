import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { createBlocksStore } from "./blocks.store.ts";

const store = createBlocksStore(connect(env.DB));

test("the block list shows no picture of invisible members and of those who blocked back", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  const run = (sql: string) => env.DB.prepare(sql).bind(ben).run();
  const pictureOf = async () => (await store.list(anna, null, 24)).map(({ id, mainPhoto }) => [id, mainPhoto]);
  await run("UPDATE profiles SET main_photo = 'ben' WHERE id = ?");
  await store.block(anna, ben, "liaison", 1);
  expect(await pictureOf()).toEqual([[ben, "ben"]]);
  await run("UPDATE profiles SET status = 'hidden' WHERE id = ?");
  expect(await pictureOf()).toEqual([[ben, null]]);
  await run("UPDATE profiles SET status = 'active' WHERE id = ?");
  expect(await pictureOf()).toEqual([[ben, "ben"]]);
  await store.block(ben, anna, "liaison", 2);
  expect(await pictureOf()).toEqual([[ben, null]]);
});

test("the schema refuses a block of oneself", async () => {
  const anna = await addMember();
  const block = env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?1, ?1, 1)").bind(anna);
  await expect(block.run()).rejects.toThrow("not_oneself_block");
});
