import type { Page } from "playwright";
import { expect, test } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { at, expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
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

/** The same state without a page. */
async function insertPrivatePhoto(page: Page, id: string): Promise<void> {
  for (const _ of ["public", "private"]) {
    const headers = { origin: new URL(at("/")).origin };
    const sent = await page.context().request.post(at("/api/photo.php"), { headers, multipart: { file: PHOTO } });
    expect(sent.status()).toBe(201);
  }
  await approve(id);
  await sql("UPDATE photos SET visibility = 'private' WHERE profile_id = ? AND position = 1", id);
}

test.each([true, false])("scripts %s: a private photo is asked for, shown, seen, taken back and gone", async (scripts) => {
  const ida = await memberPage("Ida", { viewport: PHONE });
  const ben = await memberPage("Ben", { gender: "male", viewport: PHONE, javaScriptEnabled: scripts });
  await (scripts ? withPrivatePhoto : insertPrivatePhoto)(ida.page, ida.id);

  const open = () => (scripts ? openAlive(ben.page, `/members/${ida.id}`) : ben.page.goto(`/members/${ida.id}`));
  const box = ben.page.locator("#private-photos");
  const second = ben.page.getByRole("img", { name: `Photo 2 of ${ida.who.name}` });
  await open();
  await box.getByText(`1 private photo of ${ida.who.name}`).waitFor();
  await expect.poll(() => second.count()).toBe(0);
  if (scripts) await expectSound(ben.page);
  await box.getByRole("button", { name: "Ask to see" }).click();
  await box.getByText(`You have asked. ${ida.who.name} decides`).waitFor();

  await openAlive(ida.page, "/notifications");
  await ida.page.getByRole("link", { name: `${ben.who.name} asks to see your private photos` }).click();
  await ida.page.waitForURL("**/settings/photo-access");
  await expectSound(ida.page);
  await ida.page.getByRole("button", { name: `Show ${ben.who.name} your private photos` }).click();
  await ida.page.getByText("They see your private photos now.").waitFor();

  // The page that waits for the answer shows it by itself.
  if (!scripts) await open();
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
