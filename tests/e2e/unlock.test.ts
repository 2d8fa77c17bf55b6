import { beforeEach, expect, test } from "vitest";
import { insertMember } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer } from "./steps.ts";

let owner: string;
beforeEach(async () => {
  owner = await insertMember(newcomer("Olga"));
  for (let position = 0; position < 5; position++)
    await sql(
      `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
       SELECT ?1 || ?2, ?1, key || ?1 || ?2, ?2, 'active', 'public', 0 FROM photos LIMIT 1`,
      owner,
      position,
    );
});

const balance = async (id: string) =>
  (await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id))[0]?.credits;

/** The crawl looks at the page that asks. */
test("a free member opens all photos of a profile, without scripts too", async () => {
  const { page, id } = await plainMember("Milo", { gender: "male" });
  const photos = () => page.all((one) => one.tag === "img" && /^Photo \d+ of /.test(one.get("alt") ?? "") && one.isIn("article"));
  await page.goto(`/members/${owner}`);
  expect(page.text).toMatch(/2 more photos of .+ are locked\./);
  expect(photos()).toHaveLength(3);
  await page.follow("Unlock for 2 credits");
  expect(page.path).toBe(`/members/${owner}/unlock`);
  page.shows("Price 2 credits", "Your balance 10 credits");
  expect(await balance(id), "nothing is paid before the button").toBe(10);
  await page.press("Unlock for 2 credits");
  expect([page.path, photos().length, await balance(id)]).toEqual([`/members/${owner}`, 5, 8]);
  page.lacks("are locked");
  await page.goto(`/members/${owner}/unlock`);
  expect(page.text).toMatch(/All photos of .+ are open to you\./);
  expect(page.buttons(/./)).toEqual([]);
  await page.goto("/transactions");
  expect(page.text).toMatch(/Photos of Olga/);
});

test("without enough credits the page says so and offers no button", async () => {
  const { page } = await plainMember("Milo", { gender: "male", credits: 1 });
  await page.goto(`/members/${owner}/unlock`);
  page.shows("You do not have enough credits for this.");
  expect(page.buttons(/./)).toEqual([]);
});
