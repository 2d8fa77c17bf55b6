import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { newLoginLink } from "#worker/people/links/login-link.ts";
import { expectSound, person, useBrowser } from "./browser.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { answerOf } from "./plain-steps.ts";
import { sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { connected, type Newcomer, newcomer, openAlive } from "./steps.ts";

useBrowser();

let who: Newcomer;
let id = "";
let partner = "";
/** Tests share one browser; each logs in anew, and leaves this page only. */
let shared: Awaited<ReturnType<typeof person>>;

beforeAll(async () => {
  shared = await person();
  who = newcomer("Sessions");
  id = await insertMember(who);
  partner = await insertMember(newcomer("Partner", "male"));
});

async function loggedIn(): Promise<typeof shared> {
  await shared.page.goto("about:blank");
  await insertSession(shared.context, id);
  return shared;
}

async function logInAgain(page: Page): Promise<void> {
  await page.locator('main input[name="email"]').fill(who.email);
  await page.locator('main input[name="password"]').fill(who.password);
  await page.locator('main form:has(input[name="password"]) button').click();
}

const over = (page: Page) => page.getByText("You were logged out.");

test("an open chat shows a remote log-out and keeps its text for the next log-in", async () => {
  const { page } = await loggedIn();
  await openAlive(page, `/members/${partner}/chat`);
  await page.locator('textarea[name="text"]').fill("I was just about to");

  const phone = new PlainBrowser("localhost", {
    "user-agent": "Mozilla/5.0 (Android 14; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0",
  });
  const { email, password } = who;
  expect((await phone.call("/api/user.php", { email, password })).status).toBe(200);
  await phone.goto("/settings/devices");
  phone.shows("Firefox on Android");
  await phone.press("All other devices");
  await over(page).waitFor();
  phone.shows("All other devices are logged out.");
  await expectSound(page);

  await logInAgain(page);
  await page.waitForURL(`**/members/${partner}/chat`);
  await expect.poll(() => page.locator('textarea[name="text"]').inputValue()).toBe("I was just about to");
});

test("a page whose member is no longer the one who is logged in keeps its text, says so and does nothing", async () => {
  const { page, context } = await loggedIn();
  const other = newcomer("Later");
  const later = await insertMember(other);
  await openAlive(page, "/profile?edit=about");
  const about = page.locator('textarea[name="about"]');
  await about.fill("Written by the first");
  await insertSession(context, later);
  await page.locator("form", { has: about }).getByRole("button", { name: "Save" }).click();
  await page.getByText(`You are now logged in as ${other.name}.`).waitFor();
  await expectSound(page);
  expect(await about.inputValue()).toBe("Written by the first");
  expect(await sql("SELECT about FROM profiles WHERE about = 'Written by the first'")).toEqual([]);
  await page.getByRole("button", { name: "Load the page anew" }).click();
  await page.getByRole("heading", { level: 1, name: other.name }).waitFor();
  expect(await page.locator('textarea[name="about"]').inputValue()).toBe("");
});

/** As in a mail. */
async function addLoginLink(of: Newcomer): Promise<string> {
  const [owner] = await sql<{ id: string; email: string; passwordHash: string }>(
    "SELECT id, email, password_hash AS passwordHash FROM accounts WHERE email = ?",
    of.email,
  );
  const { link, token } = await newLoginLink(owner ?? expect.unreachable(), "/likes", Date.now());
  await sql(
    "INSERT INTO tokens (hash, kind, account_id, code_hash, data, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ...[token.hash, token.kind, token.accountId, token.codeHash, token.data, token.createdAt, token.expiresAt],
  );
  return link;
}

test("without scripts a log-in link says whose session it replaces, and replaces none that its page did not name", async () => {
  const [first, other] = [await plainMember("First"), newcomer("Second")];
  const otherId = await insertMember(other);
  const link = `/${await addLoginLink(other)}`;
  await first.page.goto(link);
  first.page.shows(`You are logged in here as ${first.who.name}. If you continue, ${first.who.name} is logged out.`);
  expect(first.page.link("To the members")).toBe("/members");
  await expectPlainSound(first.page);
  await first.page.press("Continue");
  expect(first.page.path).toBe("/likes");
  expect((await answerOf(first.page, "/api/user.php")).profile.id).toBe(otherId);

  const [page, third] = [new PlainBrowser(), newcomer("Third")];
  const thirdId = await insertMember(third);
  await page.goto(`/${await addLoginLink(third)}`);
  expect(page.buttons("Continue")).toHaveLength(1);
  expect((await page.call("/api/user.php", { email: other.email, password: other.password })).status).toBe(200);
  await page.press("Continue");
  page.shows(`You are logged in here as ${other.name}.`);
  expect((await answerOf(page, "/api/user.php")).profile.id).not.toBe(thirdId);
});

test("a new password keeps this browser's pages logged in", async () => {
  const { page, context } = await loggedIn();
  const other = await context.newPage();
  await openAlive(other, "/chats");
  const live = await openAlive(page, "/settings/password");

  const back = [page, other].map(connected);
  const next = `${who.password}-too`;
  await page.locator('[name="old_password"]').fill(who.password);
  await page.locator('[name="password"]').fill(next);
  await page.locator('[name="password_repeat"]').fill(next);
  await page.getByRole("button", { name: "Save the password" }).click();
  await page.getByText("Your new password works.").waitFor();
  who = { ...who, password: next };
  // Both pages reload with the new session.
  await Promise.all(back);
  expect(live.isClosed()).toBe(true);
  await expect.poll(() => page.getByText("Your new password works.").isVisible()).toBe(true);
  expect(new URL(other.url()).pathname).toBe("/chats");
  await other.close();
});

test("logging out in one tab ends the other, and Back shows no private page", async () => {
  const { page, context } = await loggedIn();
  const other = await context.newPage();
  await openAlive(other, "/chats");
  await page.goto("/profile");
  await page.goto("/settings");
  await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await over(other).waitFor();
  expect(new URL(other.url()).searchParams.get("next")).toBe("/chats");
  for (let back = 0; back < 2; back++) {
    await page.goBack();
    await expect.poll(() => page.getByText(who.email).count()).toBe(0);
    await expect.poll(() => page.getByText(who.name).count()).toBe(0);
  }
  await other.close();
});

const endSessions = () =>
  sql(
    "UPDATE sessions SET revoked_at = 1 WHERE revoked_at IS NULL AND account_id = (SELECT id FROM accounts WHERE email = ?)",
    who.email,
  );

test("a form sent after the session ended leads to the log-in and back", async () => {
  const { page } = await loggedIn();
  await page.goto("/profile");
  await page.locator('#about a[href*="edit=about"]').click();
  const about = page.locator("form", { has: page.locator('[name="about"]') });
  await about.waitFor();
  await endSessions();
  await about.locator('button:not([type="button"])').last().click();
  await over(page).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("next")).toBe("/profile?edit=about");
  await logInAgain(page);
  await page.waitForURL(({ pathname, searchParams }) => pathname === "/profile" && searchParams.get("edit") === "about");
});

test("without scripts a form sent after the session ended leads to the log-in and back", async () => {
  const { email, password } = who;
  const page = new PlainBrowser();
  await page.call("/api/user.php", { email, password });
  await page.goto("/profile?edit=about");
  await endSessions();
  await page.press("Save profile");
  page.shows("You were logged out.");
  expect(new URLSearchParams(page.path.split("?")[1]).get("next")).toBe("/profile?edit=about");
  await page.press("Log in", { email, password });
  expect(page.path).toBe("/profile?edit=about");
});
