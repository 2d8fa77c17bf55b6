import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { expectSound, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer } from "./steps.ts";

useBrowser();

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

const shown = (page: Page) => page.locator("main article").getByAltText(/^Photo \d+ of /);
const balance = async (id: string) =>
  (await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id))[0]?.credits;

test("a free member opens all photos of a profile", async () => {
  const { page, id } = await memberPage("Milo", { gender: "male" });
  await page.goto(`/members/${owner}`);
  await page.getByText(/^2 more photos of .+ are locked\.$/).waitFor();
  await expect.poll(() => shown(page).count()).toBe(3);
  await page.getByRole("link", { name: "Unlock for 2 credits" }).click();
  await page.waitForURL(`**/members/${owner}/unlock`);
  await expect.poll(() => page.locator("main dl").textContent()).toBe("Price2 creditsYour balance10 credits");
  expect(await balance(id), "nothing is paid before the button").toBe(10);
  await expectSound(page);
  await page.getByRole("button", { name: "Unlock for 2 credits" }).click();
  await page.waitForURL(`**/members/${owner}`);
  await expect.poll(() => shown(page).count()).toBe(5);
  await expect.poll(() => page.getByText("are locked").count()).toBe(0);
  expect(await balance(id)).toBe(8);
  await page.goto(`/members/${owner}/unlock`);
  await page.getByText(/^All photos of .+ are open to you\.$/).waitFor();
  await expect.poll(() => page.getByRole("main").getByRole("button").count()).toBe(0);
  await page.goto("/transactions");
  await page.getByText(/^Photos of Olga/).waitFor();
});

test("without scripts a form opens the photos", async () => {
  const { page, id } = await plainMember("Milo", { gender: "male" });
  const photos = () => page.all((one) => one.tag === "img" && /^Photo \d+ of /.test(one.get("alt") ?? ""));
  await page.goto(`/members/${owner}/unlock`);
  await page.press("Unlock for 2 credits");
  expect([page.path, photos().length, await balance(id)]).toEqual([`/members/${owner}`, 5, 8]);
});

test("without enough credits the page says so and offers no button", async () => {
  const { page } = await plainMember("Milo", { gender: "male", credits: 1 });
  await page.goto(`/members/${owner}/unlock`);
  page.shows("You do not have enough credits for this.");
  expect(page.buttons(/./)).toEqual([]);
});
