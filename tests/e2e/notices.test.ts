import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, expectSound, person, stranger, useBrowser } from "./browser.ts";
import { newcomer, signUp } from "./steps.ts";

useBrowser();

const WITHOUT_SCRIPT = { javaScriptEnabled: false };
const NARROW = { width: 360, height: 640 };

const from = (country: string, options: BrowserContextOptions = {}) =>
  stranger({ ...WITHOUT_SCRIPT, ...options, extraHTTPHeaders: { "cf-ipcountry": country } });
const warning = (page: Page) => page.getByRole("dialog", { name: /^(Are you|Bist du|Ben je) 18/ });
const photoAlert = (page: Page) => page.getByRole("status").filter({ hasText: "You have no picture yet" });
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

test("a visitor is asked for their age once, without JavaScript, and comes out where they went in", async () => {
  const { page } = await from("FR");
  await page.goto("/login?next=%2Flikes&network=blog");
  await warning(page).waitFor();
  expect(await isFocused(page, "dialog")).toBe(true);
  // The page is there for whoever reads the HTML, and out of reach for whoever looks at it.
  expect(await page.locator("main input[name=email]").count()).toBe(1);
  await page.keyboard.press("Tab");
  expect(await isFocused(page, "dialog button")).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await isFocused(page, "main *, header *")).toBe(false);

  await page.getByRole("button", { name: "Yes, I am 18 or older" }).click();
  await page.waitForURL(at("/login?next=%2Flikes&network=blog"));
  expect(await warning(page).count()).toBe(0);
  await page.locator("main input[name=email]").fill("works@example.org");
  const cookie = (await page.context().cookies()).find(({ name }) => name === "dismissed");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(399 * 24 * 3600);
  for (const path of ["/", "/members", "/signup"]) {
    await page.goto(path);
    expect(await warning(page).count(), path).toBe(0);
  }
});

test("who leaves is let go, and asked again when they come back", async () => {
  const { page } = await from("NL");
  await page.goto("/");
  await page.getByRole("link", { name: "No, leave" }).click();
  await page.getByRole("heading", { level: 1, name: "Goodbye" }).waitFor();
  expect(await warning(page).count()).toBe(0);
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await warning(page).waitFor();
});

test.each([
  ["NL", "/", true],
  ["NL", "/signup", true],
  ["NL", "/members/somebody/chat", true],
  ["DE", "/signup", true],
  ["FR", "/", true],
  ["FR", "/signup", false],
  ["FR", "/members/somebody/chat", false],
] as const)("from %s on %s the warning stands: %s", async (country, path, expected) => {
  const { page } = await from(country);
  await page.goto(path);
  expect(await warning(page).count()).toBe(Number(expected));
  await page.context().close();
});

test.each([
  ["phone, light, German", "de", { viewport: NARROW, colorScheme: "light" as const }],
  ["desktop, dark, Dutch", "nl", { colorScheme: "dark" as const }],
])("the warning is sound: %s", async (_, language, options) => {
  // axe itself is a script.
  const { page } = await from("FR", { ...options, javaScriptEnabled: true });
  await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
  await page.goto("/");
  await warning(page).waitFor();
  await expectSound(page);
  await page.context().close();
});

test("the alert for a photo goes for good by its cross, with and without JavaScript", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await person({ javaScriptEnabled });
    await signUp(page, newcomer("Noor"));
    await page.goto("/members?country=NL&min_age=30");
    await photoAlert(page).waitFor();
    if (javaScriptEnabled) await expectSound(page);
    await photoAlert(page).getByRole("button", { name: "Do not show this again" }).click();
    await photoAlert(page).waitFor({ state: "detached" });
    expect(page.url()).toBe(at("/members?country=NL&min_age=30"));
    await page.goto("/likes");
    expect(await photoAlert(page).count()).toBe(0);
    await page.context().close();
  }
});

test("right after signing up the reminder stands before the page until it is closed, without JavaScript", async () => {
  const { page } = await person(WITHOUT_SCRIPT);
  await signUp(page, newcomer("Nina"));
  const modal = page.getByRole("dialog", { name: "Confirm your e-mail address" });
  expect(await modal.count()).toBe(0);
  await page.goto("/members?api_signup_complete=1");
  await modal.waitFor();
  expect(await isFocused(page, "dialog *")).toBe(true);
  // A wrong code is said in the modal itself.
  await modal.locator("[name=code]").fill("000000");
  await modal.getByRole("button", { name: "Confirm", exact: true }).click();
  await modal.locator("#field-code-error, [role=alert]").first().waitFor();
  await modal.getByRole("button", { name: "Close" }).click();
  await modal.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Likes" }).first().click();
  await page.waitForURL("**/likes");
  await page.goto("/settings?api_signup_complete=1");
  expect(await modal.count()).toBe(0);
});

test("the modal after signing up is sound", async () => {
  const { page } = await person({ viewport: NARROW, colorScheme: "dark" });
  await signUp(page, newcomer("Nele"));
  await page.goto("/members?api_signup_complete");
  await page.getByRole("dialog", { name: "Confirm your e-mail address" }).waitFor();
  await expectSound(page);
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("dialog", { name: "Confirm your e-mail address" }).waitFor({ state: "hidden" });
});
