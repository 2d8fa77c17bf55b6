import { expect, test } from "vitest";
import { at, expectSound, installedApp, PHONE, person, provoked, useBrowser } from "./browser.ts";
import { demoMember, insertSession } from "./fixtures.ts";
import { openAlive } from "./steps.ts";

useBrowser({ whole: true, pictures: true });

test.each([
  ["localhost", "Liaison", "#c2126c", "en"],
  ["dichtbij.localhost", "Dichtbij", "#d9480f", "nl"],
])("the manifest of %s names it, with icons in its colour", async (host, name, colour, language) => {
  const { page } = await person();
  await page.goto(at("/", host));
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await fetch(link?.href ?? "")).json() as Promise<{ icons: { src: string; sizes: string; type: string }[] }>;
  });
  expect(manifest).toMatchObject({ name, theme_color: colour, lang: language, display: "standalone" });
  expect(manifest.icons.length).toBeGreaterThan(2);
  const linked = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(linked).toEqual([expect.stringMatching(/^\/icons\/icon\.svg\?v=\w+$/), expect.stringMatching(/180\.png\?v=\w+$/)]);
  for (const { src, sizes, type } of manifest.icons) {
    const [answered, width] = await page.evaluate(async (path) => {
      const answer = await fetch(path);
      const picture = Object.assign(new Image(), { src: path });
      await picture.decode();
      return [answer.headers.get("content-type"), `${picture.naturalWidth}x${picture.naturalHeight}`] as const;
    }, src);
    expect([src, answered]).toEqual([src, type]);
    if (sizes !== "any") expect([src, width]).toEqual([src, sizes]);
  }
});

test("Chromium finds nothing that keeps the site from being installed", async () => {
  const { page } = await person();
  await page.goto("/");
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A test context is incognito, where nothing is installable; any other error is a defect.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});

test("without a network a member gets the offline page in their language, and the page again after it", async () => {
  const page = await demoMember({ viewport: PHONE });
  const context = page.context();
  await context.addCookies([{ name: "locale", value: "de", url: at("/") }]);
  await page.goto("/members");
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
});

/** Of a line in the list: who wrote it. */
const PREFIX = /^(You|Written by our staff): /;

test("chats that a member keeps on the device are read without a network, and the log-out deletes them", async () => {
  const page = await demoMember({ viewport: PHONE });
  const context = page.context();
  const kept = () => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("kept-chats:")));
  await openAlive(page, "/chats");
  const row = page.getByRole("main").locator('a[href^="/chats/"]').first();
  const [href, words] = [await row.getAttribute("href"), (await row.locator("[dir=auto]").allTextContents()).at(-1) ?? ""];
  expect(await kept()).toEqual([]);
  await openAlive(page, "/settings/devices");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole("switch", { name: "Keep my last chats on this device" }).check();
  await expect.poll(async () => (await kept())[0]?.[1] ?? "").toContain(words.replace(PREFIX, ""));
  await context.setOffline(true);
  await page.goto("/likes");
  await page.getByRole("heading", { name: "Your last chats" }).waitFor();
  await page.locator(`a[href="${href}"]`).click();
  await page.waitForURL(at(href ?? ""));
  await page.getByRole("main").getByText(words.replace(PREFIX, "")).waitFor();
  await expectSound(page);
  await context.setOffline(false);
  await openAlive(page, "/settings");
  await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL((url) => url.pathname !== "/settings");
  expect(await kept()).toEqual([]);
  await context.setOffline(true);
  await page.goto("/chats");
  await page.getByRole("heading", { level: 1, name: "You are offline" }).waitFor();
  expect(await page.getByRole("heading", { name: "Your last chats" }).count()).toBe(0);
});

test("the installed app has a back button on the specified pages only, and a small footer", async () => {
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
  await context.close();
});

test("a browser window has no back button, and a footer of one line that unfolds to the company without scripts", async () => {
  const page = await demoMember();
  await openAlive(page, "/likes/sent");
  await expect.poll(() => page.getByRole("button", { name: "Back", exact: true }).count()).toBe(0);
  const plain = await demoMember({ javaScriptEnabled: false, viewport: PHONE });
  for (const path of ["/likes/sent", "/transactions"]) {
    await plain.goto(path);
    const footer = plain.locator("footer");
    await expect.poll(() => footer.locator("address").isVisible()).toBe(false);
    // Two touch targets at most, without the room of the tab bar.
    const lines = await footer.evaluate((one) => one.clientHeight - Number.parseFloat(getComputedStyle(one).paddingBlockEnd));
    expect(lines, path).toBeLessThan(60);
    await footer.getByRole("link", { name: "Withdraw from contract here" }).first().waitFor();
    await footer.locator("summary").click();
    await footer.getByRole("link", { name: "Terms" }).waitFor();
    await footer.locator("address").waitFor();
  }
});

test("a missing script reloads the page at most once a minute", async () => {
  const page = await demoMember();
  const context = page.context();
  let loads = 0;
  const failures: string[] = [];
  page.on(
    "pageerror",
    ({ message }) => message.includes("Failed to fetch dynamically imported module") && failures.push(message),
  );
  page.on("request", (request) => void (loads += request.isNavigationRequest() ? 1 : 0));
  await context.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/likes");
  await expect.poll(() => loads).toBe(2);
  // The page works without the script; the second failure is remembered and does not reload.
  await page.getByRole("heading", { level: 1, name: "Likes" }).waitFor();
  await expect.poll(() => failures.length).toBe(2);
  expect(loads).toBe(2);
  await page.evaluate(() => sessionStorage.setItem("reloaded-at", String(Date.now() - 61_000)));
  await page.goto("/chats");
  await expect.poll(() => loads).toBe(4);
  await expect.poll(() => failures.length).toBe(4);
  // Leaving a page ends the loading of its scripts: a reload would end the navigation.
  const isLeft = await page.evaluate(() => {
    const before = String(Date.now() - 61_000);
    sessionStorage.setItem("reloaded-at", before);
    dispatchEvent(new Event("beforeunload"));
    dispatchEvent(new ErrorEvent("error", { message: "Importing a module script failed." }));
    return sessionStorage.getItem("reloaded-at") === before;
  });
  expect(isLeft).toBe(true);
  provoked(/Failed to fetch dynamically imported module/);
});
