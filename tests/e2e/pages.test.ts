import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { ask } from "../contract/http.ts";
import { at, DESKTOP, expectSound, mailTo, person, useBrowser } from "./browser.ts";
import { account, demoMember, formOf, joinConfirmed, type Newcomer, newcomer, post, press, VELVET_SOURCE } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };
const SIZES: [string, string, BrowserContextOptions][] = [
  ["360 px, light, German", "de", { viewport: NARROW, colorScheme: "light" }],
  ["1280 px, dark, English", "en", { viewport: DESKTOP, colorScheme: "dark" }],
];
const heading = (page: Page) => page.locator("h1").textContent();

/** Somebody with an account and with no session here. Only a browser finds `*.localhost`, so this asks by the address. */
async function signedUp(host = "localhost"): Promise<Newcomer> {
  const who = newcomer("Reset");
  const origin = new URL(at("/", host));
  const headers = { host: origin.host, origin: origin.origin, "content-type": "application/json" };
  const body = JSON.stringify(formOf(who, { tracking: VELVET_SOURCE }));
  const answer = await ask({ port: inject("port"), method: "POST", path: "/api/signup.php", headers, body });
  expect(answer.status).toBe(201);
  return who;
}

test("without a script, on a phone: a forgotten password, its mail, a new password, and every other device is out", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  const who = await signedUp();
  const other = (await person({ javaScriptEnabled: false })).page;
  await other.goto("/login");
  expect((await post(other, "/api/user.php", { email: who.email, password: who.password })).status()).toBe(200);

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL(at("/reset-password"));
  await expectNoScript(page);
  const send = page.getByRole("button", { name: "Send the link" });
  await page.locator('[name="email"]').fill("nobody.at.all@example.org");
  await press(page, send);
  expect(await page.locator("#field-email-error").textContent()).toBe("E-mail address not found");
  expect(await page.locator('[name="email"]').inputValue()).toBe("nobody.at.all@example.org");
  await page.locator('[name="email"]').fill(who.email);
  await press(page, send);
  expect(page.url()).toBe(at("/reset-password?sent"));
  expect(await heading(page)).toBe("Check your mail");

  const mail = await mailTo(who.email, /^Choose a new password for Liaison$/);
  const link = /https?:\/\/\S+token=\S+/.exec(mail.text)?.[0] ?? "";
  await page.goto(link);
  await expectNoScript(page);
  const save = page.getByRole("button", { name: "Save the password" });
  await page.locator('[name="password"]').fill("seven quiet lakes");
  await page.locator('[name="password_repeat"]').fill("seven quiet likes");
  await press(page, save);
  expect(await page.locator("#field-password_repeat-error").textContent()).toBe("The entered passwords are not the same.");
  await page.locator('[name="password"]').fill("seven quiet lakes");
  await page.locator('[name="password_repeat"]').fill("seven quiet lakes");
  await press(page, save);
  expect(page.url()).toBe(at("/reset-password/do?done"));
  expect(await heading(page)).toBe("Your new password works");
  await page.goto("/settings");
  expect(await page.getByText(who.email).count()).toBeGreaterThan(0);
  await other.goto("/settings");
  expect(new URL(other.url()).pathname).toBe("/login");

  // The link works once.
  await page.goto(link);
  expect(await heading(page)).toBe("Link expired or invalid, request a new email");
  await page.getByRole("link", { name: "Request a new email" }).click();
  // One mail has gone out, and this browser was logged in before it: its own three are what counts.
  for (let i = 0; i < 4; i++) {
    await page.goto("/reset-password");
    await page.locator('[name="email"]').fill(who.email);
    await press(page, send);
  }
  const refused = page.locator('main [role="alert"]');
  expect(await refused.textContent()).toBe("Too many password reset emails sent, please try again tomorrow.");
});

test("a domain that reveals no accounts answers a known and an unknown address with the same page", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  const who = await signedUp("velvet.localhost");
  const answers: (string | null)[] = [];
  for (const email of [who.email, `not.${who.email}`]) {
    await page.goto(at("/reset-password", "velvet.localhost"));
    await page.locator('[name="email"]').fill(email);
    await press(page, page.locator("main form button"));
    expect(new URL(page.url()).search).toBe("?sent");
    answers.push(await page.locator("main").textContent());
  }
  expect(answers[1]).toBe(answers[0]);
  expect((await mailTo(who.email, /^Choose a new password/)).text).toContain("/reset-password/do?token=");
});

test("the language is chosen from a page that names each in its own words", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  await page.goto("/lang-config");
  await press(page, page.getByRole("button", { name: /^Nederlands/ }));
  expect(await page.locator("html").getAttribute("lang")).toBe("nl");
  expect(await heading(page)).toBe("Kies je taal");
  await expectNoScript(page);
});

test("what has happened is listed, and says so where nothing has", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  await joinConfirmed(page, newcomer("Casper", "male"));
  await page.goto("/notifications");
  await page.getByRole("heading", { name: "Nothing new" }).waitFor();
  const { profile } = await account(page);
  const anna = await demoMember({ javaScriptEnabled: false });
  expect((await post(anna, "/api/like.php", { profile: profile.id })).status()).toBe(200);
  await page.goto("/notifications");
  await page.getByRole("link", { name: /Anna likes you/ }).click();
  await page.waitForURL(at(`/likes/m/${(await account(anna)).profile.id}`));
  await page.goto("/notifications");
  expect(await page.getByText("New", { exact: true }).count()).toBe(0);
});

const VISITOR = [
  "/reset-password",
  "/reset-password?sent",
  "/reset-password/do",
  "/account-deleted",
  "/lang-config",
  "/mail-change/do",
];
const CHOOSE = `/reset-password/do?token=r${"x".repeat(43)}`;

test.each(SIZES)("every page is sound: %s", async (_, language, options) => {
  const visitor = (await person(options)).page;
  const anna = await demoMember(options);
  for (const [page, paths] of [
    [visitor, [...VISITOR, CHOOSE]],
    [anna, MEMBER],
  ] as const) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    for (const path of paths) {
      await page.goto(path);
      expect(page.url()).toBe(at(path));
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await expectSound(page);
    }
  }
});

const MEMBER = ["/activate/error", "/mail-change/do", "/lang-config", "/notifications", "/match-finder", "/swipe-game"];

async function expectNoScript(page: Page): Promise<void> {
  expect(await page.locator("script, link[rel=modulepreload]").count()).toBe(0);
}
