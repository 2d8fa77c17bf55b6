import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { PASSWORD } from "../setup/signup-form.ts";
import { DESKTOP, expectSound, mailsTo, mailTo, PHONE, person, useBrowser } from "./browser.ts";
import { joinConfirmed, newcomer, post } from "./steps.ts";

useBrowser();

const NEW = "seven quiet lakes";

const MODES: [string, BrowserContextOptions][] = [
  ["with scripts, at a desk", { viewport: DESKTOP }],
  ["without scripts, at a desk", { viewport: DESKTOP, javaScriptEnabled: false }],
  ["with scripts, on a phone", { viewport: PHONE }],
  ["without scripts, on a phone", { viewport: PHONE, javaScriptEnabled: false }],
];

const main = (page: Page) => page.locator("main");
const field = (page: Page, name: string) => main(page).locator(`[name="${name}"]`);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
/** Presses a button; where a page has scripts, its form may be sent without leaving it: what follows is waited for. */
const press = (_: Page, button: Locator) => button.click();
const submit = (page: Page, name: string) =>
  press(page, main(page).locator(`form:has([name="${name}"]) button:not([type="button"])`).last());

/** What stands on the page is sound, where there are scripts to look with. */
const sound = async (page: Page, { javaScriptEnabled }: BrowserContextOptions) =>
  javaScriptEnabled === false ? undefined : expectSound(page);

/** A member who has confirmed the address, without a browser of their own yet. */
async function member(): Promise<{ email: string }> {
  const { context, page } = await person();
  const who = { ...newcomer("Rec"), password: PASSWORD };
  await joinConfirmed(page, who);
  await context.close();
  return who;
}

/** The link of the newest mail to an address with such a subject, as path and query. */
async function linkTo(address: string, subject: RegExp): Promise<string> {
  const { text } = await mailTo(address, subject);
  const { pathname, search } = new URL(/https?:\/\/\S*[A-Za-z0-9_-]{44}/.exec(text)?.[0] ?? "");
  return pathname + search;
}

/** Sends the log-in; the answer is a page of its own, with scripts and without. */
async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await field(page, "email").fill(email);
  await field(page, "password").fill(password);
  await Promise.all([page.waitForEvent("load"), submit(page, "password")]);
}

/** What is said beside a field. */
const said = (page: Page, name: string, message: string) =>
  page.locator(`#field-${name}-error`).filter({ hasText: message }).waitFor();

async function choose(page: Page, password: string): Promise<void> {
  await field(page, "password").fill(password);
  await field(page, "password_repeat").fill(password);
  await submit(page, "password_repeat");
  await heading(page, "Your new password works");
}

