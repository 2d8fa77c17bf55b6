import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { ask } from "../contract/http.ts";
import { at, DESKTOP, expectSound, mailsTo, person, useBrowser } from "./browser.ts";
import { newcomer, post } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };
const SIZES: [string, string, BrowserContextOptions][] = [
  ["360 px, light, German", "de", { viewport: NARROW, colorScheme: "light" }],
  ["1280 px, dark, English", "en", { viewport: DESKTOP, colorScheme: "dark" }],
];
const heading = (page: Page) => page.locator("h1").textContent();
/** Presses a button and waits for the page that the form's answer is. */
async function press(page: Page, button: Locator): Promise<void> {
  await Promise.all([page.waitForEvent("load"), button.click()]);
}

/** Somebody with an account and with no session here. Only a browser finds `*.localhost`, so this asks by the address. */
async function signedUp(host = "localhost"): Promise<{ email: string; password: string }> {
  const { name, email, password, gender } = newcomer("Reset");
  const origin = new URL(at("/", host));
  const form = { email, name, password, gender, looking_for: "male", date_of_birth: "1990-04-07", country: "NL" };
  const rest = { language: "en", terms: true, sensitive_data: true, tracking: { network: "velvetletter" } };
  const headers = { host: origin.host, origin: origin.origin, "content-type": "application/json" };
  const body = JSON.stringify({ ...form, ...rest });
  const answer = await ask({ port: inject("port"), method: "POST", path: "/api/signup.php", headers, body });
  expect(answer.status).toBe(201);
  return { email, password };
}

test("without a script, on a phone: a forgotten password, its mail, a new password, and every other device is out", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  const who = await signedUp();
  const other = (await person({ javaScriptEnabled: false })).page;
  await other.goto("/login");
  expect((await post(other, "/api/user.php", { email: who.email, password: who.password })).status()).toBe(200);

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  expect(page.url()).toBe(at("/reset-password"));
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

  const [mail] = await mailsTo(who.email);
  expect(mail?.subject).toBe("Choose a new password for Liaison");
  const link = /https?:\/\/\S+token=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
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
  expect(await page.getByText(who.email).count()).toBe(1);
  await other.goto("/settings");
  expect(new URL(other.url()).pathname).toBe("/login");

  // The link works once.
  await page.goto(link);
  await page.locator('[name="password"]').fill("eight quiet lakes");
  await page.locator('[name="password_repeat"]').fill("eight quiet lakes");
  await press(page, save);
  expect(await heading(page)).toBe("Link expired or invalid, request a new email");
  await page.getByRole("link", { name: "Request a new email" }).click();
  for (let i = 0; i < 3; i++) {
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
  await expect
    .poll(async () => (await mailsTo(who.email)).some(({ text }) => text.includes("/reset-password/do?token=")))
    .toBe(true);
});

test("the language is chosen from a page that names each in its own words", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  await page.goto("/lang-config");
  await press(page, page.getByRole("button", { name: /^Nederlands/ }));
  expect(await page.locator("html").getAttribute("lang")).toBe("nl");
  expect(await heading(page)).toBe("Kies je taal");
  await expectNoScript(page);
});

const VISITOR = ["/reset-password", "/reset-password?sent", "/reset-password/do", "/account-deleted", "/lang-config"];
const CHOOSE = `/reset-password/do?token=r${"x".repeat(43)}`;

test.each(SIZES)("every page is sound: %s", async (_, language, options) => {
  const visitor = (await person(options)).page;
  const anna = await member(options);
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

const MEMBER = ["/lang-config"];

async function member(options: BrowserContextOptions = {}, email = "anna@demo.example"): Promise<Page> {
  const { page } = await person(options);
  await page.goto("/login");
  expect((await post(page, "/api/user.php", { email, password: DEMO_PASSWORD })).status()).toBe(200);
  return page;
}

async function expectNoScript(page: Page): Promise<void> {
  expect(await page.locator("script, link[rel=modulepreload]").count()).toBe(0);
}
