import { expect, test } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { DESKTOP, expectSound, mailsTo, mailTo, person, useBrowser } from "./browser.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { errorOf } from "./plain-steps.ts";
import { expectPlainSound } from "./sight.ts";
import { newcomer } from "./steps.ts";

useBrowser();

const NEW = "seven quiet lakes";
const CHANGE = /Confirm your new|is to be changed/;

/** A confirmed member, logged in without a browser that draws. */
async function member(): Promise<{ email: string; id: string; page: PlainBrowser }> {
  const who = { ...newcomer("Rec"), password: PASSWORD };
  const id = await insertMember(who);
  return { ...who, id, page: await PlainBrowser.of(id) };
}

/** Path and query of the link in the newest mail with this subject. */
async function linkTo(address: string, subject: RegExp): Promise<string> {
  const { text } = await mailTo(address, subject);
  const { pathname, search } = new URL(/https?:\/\/\S*[A-Za-z0-9_-]{44}/.exec(text)?.[0] ?? "");
  return pathname + search;
}

async function choose(page: PlainBrowser): Promise<void> {
  await page.press("Save the password", { password: NEW, password_repeat: NEW });
  page.shows("Your new password works");
}

/** The log-in works without scripts and the pages of the reset send none: one way stands for both. */
test("a locked account is opened by a password reset, and its other sessions end", async () => {
  const { email, page: other } = await member();
  const page = new PlainBrowser();
  const logIn = async (password: string, status?: number) => {
    await page.goto("/login");
    await page.press("Log in", { email, password }, { status });
  };
  for (let i = 0; i < 5; i++) await page.call("/api/user.php", { email, password: `wrong ${i}` });
  await logIn(PASSWORD, 429);
  page.shows("Too many incorrect attempts, account blocked for 15 min.");
  expect(page.value("email")).toBe(email);
  await page.follow("Forgot your password?");
  expect(page.path).toMatch(/^\/reset-password/);
  await page.press("Send the link", { email: "nobody.at.all@example.org" }, { status: 422 });
  expect(errorOf(page, "email")).toBe("E-mail address not found");
  await page.press("Send the link", { email });
  expect(page.heading).toBe("Check your mail");

  const link = await linkTo(email, /^Choose a new password/);
  await page.goto(link);
  expect(page.value("username")).toBe(email);
  await expectPlainSound(page);
  await page.press("Save the password", { password: NEW, password_repeat: "something else" }, { status: 422 });
  expect(errorOf(page, "password_repeat")).toBe("The entered passwords are not the same.");
  await other.goto("/settings");
  expect(other.path).toBe("/settings");
  await choose(page);
  expect(page.path).toBe("/reset-password/do?done");
  await other.goto("/settings");
  expect(other.path).toMatch(/^\/login/);
  // The reset unlocks the account, and its link is used up.
  page.cookies.delete("session");
  await logIn(NEW);
  await page.goto("/settings/email");
  page.shows(`Your address is ${email}.`);
  await page.goto(link);
  expect(page.heading).toBe("Your new password works");
});

/** The pages of the mails' links send no scripts. */
test("without scripts an address is changed, cancelled, changed again and undone", async () => {
  const { email, page } = await member();
  const to = `new.${email}`;
  const change = (address: string, status?: number) =>
    page.press("Send the link", { email: address, password: PASSWORD }, { status });
  await page.goto("/settings/email");
  await change("nobody", 422);
  expect(errorOf(page, "email")).toBe("New email adress is invalid.");
  await change(to);
  page.shows("a link is on its way", `We wrote to ${to}.`);
  for (const address of [to, email]) await mailTo(address, CHANGE);

  // On another device without a session. A cancelled link says so before any press.
  const elsewhere = new PlainBrowser();
  const cancelled = await linkTo(to, /^Confirm your new/);
  await elsewhere.goto(cancelled);
  expect(elsewhere.buttons("Use the new address")).toHaveLength(1);
  await page.press("Cancel the change");
  page.shows("The change is cancelled.");
  page.lacks(`We wrote to ${to}.`);
  await elsewhere.goto(cancelled);
  expect(elsewhere.heading).toBe("Link expired or invalid, request a new email");
  await change(to);
  page.shows(`We wrote to ${to}.`);

  await elsewhere.goto(await linkTo(to, /^Confirm your new/));
  await expectPlainSound(elsewhere);
  await elsewhere.press("Use the new address");
  expect(elsewhere.heading).toBe("Your new address is in use");
  await page.goto("/settings/email");
  page.shows(`Your address is ${to}.`);

  const back = await linkTo(email, /is to be changed$/);
  await elsewhere.goto(back);
  await expectPlainSound(elsewhere);
  await elsewhere.press("Keep the old address");
  elsewhere.shows("Your old address is back, and everybody is logged out.");
  expect(elsewhere.value("username")).toBe(email);
  await mailTo(email, /stays as it was$/);
  expect((await mailsTo(email)).filter(({ subject }) => /stays as it was$/.test(subject))).toHaveLength(1);
  await choose(elsewhere);
  await elsewhere.goto("/settings/email");
  elsewhere.shows(`Your address is ${email}.`);
  await page.goto("/settings/email");
  expect(page.path).toMatch(/^\/login\?/);
  await elsewhere.goto(back);
  elsewhere.shows("Your old address is back, and everybody is logged out.");
});

test("with scripts a double press changes an address once, and the page passes axe", async () => {
  const { email, id } = await member();
  const { page } = await person({ viewport: DESKTOP });
  await insertSession(page.context(), id);
  const to = `new.${email}`;
  await page.goto("/settings/email");
  await page.locator('main [name="email"]').fill(to);
  await page.locator('main [name="password"]').fill(PASSWORD);
  await page.getByRole("button", { name: "Send the link" }).dblclick();
  await page.getByText("a link is on its way").waitFor();
  await page.waitForURL(/\/settings\/email$/);
  await page.locator("#saved:focus").waitFor();
  await page.getByText(`We wrote to ${to}.`).waitFor();
  await expectSound(page);
  for (const address of [to, email]) await mailTo(address, CHANGE);
  for (const address of [to, email])
    expect((await mailsTo(address)).filter(({ subject }) => CHANGE.test(subject))).toHaveLength(1);
});

test("a member who knows the old password sets a new one", async () => {
  const { email, page } = await member();
  await page.goto("/settings/password");
  // For password managers.
  const typed = page.all((one) => one.tag === "input" && one.has("autocomplete"));
  expect(typed.map((one) => one.get("autocomplete"))).toEqual(["username", "current-password", "new-password", "new-password"]);
  expect(page.value("username")).toBe(email);
  const save = (old_password: string, status?: number) =>
    page.press("Save the password", { old_password, password: NEW, password_repeat: NEW }, { status });
  await save("wrong", 422);
  expect(errorOf(page, "old_password")).toBe("Please check your old password.");
  await save(PASSWORD);
  page.shows("Your new password works.");
});
