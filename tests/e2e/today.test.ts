import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, expectSound, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { openAlive } from "./steps.ts";

useBrowser();

const cards = (page: Page) => page.getByRole("list", { name: "Today" }).getByRole("listitem");
const bell = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Notifications/ });

const addPrivatePhoto = (id: string) =>
  sql(
    `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at, checked_at)
     VALUES (?1, ?1, ?1, 0, 'active', 'private', 0, 1)`,
    id,
  );

test("a request for private photos reaches an open page, and its card answers it", async () => {
  const anna = await memberPage("Anna", { viewport: { width: 390, height: 844 } });
  const ben = await plainMember("Ben", { gender: "male" });
  await addPrivatePhoto(anna.id);
  await openAlive(anna.page, "/chats");
  await expect.poll(() => cards(anna.page).count()).toBe(0);
  expect((await ben.page.call("/api/photo-access.php", { profile: anna.id })).status).toBeLessThan(300);
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

/** Ben writes to Anna, who has not answered. */
async function waits(anna: { id: string }) {
  const ben = await plainMember("Ben", { gender: "male", credits: 50 });
  const sent = await ben.page.call("/api/chat.php", { profile: anna.id, text: "Are you there?", client_id: crypto.randomUUID() });
  expect(sent.status).toBe(201);
  return `Your turn: ${ben.who.name}`;
}

test("the strip of who waits leaves the first face in view on a small phone", async () => {
  const { page, id } = await memberPage("Anna", { javaScriptEnabled: false, viewport: { width: 360, height: 640 } });
  const name = await waits({ id });
  for (const path of ["/members", "/swipe-game"]) {
    await page.goto(path);
    expect((await page.getByRole("link", { name }).boundingBox())?.height).toBe(44);
    // Her wishes are filters of the search, whose chips take no line of their own.
    const face = page.locator(path === "/members" ? "[data-results] li" : "[data-card]").first();
    expect((await face.boundingBox())?.y, path).toBeLessThanOrEqual(190);
  }
});

test("without scripts: the strip leads to the chat that waits, and the list of news is read once", async () => {
  const { page, id } = await plainMember("Anna");
  const name = await waits({ id });
  await page.goto("/members");
  const strips = page.anywhere((one) => one.has("data-strip"));
  expect(strips.map(({ text }) => text)).toEqual([expect.stringContaining(name)]);
  await page.goto(strips[0]?.find(({ tag }) => tag === "a")[0]?.get("href") ?? "");
  page.shows("Are you there?");

  await addPrivatePhoto(id);
  await sql("UPDATE photos SET checked_at = ?2 WHERE profile_id = ?1", id, Date.now());
  await page.goto("/members");
  const bells = page.anywhere((one) => one.tag === "a" && one.get("href") === "/notifications");
  expect(bells.map(({ text }) => text)).toContainEqual(expect.stringContaining("new"));
  await page.goto("/notifications");
  page.shows("Your photo was approved");
  await page.goto("/notifications");
  page.shows(name);
  page.lacks("Your photo was approved");
});
