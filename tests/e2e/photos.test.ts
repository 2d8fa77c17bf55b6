import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phonePhoto } from "../setup/pictures.ts";
import { at, DESKTOP, expectSound, logIn, PHONE, person, useBrowser } from "./browser.ts";
import { account, confirm, newcomer, openAlive, signUp } from "./steps.ts";

useBrowser();

const photoAlert = (page: Page) => page.getByRole("status").filter({ hasText: "You have no picture yet" });
const section = (page: Page) => page.locator("#photos");
const chosen = async (bytes: File, name = "IMG_0001.jpg") => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.from(await bytes.arrayBuffer()),
});

/** Chooses a file on one's profile and sends it. */
async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await section(page).getByLabel("Add a photo").setInputFiles(file);
  await section(page).getByRole("button", { name: "Upload photo" }).click();
}

/** Says of the photo of this member what staff would say. */
async function decide(page: Page, name: string, verdict: "Approve" | "Reject"): Promise<void> {
  await page.goto("/dev/photos");
  const row = page.locator("tr").filter({ hasText: name });
  await expect.poll(() => row.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(450);
  await row.getByRole("button", { name: verdict }).click();
  await row.waitFor({ state: "detached" });
}

test("a first photo, from the alert to the eyes of others, on a phone without JavaScript", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: PHONE });
  const anna = newcomer("Anna");
  await signUp(page, anna);
  await confirm(page, anna);
  const { id } = (await account(page)).profile;

  await page.goto("/members");
  await photoAlert(page).getByRole("link", { name: "To my profile" }).click();
  await page.waitForURL("**/profile#photos");

  // A text by another name is refused where it was chosen, and another file can be.
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

  const ben = await person();
  await logIn(ben.page, "ben@demo.example");
  await ben.page.goto(`/members/${id}`);
  expect(await ben.page.locator("main img[src*='/media/']").count()).toBe(0);

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
  // Turned upright, what was above is at the right.
  const colours = await shown.evaluate((image: HTMLImageElement) => {
    const context = new OffscreenCanvas(480, 640).getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return [20, 460].map((x) => [...context.getImageData(x, 320, 1, 1).data].map((value) => Math.round(value / 255)).join(""));
  });
  expect(colours).toEqual(["0011", "1001"]);
  await Promise.all([page.context().close(), ben.context.close()]);
});

test("a file beyond measure is refused beside the field, without JavaScript too", async () => {
  const { page } = await person({ javaScriptEnabled: false });
  await signUp(page, newcomer("Mia"));
  await page.goto("/profile");
  for (const megabytes of [10.5, 13]) {
    await upload(page, await chosen(new File([phonePhoto(), new Uint8Array(megabytes * 1024 * 1024)], "me.jpg")));
    await section(page).getByText("This picture is too large. Choose one of up to 10 MB.").waitFor();
    expect(await section(page).getByRole("listitem").count()).toBe(0);
    await page.goto("/profile");
  }
  await page.context().close();
});

test("with JavaScript: too large is said at once, photos are added, chosen and removed", async () => {
  const { page } = await person();
  const eva = newcomer("Eva");
  await signUp(page, eva);
  await openAlive(page, "/profile");
  await section(page)
    .getByLabel("Add a photo")
    .setInputFiles(await chosen(new File([new Uint8Array(10.5 * 1024 * 1024)], "me.jpg")));
  await section(page).getByText("This picture is too large.").waitFor();
  expect(await section(page).getByRole("button", { name: "Upload photo" }).isDisabled()).toBe(true);

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

test.each([
  ["phone, dark", { viewport: PHONE, colorScheme: "dark" as const }],
  ["desktop, light", { viewport: DESKTOP, colorScheme: "light" as const }],
])("the section is sound: %s", async (_, options) => {
  const { page } = await person(options);
  await logIn(page, "anna@demo.example");
  await page.goto(at("/profile?photo=too_large"));
  await section(page).getByText("This picture is too large.").waitFor();
  await expectSound(page);
  await page.context().close();
});
