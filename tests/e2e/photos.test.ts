import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { openAlive } from "./steps.ts";

useBrowser();

const photoAlert = (page: Page) => page.getByRole("status").filter({ hasText: "You have no picture yet" });
const section = (page: Page) => page.locator("#photos");
const chosen = async (bytes: File, name = "IMG_0001.jpg") => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.from(await bytes.arrayBuffer()),
});

async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await section(page).getByLabel("Add a photo").setInputFiles(file);
  await section(page).getByRole("button", { name: "Upload photo" }).click();
}

async function decide(page: Page, name: string, verdict: "Approve" | "Reject"): Promise<void> {
  await page.goto("/dev/photos");
  const row = page.locator("tr").filter({ hasText: name });
  await expect.poll(() => row.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240);
  await row.getByRole("button", { name: verdict }).click();
  await row.waitFor({ state: "detached" });
}

test("without scripts, on a phone: a first photo is uploaded, approved and shown to others", async () => {
  const { page, who: anna, id } = await memberPage("Anna", { javaScriptEnabled: false, viewport: PHONE });

  await page.goto("/members");
  await photoAlert(page)
    .getByRole("link", { name: /^Add your first photo/ })
    .click();
  await page.waitForURL("**/profile#photos");

  // A renamed text file is refused beside the field, and another file can be chosen.
  await upload(page, await chosen(new File(["Not what it seems."], "me.jpg"), "me.jpg"));
  const field = section(page).getByLabel("Add a photo");
  const problem = section(page).getByText("We cannot read this as a picture.");
  await problem.waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await problem.evaluate((text) => text.getBoundingClientRect().bottom <= innerHeight), "in sight").toBe(true);

  await upload(page, await chosen(phonePhoto()));
  await section(page).getByText("Your photo is here.").waitFor();
  await section(page).getByRole("listitem").getByText("Picture being inspected").waitFor();
  await section(page).getByText("1 of 3 photos").waitFor();

  const ben = await memberPage("Ben", { gender: "male" });
  await ben.page.goto(`/members/${id}`);
  expect(await ben.page.locator(`img[alt^="Photo "][src*='/media/']`).count()).toBe(0);

  await decide(page, anna.name, "Approve");
  await page.goto("/profile");
  await section(page).getByRole("listitem").getByText("Main photo").waitFor();
  expect(await page.getByText("Picture being inspected").count()).toBe(0);
  await page.goto("/members");
  expect(await photoAlert(page).count()).toBe(0);

  await ben.page.goto(`/members/${id}`);
  const shown = ben.page.getByRole("img", { name: `Photo 1 of ${anna.name}` }).first();
  await expect
    .poll(() => shown.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]))
    .toEqual([480, 640]);
  // After the EXIF rotation the top half is on the right.
  const colours = await shown.evaluate((image: HTMLImageElement) => {
    const context = new OffscreenCanvas(480, 640).getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return [20, 460].map((x) => [...context.getImageData(x, 320, 1, 1).data].map((value) => Math.round(value / 255)).join(""));
  });
  expect(colours).toEqual(["0011", "1001"]);
  await Promise.all([page.context().close(), ben.context.close()]);
});

test("without scripts a photo above 10 MB is refused beside the field", async () => {
  const { page } = await memberPage("Mia", { javaScriptEnabled: false, confirmed: false });
  await page.goto("/profile");
  for (const megabytes of [10.5, 13]) {
    await upload(page, await chosen(new File([phonePhoto(), new Uint8Array(megabytes * 1024 * 1024)], "me.jpg")));
    await section(page).getByText("This picture is too large. Choose one of up to 10 MB.").waitFor();
    expect(await section(page).getByRole("listitem").count()).toBe(0);
    await page.goto("/profile");
  }
  await page.context().close();
});

test("with scripts a large photo is refused before upload; photos are added, made main and removed", async () => {
  const { page, who: eva } = await memberPage("Eva", { confirmed: false });
  await openAlive(page, "/profile");
  await section(page)
    .getByLabel("Add a photo")
    .setInputFiles(await chosen(new File([new Uint8Array(10.5 * 1024 * 1024)], "me.jpg")));
  await section(page).getByText("This picture is too large.").waitFor();
  expect(await section(page).getByRole("button", { name: "Upload photo" }).isDisabled()).toBe(true);
  await expectSound(page);

  for (const count of [1, 2, 3]) {
    await upload(page, await chosen(phonePhoto()));
    await expect.poll(() => section(page).locator("li img").count()).toBe(count);
    if (count < 3) await decide(page, eva.name, "Approve");
    else await decide(page, eva.name, "Reject");
    await openAlive(page, "/profile");
  }
  await section(page).getByText("Not approved").waitFor();
  const items = section(page).locator("li");
  const second = await items.nth(1).locator("img").getAttribute("src");
  await items.nth(1).getByRole("button", { name: "Make main photo" }).click();
  await section(page).getByText("This is your main photo now.").waitFor();
  expect(await items.first().locator("img").getAttribute("src")).toBe(second);

  await items.nth(2).locator("summary").click();
  await items.nth(2).getByRole("button", { name: "Remove for good" }).click();
  await section(page).getByText("The photo is removed.").waitFor();
  await expect.poll(() => items.count()).toBe(2);
  await page.context().close();
});
