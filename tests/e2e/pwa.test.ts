import { expect, test } from "vitest";
import { at, expectSound, installedApp, PHONE, person, useBrowser } from "./browser.ts";
import { demoMember, insertSession } from "./fixtures.ts";
import { openAlive } from "./steps.ts";

useBrowser({ whole: true });

test("Chromium finds nothing that keeps the site from being installed", async () => {
  const { page } = await person();
  await page.goto("/");
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A test context is incognito, where nothing is installable; any other error is a defect.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});

/** Of a line in the list: who wrote it. */
const PREFIX = /^(Du|Von unserem Team geschrieben): /;

test("without a network a member gets the offline page in their language, or the chats that the device keeps, which the log-out deletes", async () => {
  const page = await demoMember({ viewport: PHONE });
  const context = page.context();
  await context.addCookies([{ name: "locale", value: "de", url: at("/") }]);
  await page.goto("/chats");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto("/likes");
  await page.getByRole("heading", { level: 1, name: "Du bist offline" }).waitFor();
  await expect.poll(() => page.url()).toBe(at("/likes"));
  // The cache includes its style sheet and fonts.
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.querySelector("h1") as Element).fontFamily))
    .toContain("Fraunces");
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.filter((path) => path.endsWith(".woff2"))).toHaveLength(2);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Noch einmal versuchen" }).click();
  await page.getByRole("heading", { level: 1, name: "Likes" }).waitFor();

  const kept = () => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("kept-chats:")));
  await openAlive(page, "/chats");
  const row = page.getByRole("main").locator('a[href^="/chats/"]').first();
  const [href, words] = [await row.getAttribute("href"), (await row.locator("[dir=auto]").allTextContents()).at(-1) ?? ""];
  expect(await kept()).toEqual([]);
  await openAlive(page, "/settings/devices");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole("switch", { name: "Meine letzten Chats auf diesem Gerät speichern" }).check();
  await expect.poll(async () => (await kept())[0]?.[1] ?? "").toContain(words.replace(PREFIX, ""));
  await context.setOffline(true);
  await page.goto("/likes");
  await page.getByRole("heading", { name: "Deine letzten Chats" }).waitFor();
  await page.locator(`a[href="${href}"]`).click();
  await page.waitForURL(at(href ?? ""));
  await page.getByRole("main").getByText(words.replace(PREFIX, "")).waitFor();
  await expectSound(page);
  await context.setOffline(false);
  await openAlive(page, "/settings");
  await page.getByRole("main").getByRole("button", { name: "Abmelden" }).click();
  await page.waitForURL((url) => url.pathname !== "/settings");
  expect(await kept()).toEqual([]);
  await context.setOffline(true);
  await page.goto("/chats");
  await page.getByRole("heading", { level: 1, name: "Du bist offline" }).waitFor();
  expect(await page.getByRole("heading", { name: "Deine letzten Chats" }).count()).toBe(0);
});

test("the installed app has a back button on the specified pages only, a small footer, and takes shared pictures", async () => {
  const { context, page } = await installedApp("/", { viewport: PHONE });
  await insertSession(context, "demo0000000000000002");
  const back = page.getByRole("button", { name: "Back", exact: true });
  await openAlive(page, "/members");
  await expect.poll(() => back.count()).toBe(0);
  await expect.poll(() => page.locator("footer address").isVisible()).toBe(false);
  await page.locator('main a[href^="/members/"]').first().click();
  await back.waitFor();
  await back.click();
  await page.waitForURL("**/members");
  for (const path of ["/likes/sent", "/credits"]) {
    await page.goto(path);
    await back.waitFor();
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  // What another app shares waits in the dialog that places it, once.
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(900, 900);
    canvas.getContext("2d")?.fillRect(0, 0, 900, 900);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], "a.png", { type: "image/png" }));
    document.body.insertAdjacentHTML(
      "beforeend",
      '<form action="/shared-photo" method="post" enctype="multipart/form-data" id="share"><input name="photos" type="file"></form>',
    );
    const form = document.getElementById("share") as HTMLFormElement;
    Object.assign(form.elements[0] as HTMLInputElement, { files: data.files });
    form.submit();
  });
  await page.waitForURL("**/profile");
  await page.getByText("Another app or page shared this picture.").waitFor();
  expect(await page.evaluate(() => caches.has("/shared-photo"))).toBe(false);
  await context.close();
});
