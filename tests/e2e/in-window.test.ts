import { expect, test } from "vitest";
import { parseHtml } from "#tests/setup/html.ts";
import { at, PHONE, person, provoked, useBrowser } from "./browser.ts";
import { demoMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser } from "./plain.ts";
import { answerOf } from "./plain-steps.ts";
import { openAlive } from "./steps.ts";

// What an installed app shares with a window: here without the service worker and the rest of a whole browser.
useBrowser({ pictures: true });

test.each([
  ["localhost", "Liaison", "#c2126c", "en"],
  ["dichtbij.localhost", "Dichtbij", "#d9480f", "nl"],
])("the manifest of %s names it, with icons in its colour", async (host, name, colour, language) => {
  const page = new PlainBrowser(host);
  await page.goto("/");
  const links = parseHtml(page.html).find(({ tag }) => tag === "link");
  const linked = (...kinds: string[]) =>
    links.filter((one) => kinds.includes(one.get("rel") ?? "")).map((one) => one.get("href") ?? "");
  const [href = expect.unreachable()] = linked("manifest");
  const manifest: { icons: { src: string; sizes: string; type: string }[] } = await answerOf(page, href);
  expect(manifest).toMatchObject({ name, theme_color: colour, lang: language, display: "standalone" });
  expect(manifest.icons.length).toBeGreaterThan(2);
  expect(linked("icon", "apple-touch-icon")).toEqual([
    expect.stringMatching(/^\/icons\/icon\.svg\?v=\w+$/),
    expect.stringMatching(/180\.png\?v=\w+$/),
  ]);
  const pictures = await person();
  await pictures.page.goto(at("/robots.txt", host));
  for (const { src, sizes, type } of manifest.icons) {
    const [answered, width] = await pictures.page.evaluate(async (path) => {
      const answer = await fetch(path);
      const picture = Object.assign(new Image(), { src: path });
      await picture.decode();
      return [answer.headers.get("content-type"), `${picture.naturalWidth}x${picture.naturalHeight}`] as const;
    }, src);
    expect([src, answered]).toEqual([src, type]);
    if (sizes !== "any") expect([src, width]).toEqual([src, sizes]);
  }
});

test("a browser window has no back button, and a footer of one line that unfolds to the company without scripts", async () => {
  const page = await demoMember();
  await openAlive(page, "/likes/sent");
  await expect.poll(() => page.getByRole("button", { name: "Back", exact: true }).count()).toBe(0);
  const plain = await demoMember({ javaScriptEnabled: false, viewport: PHONE });
  await plain.goto("/likes/sent");
  const footer = plain.locator("footer");
  await expect.poll(() => footer.locator("address").isVisible()).toBe(false);
  // Two touch targets at most, without the room of the tab bar.
  const lines = await footer.evaluate((one) => one.clientHeight - Number.parseFloat(getComputedStyle(one).paddingBlockEnd));
  expect(lines).toBeLessThan(60);
  await footer.getByRole("link", { name: "Withdraw from contract here" }).first().waitFor();
  await footer.locator("summary").click();
  await footer.getByRole("link", { name: "Terms" }).waitFor();
  await footer.locator("address").waitFor();
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
  await intercept(context, /\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
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