describe.each(MODES)("%s", (_, options) => {
  test("locked out, and in again by the mail", async () => {
    const { email } = await member();
    const { page } = await person(options);
    await page.goto("/login");
    for (let i = 0; i < 5; i++) await post(page, "/api/user.php", { email, password: `wrong ${i}` });
    await logIn(page, email, PASSWORD);
    const alert = main(page).getByRole("alert").filter({ hasText: "Too many incorrect attempts, account blocked for 15 min." });
    await alert.first().waitFor();
    await press(page, page.getByRole("link", { name: "Forgot your password?" }));
    await field(page, "email").fill("nobody.at.all@example.org");
    await submit(page, "email");
    await said(page, "email", "E-mail address not found");
    await field(page, "email").fill(email);
    await submit(page, "email");
    await heading(page, "Check your mail");

    const link = await linkTo(email, /^Choose a new password/);
    await page.goto(link);
    expect(await field(page, "username").inputValue()).toBe(email);
    await sound(page, options);
    await field(page, "password").fill(NEW);
    await field(page, "password_repeat").fill("something else");
    await submit(page, "password_repeat");
    await said(page, "password_repeat", "The entered passwords are not the same.");
    await choose(page, NEW);
    // The lock is off for who has read the mail, and the link is used up.
    await page.context().clearCookies({ name: "session" });
    await logIn(page, email, NEW);
    await page.goto("/settings/email");
    await page.getByText(`Your address is ${email}.`).waitFor();
    await page.goto(link);
    await heading(page, "Link expired or invalid, request a new email");
    await page.getByText("If you have used the link before, your new password works already.").waitFor();
  });

  test("another address, and back by the undo", async () => {
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
    // The press of somebody who always presses twice.
    await (options.javaScriptEnabled === false ? submit(page, "password") : send.dblclick());
    await page.getByText("a link is on its way").waitFor();
    if (options.javaScriptEnabled !== false) await page.waitForURL(/\/settings\/email$/);
    await page.locator("#saved:focus").waitFor();
    const change = /Confirm your new|is to be changed/;
    for (const address of [to, email]) await mailTo(address, change);
    for (const address of [to, email])
      expect((await mailsTo(address)).filter(({ subject }) => change.test(subject))).toHaveLength(1);

    // On another device, where nobody is logged in.
    const elsewhere = (await person(options)).page;
    const cancelled = await linkTo(to, /^Confirm your new/);
    await elsewhere.goto(cancelled);
    await elsewhere.getByRole("button", { name: "Use the new address" }).waitFor();
    await sound(elsewhere, options);
    // The change waits on the page, and is cancelled there: its link says so before anything is pressed.
    await page.getByText(`We wrote to ${to}.`).waitFor();
    await sound(page, options);
    await press(page, page.getByRole("button", { name: "Cancel the change" }));
    await page.getByText("The change is cancelled.").waitFor();
    expect(await page.getByText(`We wrote to ${to}.`).count()).toBe(0);
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
    expect(await field(elsewhere, "username").inputValue()).toBe(email);
    expect((await mailsTo(email)).filter(({ subject }) => /stays as it was$/.test(subject))).toHaveLength(1);
    await choose(elsewhere, NEW);
    await elsewhere.goto("/settings/email");
    await elsewhere.getByText(`Your address is ${email}.`).waitFor();
    // With scripts the page is on its way to the log-in by itself, and may cut this one short.
    await page.goto("/settings/email").catch(() => undefined);
    await page.waitForURL(/\/login\?/);
    await elsewhere.goto(back);
    await heading(elsewhere, "Link expired or invalid, request a new email");
  });
});

test("a new password for who knows the old one; the pages on the way are sound", async () => {
  const { email } = await member();
  for (const [round, viewport] of [PHONE, DESKTOP].entries()) {
    const { page } = await person({ viewport });
    const [old, next] = round === 0 ? [PASSWORD, NEW] : [NEW, PASSWORD];
    await logIn(page, email, old);
    await page.goto("/settings/password");
    await expectSound(page);
    // What a password manager fills in and keeps.
    const autofill = main(page).locator("form input:not([type=hidden])");
    expect(await autofill.evaluateAll((inputs) => inputs.map((input) => input.getAttribute("autocomplete")))).toEqual([
      "username",
      "current-password",
      "new-password",
      "new-password",
    ]);
    expect(await field(page, "username").inputValue()).toBe(email);
    await field(page, "old_password").fill("wrong");
    await field(page, "password").fill(next);
    await field(page, "password_repeat").fill(next);
    await submit(page, "password_repeat");
    await said(page, "old_password", "Please check your old password.");
    await expectSound(page);
    for (const [name, value] of Object.entries({ old_password: old, password: next, password_repeat: next }))
      await field(page, name).fill(value);
    await submit(page, "password_repeat");
    await page.getByText("Your new password works.").waitFor();
    await page.goto("/settings/email");
    await expectSound(page);
    const token = "A".repeat(43);
    for (const path of [`/mail-change/do?token=m${token}`, "/mail-change/do?done", "/mail-change/do", `/v${token}`]) {
      await page.goto(path);
      await expectSound(page);
    }
  }
});
