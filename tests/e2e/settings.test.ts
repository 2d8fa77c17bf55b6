import { expect, test } from "vitest";
import { at, DESKTOP, expectSound, PHONE, useBrowser } from "./browser.ts";
import { sendAs } from "./chat-steps.ts";
import { demoMember, memberPage } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { SHOP } from "./member-states.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { chosenOf } from "./plain-steps.ts";
import { expectPlainSound } from "./sight.ts";
import { openAlive } from "./steps.ts";

useBrowser();

/** Minimum window height in px for the sticky settings list (80rem). */
const STAYS = 1280;

test("without scripts: notification settings, invisibility and a break, as another member sees them", async () => {
  const { page, id } = await plainMember("Mia");
  const { page: other } = await plainMember("Tom", { gender: "male" });
  const found = async () => {
    await other.goto("/members?gender=female&sort=newest");
    return other.html.split(`href="/members/${id}"`).length - 1;
  };
  await page.goto("/settings");
  await page.follow(/^What you agreed to/);
  expect(page.path).toBe("/settings/consents");
  expect(page.all(({ tag }) => tag === "dd")).toHaveLength(4);
  const mails = () => page.all((one) => one.tag === "li" && one.text.includes("Mails about what happens here"))[0]?.text;
  await page.press(/^Take back.*what happens here/);
  page.shows("Saved.");
  expect(mails()).toContain("not allowed");
  await page.press(/^Allow.*what happens here/);
  expect(mails()).not.toContain("not allowed");
  await page.follow("Take it back and delete my account");
  expect(page.path).toBe("/settings/delete");
  await page.goto("/settings");
  await page.follow(/^Notifications/);
  const likes = page.all((one) => one.get("aria-label") === "Likes: Mail")[0]?.get("name") ?? expect.unreachable();
  expect(page.value(likes)).toBe("at_once");
  await page.press("Save", { [likes]: "weekly" });
  page.shows("Saved.");
  await page.goto("/settings/notifications");
  expect(page.value(likes)).toBe("weekly");
  const rows = page.all((one) => one.tag === "th" && one.get("scope") === "row");
  expect(rows.map((one) => one.find(({ tag }) => tag === "span")[0]?.text)).toEqual([
    ...["Messages", "Requests", "Gifts", "Likes", "Matches", "Requests for private photos", "Answers about private photos"],
    ...["Saved searches", "Your photos", "Your reports", "Payments", "Security", "News from Liaison"],
  ]);
  const heads = page.all((one) => one.tag === "th" && one.isIn("thead"));
  expect(heads.map(({ text }) => text)).toEqual(["Push", "Mail", "On the site"]);
  const choices = page.all(({ tag }) => tag === "select").map((one) => one.get("aria-label") ?? "");
  expect(choices.filter((label) => label.endsWith(": Push"))).toHaveLength(12);
  expect(choices).not.toContain("Security: Mail");

  await expect.poll(found).toBe(1);
  await page.goto("/settings/privacy");
  await page.press("Save", { invisible: "on" });
  page.shows("Saved.");
  await expect.poll(found).toBe(0);
  await page.press("Save", { invisible: null });
  expect(chosenOf(page, "invisible")).toEqual([]);
  await expect.poll(found).toBe(1);

  await page.press("Start the break");
  page.shows("Your break has begun.");
  await expect.poll(found).toBe(0);
  await page.goto("/members");
  page.enter("You are paused");
  await page.press("Come back");
  expect(page.anywhere(({ text }) => text.includes("You are paused"))).toEqual([]);
  await expect.poll(found).toBe(1);
});

test("by keyboard a lower spending limit holds at once, and a higher one a day later; what got no answer stays typed", async () => {
  const { page } = await memberPage("Lena", { viewport: PHONE, host: SHOP });
  await openAlive(page, "/settings/spending");
  await intercept(page, "**/settings/spending", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  const day = page.getByLabel("In 24 hours (EUR)");
  await day.focus();
  await page.keyboard.type("25,50");
  await page.keyboard.press("Enter");
  const note = page.getByRole("alert").filter({ hasText: "An error has occurred." });
  await note.waitFor();
  await expect.poll(() => day.inputValue()).toBe("25,50");
  // The button fades back when the double-press guard lets go.
  await expect.poll(() => page.locator("form[aria-busy]").count()).toBe(0);
  await expectSound(page);
  await page.unroute("**/settings/spending");
  await day.press("Enter");
  // The response moves the focus.
  await page.locator("#saved:focus").filter({ hasText: "Your limits hold from now on." }).waitFor();
  await page.getByText("Now: €25.50").waitFor();
  await expect.poll(() => note.count()).toBe(0);
  await day.fill("a lot");
  await page.keyboard.press("Enter");
  await page.locator("#field-day-error").waitFor();
  await expect.poll(() => day.inputValue()).toBe("a lot");
  await day.fill("");
  await page.keyboard.press("Enter");
  await page.getByText(/^These limits hold from/).waitFor();
  await page.getByText("Now: €25.50").waitFor();
  await expectSound(page);
});

test("the settings menu is sticky where it fits the window, and never scrolls by itself", async () => {
  const page = await demoMember({ viewport: DESKTOP, javaScriptEnabled: false });
  await page.context().addCookies([{ name: "locale", value: "de", url: at("/") }]);
  await page.goto("/settings/email");
  const list = page.getByRole("navigation").filter({ has: page.locator('a[href="/settings/delete"]') });
  const look = () => list.evaluate((nav) => [getComputedStyle(nav).position, nav.scrollHeight - nav.clientHeight]);
  await expect.poll(() => look()).toEqual(["static", 0]);
  await page.setViewportSize({ width: 1280, height: STAYS });
  await expect.poll(() => look()).toEqual(["sticky", 0]);
  // Below the top bar, with room for the invitations row of an invite-only domain.
  const [nav, bar] = [await list.boundingBox(), await page.locator("header").first().boundingBox()];
  expect((bar?.height ?? STAYS) + 16 + (nav?.height ?? STAYS) + 44).toBeLessThanOrEqual(STAYS);
});

test("a block ends the chat for both, and the other's open chat says so", async () => {
  const mia = await plainMember("Nora");
  const tom = await memberPage("Finn", { gender: "male", viewport: DESKTOP });
  await sendAs(tom, mia, "Hello there");
  await openAlive(tom.page, `/members/${mia.id}/chat`);
  await tom.page.getByRole("log").getByText("Hello there").waitFor();

  await mia.page.goto(`/members/${tom.id}`);
  mia.page.unfold(/^More options for/);
  mia.page.unfold(`Block ${tom.who.name}?`);
  await mia.page.press(`Block ${tom.who.name}`);
  expect(mia.page.path).toBe("/settings/blocked?saved=blocked");
  mia.page.shows("Blocked. You no longer see each other here.");

  const words = `You're blocked by ${mia.who.name}. You do not have access to this page.`;
  await tom.page.getByText(words).waitFor();
  const reader = await PlainBrowser.of(tom.id);
  await reader.goto(`/members/${mia.id}`, { status: 403 });
  reader.shows(words);
  await reader.goto("/chats");
  reader.lacks("Hello there");

  await expectPlainSound(mia.page);
  await mia.page.press(`Unblock ${tom.who.name}`);
  mia.page.shows("Unblocked. You can see each other again; your old chat is gone.");
  await reader.goto(`/members/${mia.id}`);
  reader.shows(mia.who.name);
});
