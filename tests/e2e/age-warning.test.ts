import type { BrowserContextOptions, Page } from "playwright";
import { expect, test } from "vitest";
import { parseHtml } from "#tests/setup/html.ts";
import { at, expectSound, installedApp, stranger, useBrowser } from "./browser.ts";
import { PlainBrowser } from "./plain.ts";

useBrowser();

const WITHOUT_SCRIPT = { javaScriptEnabled: false };
const NARROW = { width: 360, height: 640 };

const from = (country: string, options: BrowserContextOptions = {}) =>
  stranger({ ...WITHOUT_SCRIPT, ...options, extraHTTPHeaders: { "cf-ipcountry": country } });
const warning = (page: Page) => page.getByRole("dialog", { name: /^(Are you|Bist du|Ben je) 18/ });
/** The same visitor in a browser that draws nothing. */
function visitor(country: string): PlainBrowser {
  const page = new PlainBrowser();
  page.cookies.clear();
  page.headers["cf-ipcountry"] = country;
  return page;
}
/** The warning that stands open on the page. */
const warningsOf = ({ html }: PlainBrowser) =>
  parseHtml(html).find((one) => one.tag === "dialog" && one.get("aria-labelledby") === "entry-title" && one.has("open"));
const warned = (page: PlainBrowser) => warningsOf(page).length === 1;
const leaves = (page: PlainBrowser) =>
  warningsOf(page)[0]
    ?.find(({ tag, text }) => tag === "a" && text === "No, leave")[0]
    ?.get("href") ?? expect.unreachable();
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

test("without scripts the age warning appears once and returns to the requested page", async () => {
  const { page } = await from("FR");
  await page.goto("/login?next=%2Flikes&network=blog");
  await warning(page).waitFor();
  await expect.poll(() => isFocused(page, "dialog")).toBe(true);
  // The page is in the HTML, behind the dialog.
  await expect.poll(() => page.locator("main input[name=email]").count()).toBe(1);
  await page.keyboard.press("Tab");
  await expect.poll(() => isFocused(page, "dialog button")).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => isFocused(page, "main *, header *")).toBe(false);

  await page.getByRole("button", { name: "Yes, I am 18 or older" }).click();
  await page.waitForURL(at("/login?next=%2Flikes&network=blog"));
  await expect.poll(() => warning(page).count()).toBe(0);
  await page.locator("main input[name=email]").fill("works@example.org");
  const cookie = (await page.context().cookies()).find(({ name }) => name === "dismissed");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(399 * 24 * 3600);
  for (const path of ["/", "/members", "/signup"]) {
    await page.goto(path);
    await expect.poll(() => warning(page).count(), { message: path }).toBe(0);
  }
});

test("a visitor who leaves sees the age warning again on return", async () => {
  const page = visitor("NL");
  await page.goto("/");
  expect(warned(page)).toBe(true);
  await page.goto(leaves(page));
  page.shows("Goodbye");
  expect(warned(page)).toBe(false);
  await page.follow("Back to the home page");
  expect(warned(page)).toBe(true);
});

test("the installed app shows no age warning", async () => {
  const { page, context } = await installedApp("/login");
  for (const path of ["/login", "/?app=1"]) {
    if (path !== "/login") await page.goto(at(path));
    await page.waitForLoadState();
    await expect.poll(() => warning(page).isVisible(), { message: path }).toBe(false);
    // The front page folds its fields.
    await page.locator("main :is(summary, input[name=email]):visible").first().click({ trial: true });
  }
  await context.close();
});

test.each([
  ["NL", "/", true],
  ["DE", "/login", true],
  ["NL", "/members/demo0000000000000002/chat", true],
  ["FR", "/", true],
  ["FR", "/signup", false],
  ["FR", "/members/demo0000000000000002/chat", false],
] as const)("from %s on %s the age warning is shown: %s", async (country, path, expected) => {
  const page = visitor(country);
  await page.goto(path, { status: 200 });
  expect(warned(page)).toBe(expected);
});

/** The sign-up sends no scripts. */
test("the sign-up holds the age warning, and its first answer confirms it", async () => {
  const page = visitor("NL");
  const confirms = "By continuing you confirm that you are 18 or older.";
  await page.goto("/signup");
  expect(warned(page)).toBe(false);
  page.shows(confirms);
  page.link("No, leave");
  await page.press("a woman");
  page.shows("Whom would you like to meet?");
  page.lacks(confirms);
  await page.goto("/");
  expect(warned(page)).toBe(false);
});

test("the age warning passes axe on a phone, dark, in German", async () => {
  // axe needs scripts.
  const { page } = await from("FR", { viewport: NARROW, colorScheme: "dark", javaScriptEnabled: true });
  await page.context().addCookies([{ name: "locale", value: "de", url: at("/") }]);
  await page.goto("/");
  await warning(page).waitFor();
  await expectSound(page);
});
