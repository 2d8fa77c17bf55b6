import { expect, test } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { openAlive } from "./steps.ts";

useBrowser({ pictures: true });

/** Two photos that the staff have let through, uploaded or without files; the second is for chosen members. */
async function memberWithPhotos({ uploaded }: { uploaded: boolean }) {
  const made = await plainMember("Ida");
  const { page, id } = made;
  if (uploaded) {
    await page.goto("/profile");
    for (let count = 0; count < 2; count++) await page.press("Upload photo", { file: phonePhoto() });
    page.shows("2 of 3 photos");
    await sql("UPDATE photos SET status = 'active' WHERE profile_id = ?", id);
  } else
    await sql(
      `INSERT INTO photos (id, profile_id, key, position, status, created_at)
       SELECT ?1 || value, ?1, ?1 || value, value, 'active', 0 FROM json_each('[0, 1]')`,
      id,
    );
  await sql("UPDATE profiles SET main_photo = (SELECT key FROM photos WHERE profile_id = ?1 AND position = 0) WHERE id = ?1", id);
  const [second] = await sql<{ id: string }>("SELECT id FROM photos WHERE profile_id = ? AND position = 1", id);
  await page.goto(`/profile?menu=${second?.id}`);
  page.unfold(/^Photo 2 of 2/);
  await page.press("Show to chosen members only");
  page.shows("Only members you choose see this photo now.");
  expect(page.buttons("Photo 2 of 2, Private")).toHaveLength(1);
  return made;
}

test("a private photo is asked for, shown, seen, taken back and gone", async () => {
  const [ida, ben] = [await memberWithPhotos({ uploaded: true }), await memberPage("Ben", { gender: "male", viewport: PHONE })];
  const open = () => openAlive(ben.page, `/members/${ida.id}`);
  const box = ben.page.locator("#private-photos");
  const second = ben.page.getByRole("img", { name: `Photo 2 of ${ida.who.name}` });
  await open();
  await box.getByText(`1 private photo of ${ida.who.name}`).waitFor();
  await expect.poll(() => second.count()).toBe(0);
  await expectSound(ben.page);
  await box.getByRole("button", { name: "Ask to see" }).click();
  await box.getByText(`You have asked. ${ida.who.name} decides`).waitFor();

  await ida.page.goto("/settings/photo-access");
  await expectPlainSound(ida.page);
  await ida.page.press(`Show ${ben.who.name} your private photos`);

  // The page that waits for the answer shows it by itself.
  await expect.poll(() => second.count()).toBe(1);
  await second.scrollIntoViewIfNeeded();
  await expect.poll(() => second.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
  const src = await second.evaluate((image: HTMLImageElement) => image.src);
  expect((await ben.page.request.get(src)).status()).toBe(200);

  await ida.page.press(`Stop showing ${ben.who.name} your private photos`);
  expect((await ben.page.request.get(src)).status()).toBe(404);
  await open();
  await box.getByRole("button", { name: "Ask to see" }).waitFor();
  await expect.poll(() => second.count()).toBe(0);
});

test("without scripts forms ask for a private photo, show it and take it back", async () => {
  const [ida, ben] = [await memberWithPhotos({ uploaded: false }), await plainMember("Ben", { gender: "male" })];
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
