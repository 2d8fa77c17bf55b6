import type { BrowserContextOptions, Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { at, DESKTOP, expectSound, mailsTo, mailTo, PHONE, person, useBrowser } from "./browser.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { newcomer, post } from "./steps.ts";

useBrowser();

const NEW = "seven quiet lakes";

const MODES: [string, BrowserContextOptions][] = [
  ["with scripts, on a desktop", { viewport: DESKTOP }],
  ["without scripts, on a phone", { viewport: PHONE, javaScriptEnabled: false }],
];

const main = (page: Page) => page.locator("main");
const field = (page: Page, name: string) => main(page).locator(`[name="${name}"]`);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
/** Clicks without waiting for a document: with scripts none is loaded. */
const press = (_: Page, button: Locator) => button.click();
const submit = (page: Page, name: string) =>
  press(page, main(page).locator(`form:has([name="${name}"]) button:not([type="button"])`).last());

/** Runs axe, which needs scripts. */
const sound = async (page: Page, { javaScriptEnabled }: BrowserContextOptions) =>
  javaScriptEnabled === false ? undefined : expectSound(page);

/** A confirmed member without a browser. */
async function member(): Promise<{ email: string; id: string }> {
  const who = { ...newcomer("Rec"), password: PASSWORD };
  return { ...who, id: await insertMember(who) };
}

/** Path and query of the link in the newest mail with this subject. */
async function linkTo(address: string, subject: RegExp): Promise<string> {
  const { text } = await mailTo(address, subject);
  const { pathname, search } = new URL(/https?:\/\/\S*[A-Za-z0-9_-]{44}/.exec(text)?.[0] ?? "");
  return pathname + search;
}

/** Submits the log-in; the response is a new document with and without scripts. */
async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await field(page, "email").fill(email);
  await field(page, "password").fill(password);
  await Promise.all([page.waitForEvent("load"), submit(page, "password")]);
}

/** Waits for the error of a field. */
const said = (page: Page, name: string, message: string) =>
  page.locator(`#field-${name}-error`).filter({ hasText: message }).waitFor();

async function choose(page: Page, password: string): Promise<void> {
  await field(page, "password").fill(password);
  await field(page, "password_repeat").fill(password);
  await submit(page, "password_repeat");
  await heading(page, "Your new password works");
}

/** The log-in works without scripts and the pages of the reset send none: one way stands for both. */
test("a locked account is opened by a password reset, and its other sessions end", async () => {
  const { email, id } = await member();
  const { page } = await person({ viewport: DESKTOP });
  await page.goto("/login");
  for (let i = 0; i < 5; i++) await post(page, "/api/user.php", { email, password: `wrong ${i}` });
  await logIn(page, email, PASSWORD);
  const alert = main(page).getByRole("alert").filter({ hasText: "Too many incorrect attempts, account blocked for 15 min." });
  await alert.first().waitFor();
  await press(page, page.getByRole("link", { name: "Forgot your password?" }));
  await page.waitForURL("**/reset-password");
  // Back shows the answer without resubmitting the form.
  await page.goBack();
  await alert.first().waitFor();
  await expect.poll(() => field(page, "email").inputValue()).toBe(email);
  await page.goForward();
  await field(page, "email").fill("nobody.at.all@example.org");
  await submit(page, "email");
  await said(page, "email", "E-mail address not found");
  await field(page, "email").fill(email);
  await submit(page, "email");
  await heading(page, "Check your mail");

  const link = await linkTo(email, /^Choose a new password/);
  await page.goto(link);
  await expect.poll(() => field(page, "username").inputValue()).toBe(email);
  await expectSound(page);
  await field(page, "password").fill(NEW);
  await field(page, "password_repeat").fill("something else");
  await submit(page, "password_repeat");
  await said(page, "password_repeat", "The entered passwords are not the same.");
  const other = (await person({ javaScriptEnabled: false })).page;
  await insertSession(other.context(), id);
  await other.goto("/settings");
  expect(new URL(other.url()).pathname).toBe("/settings");
  await choose(page, NEW);
  await page.waitForURL(at("/reset-password/do?done"));
  await other.goto("/settings");
  expect(new URL(other.url()).pathname).toBe("/login");
  // The reset unlocks the account, and its link is used up.
  await page.context().clearCookies({ name: "session" });
  await logIn(page, email, NEW);
  await page.goto("/settings/email");
  await page.getByText(`Your address is ${email}.`).waitFor();
  await page.goto(link);
  await heading(page, "Your new password works");
});

