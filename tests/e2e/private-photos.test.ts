import type { Page } from "playwright";
import { expect, test } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { openAlive } from "./steps.ts";

useBrowser({ pictures: true });

const PHOTO = { name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await phonePhoto().arrayBuffer()) };

/** Approves the two photos. */
async function approve(id: string): Promise<void> {
  await sql("UPDATE photos SET status = 'active' WHERE profile_id = ?", id);
  await sql("UPDATE profiles SET main_photo = (SELECT key FROM photos WHERE profile_id = ?1 AND position = 0) WHERE id = ?1", id);
}

/** Uploads two photos and keeps the second for chosen members. */
async function withPrivatePhoto(page: Page, id: string): Promise<void> {
  const section = page.locator("#photos");
  await openAlive(page, "/profile");
  await section.getByLabel("Add photos").setInputFiles([PHOTO, PHOTO]);
  await page.getByRole("dialog").getByRole("button", { name: "Keep all as they are" }).click();
  await section.getByText("2 of 3 photos").waitFor();
  await approve(id);
  await openAlive(page, "/profile");
  await section.locator("[data-handle]").nth(1).click();
  await page.locator(":popover-open").getByRole("button", { name: "Show to chosen members only" }).click();
  await section.getByText("Only members you choose see this photo now.").waitFor();
  await section.getByRole("button", { name: "Photo 2 of 2, Private" }).waitFor();
}

test("a private photo is asked for, shown, seen, taken back and gone", async () => {
  const ida = await memberPage("Ida", { viewport: PHONE });
  const ben = await memberPage("Ben", { gender: "male", viewport: PHONE });
  await withPrivatePhoto(ida.page, ida.id);

  const open = () => openAlive(ben.page, `/members/${ida.id}`);
  const box = ben.page.locator("#private-photos");
  const second = ben.page.getByRole("img", { name: `Photo 2 of ${ida.who.name}` });
  await open();
  await box.getByText(`1 private photo of ${ida.who.name}`).waitFor();
  await expect.poll(() => second.count()).toBe(0);
  await expectSound(ben.page);
  await box.getByRole("button", { name: "Ask to see" }).click();
  await box.getByText(`You have asked. ${ida.who.name} decides`).waitFor();

  await openAlive(ida.page, "/notifications");
  await ida.page.getByRole("link", { name: `${ben.who.name} asks to see your private photos` }).click();
  await ida.page.waitForURL("**/settings/photo-access");
  await expectSound(ida.page);
  await ida.page.getByRole("button", { name: `Show ${ben.who.name} your private photos` }).click();
  await ida.page.getByText("They see your private photos now.").waitFor();

  // The page that waits for the answer shows it by itself.
  await expect.poll(() => second.count()).toBe(1);
  await second.scrollIntoViewIfNeeded();
  await expect.poll(() => second.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
  const src = await second.evaluate((image: HTMLImageElement) => image.src);
  expect((await ben.page.request.get(src)).status()).toBe(200);

  await ida.page.getByRole("button", { name: `Stop showing ${ben.who.name} your private photos` }).click();
  await ida.page.getByText("They no longer see your private photos.").waitFor();
  expect((await ben.page.request.get(src)).status()).toBe(404);
  await open();
  await box.getByRole("button", { name: "Ask to see" }).waitFor();
  await expect.poll(() => second.count()).toBe(0);
});

/** Two photos, the second for chosen members, of pictures that the seed has. */
async function insertPhotos(id: string): Promise<void> {
  for (const [position, visibility] of ["public", "private"].entries())
    await sql(
      `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
       SELECT ?1 || ?2, ?1, key || ?1 || ?2, ?2, 'active', ?3, 0 FROM photos LIMIT 1`,
      ...[id, position, visibility],
    );
}

test("without scripts forms ask for a private photo, show it and take it back", async () => {
  const [ida, ben] = [await plainMember("Ida"), await plainMember("Ben", { gender: "male" })];
  await insertPhotos(ida.id);
  const open = () => ben.page.goto(`/members/${ida.id}`);
  const seconds = () => ben.page.all((one) => one.tag === "img" && one.get("alt") === `Photo 2 of ${ida.who.name}`).length;
  await open();
  ben.page.shows(`1 private photo of ${ida.who.name}`);
  expect(seconds()).toBe(0);
  await ben.page.press("Ask to see");
  ben.page.shows(`You have asked. ${ida.who.name} decides`);
  await ida.page.goto("/notifications");
  await ida.page.follow(new RegExp(`${ben.who.name} asks to see your private photos`));
  expect(ida.page.path).toBe("/settings/photo-access");
  await ida.page.press(`Show ${ben.who.name} your private photos`);
  ida.page.shows("They see your private photos now.");
  await open();
  expect(seconds()).toBe(1);
  await ida.page.press(`Stop showing ${ben.who.name} your private photos`);
  ida.page.shows("They no longer see your private photos.");
  await open();
  expect([seconds(), ben.page.buttons("Ask to see").length]).toEqual([0, 1]);
});
