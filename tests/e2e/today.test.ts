import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, expectSound, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { openAlive } from "./steps.ts";

useBrowser();

const HEADERS = { "sec-fetch-site": "same-origin" };

const cards = (page: Page) => page.getByRole("list", { name: "Today" }).getByRole("listitem");
const bell = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Notifications/ });

async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.context().request.post(at(path), { data, headers: HEADERS });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
}

const addPrivatePhoto = (id: string) =>
  sql(
    `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at, checked_at)
     VALUES (?1, ?1, ?1, 0, 'active', 'private', 0, 1)`,
    id,
  );

test("a request for private photos reaches an open page, and its card answers it", async () => {
  const anna = await memberPage("Anna", { viewport: { width: 390, height: 844 } });
  const ben = await memberPage("Ben", { gender: "male" });
  await addPrivatePhoto(anna.id);
  await openAlive(anna.page, "/chats");
  await expect.poll(() => cards(anna.page).count()).toBe(0);
  await post(ben.page, "/api/photo-access.php", { profile: anna.id });
  await expect.poll(() => bell(anna.page).textContent()).toContain("1 thing is new");
  await expect.poll(() => anna.page.title()).toMatch(/^\(1\)/);
  const card = cards(anna.page).filter({ hasText: `${ben.who.name} asks to see your private photos` });
  await card.waitFor();
  expect((await card.boundingBox())?.height).toBe(72);
  await expectSound(anna.page);
  await card.getByRole("button", { name: `Show ${ben.who.name} your private photos` }).click();
  await card.waitFor({ state: "detached" });
  expect(anna.page.url()).toBe(at("/chats"));
  expect(await sql("SELECT status FROM photo_grants WHERE owner_id = ?", anna.id)).toEqual([{ status: "granted" }]);
  await expect.poll(() => bell(anna.page).textContent()).not.toContain("new");
});

test("without scripts: the strip leads to the chat that waits, and the list of news is read once", async () => {
  const anna = await memberPage("Anna", { javaScriptEnabled: false, viewport: { width: 360, height: 640 } });
  const ben = await memberPage("Ben", { gender: "male", credits: 50 });
  const { page } = anna;
  await post(ben.page, "/api/chat.php", { profile: anna.id, text: "Are you there?", client_id: crypto.randomUUID() });
  for (const path of ["/members", "/swipe-game"]) {
    await page.goto(path);
    const strip = page.getByRole("link", { name: `Your turn: ${ben.who.name}` });
    expect((await strip.boundingBox())?.height).toBe(44);
    // Her wishes are filters of the search, whose chips take no line of their own.
    const face = page.locator(path === "/members" ? "[data-results] li" : "[data-card]").first();
    expect((await face.boundingBox())?.y, path).toBeLessThanOrEqual(190);
  }
  await page.getByRole("link", { name: `Your turn: ${ben.who.name}` }).click();
  await page.getByRole("log").getByText("Are you there?").waitFor();

  await addPrivatePhoto(anna.id);
  await sql("UPDATE photos SET checked_at = ?2 WHERE profile_id = ?1", anna.id, Date.now());
  await page.goto("/members");
  await bell(page).click();
  await page.getByRole("link", { name: "Your photo was approved" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: `Your turn: ${ben.who.name}` }).waitFor();
  expect(await page.getByRole("link", { name: "Your photo was approved" }).count()).toBe(0);
});