describe.each(MODES)("%s", (_, options) => {
  test("an address is changed, cancelled, changed again and undone", async () => {
    const { email } = await member();
    const { page } = await person(options);
    const to = `new.${email}`;
    await logIn(page, email, PASSWORD);
    await page.goto("/settings/email");
    await field(page, "email").fill("nobody");
    await field(page, "password").fill(PASSWORD);
    await submit(page, "password");
    await said(page, "email", "New email adress is invalid.");
    await field(page, "email").fill(to);
    await field(page, "password").fill(PASSWORD);
    const send = page.getByRole("button", { name: "Send the link" });
    // A double press sends one form.
    await (options.javaScriptEnabled === false ? submit(page, "password") : send.dblclick());
    await page.getByText("a link is on its way").waitFor();
    if (options.javaScriptEnabled !== false) await page.waitForURL(/\/settings\/email$/);
    await page.locator("#saved:focus").waitFor();
    const change = /Confirm your new|is to be changed/;
    for (const address of [to, email]) await mailTo(address, change);
    for (const address of [to, email])
      expect((await mailsTo(address)).filter(({ subject }) => change.test(subject))).toHaveLength(1);

    // On another device without a session.
    const elsewhere = (await person(options)).page;
    const cancelled = await linkTo(to, /^Confirm your new/);
    await elsewhere.goto(cancelled);
    await elsewhere.getByRole("button", { name: "Use the new address" }).waitFor();
    await sound(elsewhere, options);
    // The page shows the pending change and cancels it; the mail's link then says so before any press.
    await page.getByText(`We wrote to ${to}.`).waitFor();
    await sound(page, options);
    await press(page, page.getByRole("button", { name: "Cancel the change" }));
    await page.getByText("The change is cancelled.").waitFor();
    await expect.poll(() => page.getByText(`We wrote to ${to}.`).count()).toBe(0);
    await elsewhere.goto(cancelled);
    await heading(elsewhere, "Link expired or invalid, request a new email");
    await field(page, "email").fill(to);
    await field(page, "password").fill(PASSWORD);
    await submit(page, "password");
    await page.getByText(`We wrote to ${to}.`).waitFor();

    await elsewhere.goto(await linkTo(to, /^Confirm your new/));
    await press(elsewhere, elsewhere.getByRole("button", { name: "Use the new address" }));
    await heading(elsewhere, "Your new address is in use");
    await page.goto("/settings/email");
    await page.getByText(`Your address is ${to}.`).waitFor();

    const back = await linkTo(email, /is to be changed$/);
    await elsewhere.goto(back);
    await elsewhere.getByRole("button", { name: "Keep the old address" }).waitFor();
    await sound(elsewhere, options);
    await press(elsewhere, elsewhere.getByRole("button", { name: "Keep the old address" }));
    await elsewhere.getByText("Your old address is back, and everybody is logged out.").waitFor();
    await expect.poll(() => field(elsewhere, "username").inputValue()).toBe(email);
    expect((await mailsTo(email)).filter(({ subject }) => /stays as it was$/.test(subject))).toHaveLength(1);
    await choose(elsewhere, NEW);
    await elsewhere.goto("/settings/email");
    await elsewhere.getByText(`Your address is ${email}.`).waitFor();
    // With scripts, the redirect to the log-in may abort this navigation.
    await page.goto("/settings/email").catch(() => undefined);
    await page.waitForURL(/\/login\?/);
    await elsewhere.goto(back);
    await heading(elsewhere, "Your old address is back, and everybody is logged out.");
  });
});

test("a member who knows the old password sets a new one", async () => {
  const { email } = await member();
  const { page } = await person({ viewport: PHONE });
  await logIn(page, email, PASSWORD);
  await page.goto("/settings/password");
  // For password managers.
  const autofill = main(page).locator("form input:not([type=hidden])");
  await expect
    .poll(() => autofill.evaluateAll((inputs) => inputs.map((input) => input.getAttribute("autocomplete"))))
    .toEqual(["username", "current-password", "new-password", "new-password"]);
  await expect.poll(() => field(page, "username").inputValue()).toBe(email);
  await field(page, "old_password").fill("wrong");
  await field(page, "password").fill(NEW);
  await field(page, "password_repeat").fill(NEW);
  await submit(page, "password_repeat");
  await said(page, "old_password", "Please check your old password.");
  await expectSound(page);
  for (const [name, value] of Object.entries({ old_password: PASSWORD, password: NEW, password_repeat: NEW }))
    await field(page, name).fill(value);
  await submit(page, "password_repeat");
  await page.getByText("Your new password works.").waitFor();
});
