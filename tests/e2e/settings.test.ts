import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, DESKTOP, expectSound, PHONE, settled, useBrowser } from "./browser.ts";
import { demoMember, memberPage } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { SHOP } from "./member-states.ts";
import { openAlive, post } from "./steps.ts";

useBrowser();

/** Minimum window height in px for the sticky settings list (80rem). */
const STAYS = 1280;

const found = async (page: Page, id: string) => {
  const answer = await page.context().request.get("/members?gender=female&sort=newest", { headers: { accept: "text/html" } });
  return (await answer.text()).split(`href="/members/${id}"`).length - 1;
};

test("without scripts, on a phone: notification settings, invisibility and a break, as another member sees them", async () => {
  const mia = await memberPage("Mia", { javaScriptEnabled: false, viewport: PHONE });
  const tom = await memberPage("Tom", { gender: "male", viewport: DESKTOP });
  const { page } = mia;
  await page.goto("/settings");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^What you agreed to/ })
    .click();
  await page.waitForURL("**/settings/consents");
  await expect.poll(() => page.getByRole("definition").count()).toBe(4);
  const mails = page.getByRole("listitem").filter({ hasText: "Mails about what happens here" });
  await mails.getByRole("button", { name: /^Take back/ }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  await mails.getByText("not allowed").waitFor();
  await mails.getByRole("button", { name: /^Allow/ }).click();
  await mails.getByText("not allowed").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Take it back and delete my account" }).click();
  await page.waitForURL("**/settings/delete");
  await page.goto("/settings");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Notifications/ })
    .click();
  const likesByMail = page.getByRole("combobox", { name: "Likes: Mail" });
  await expect.poll(() => likesByMail.inputValue()).toBe("at_once");
  await likesByMail.selectOption("Weekly");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => likesByMail.inputValue()).toBe("weekly");
  await expect
    .poll(() => page.getByRole("rowheader").locator("span:first-child").allInnerTexts())
    .toEqual([
      ...["Messages", "Requests", "Gifts", "Likes", "Matches", "Requests for private photos", "Answers about private photos"],
      ...["Saved searches", "Your photos", "Your reports", "Payments", "Security", "News from Liaison"],
    ]);
  // On a phone each choice names its channel.
  await expect.poll(() => page.locator("thead th").allTextContents()).toEqual(["Push", "Mail", "On the site"]);
  await expect.poll(() => page.getByRole("combobox", { name: /: Push$/ }).count()).toBe(12);
  await expect.poll(() => page.getByRole("combobox", { name: "Security: Mail" }).count()).toBe(0);

  await expect.poll(() => found(tom.page, mia.id)).toBe(1);
  await page.goto("/settings/privacy");
  await page.getByRole("checkbox", { name: "Be invisible" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  await expect.poll(() => found(tom.page, mia.id)).toBe(0);
  await page.getByRole("checkbox", { name: "Be invisible" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator('main [name="invisible"]:not([checked])').waitFor();
  await expect.poll(() => found(tom.page, mia.id)).toBe(1);

  await page.getByRole("button", { name: "Start the break" }).click();
  await page.getByText("Your break has begun.").waitFor();
  await expect.poll(() => found(tom.page, mia.id)).toBe(0);
  await page.goto("/members");
  await page.getByText("You are paused").waitFor();
  await page.getByRole("button", { name: "Come back" }).click();
  await page.getByText("You are paused").waitFor({ state: "detached" });
  await expect.poll(() => found(tom.page, mia.id)).toBe(1);
});

test("by keyboard a lower spending limit holds at once, and a higher one a day later", async () => {
  const { page } = await memberPage("Lena", { viewport: DESKTOP, host: SHOP });
  await page.goto("/settings/spending");
  await page.getByLabel("In 24 hours (EUR)").focus();
  await page.keyboard.type("25,50");
  await page.keyboard.press("Enter");
  // The response moves the focus.
  await page.locator("#saved:focus").filter({ hasText: "Your limits hold from now on." }).waitFor();
  await page.getByText("Now: €25.50").waitFor();
  await page.getByLabel("In 24 hours (EUR)").fill("a lot");
  await page.keyboard.press("Enter");
  await page.locator("#field-day-error").waitFor();
  await expect.poll(() => page.getByLabel("In 24 hours (EUR)").inputValue()).toBe("a lot");
  await page.getByLabel("In 24 hours (EUR)").fill("");
  await page.keyboard.press("Enter");
  await page.getByText(/^These limits hold from/).waitFor();
  await page.getByText("Now: €25.50").waitFor();
  await expectSound(page);
});

test("the settings menu is sticky where it fits the window, and never scrolls by itself", async () => {
  const page = await demoMember({ viewport: DESKTOP });
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
  const mia = await memberPage("Nora", { viewport: PHONE });
  const tom = await memberPage("Finn", { gender: "male", viewport: DESKTOP });
  await post(tom.page, "/api/chat.php", { profile: mia.id, text: "Hello there", client_id: `block-${mia.id}` });
  await openAlive(tom.page, `/members/${mia.id}/chat`);
  await tom.page.getByRole("log").getByText("Hello there").waitFor();

  await mia.page.goto(`/members/${tom.id}`);
  await mia.page.getByRole("button", { name: /^More options for/ }).click();
  await mia.page.getByText(`Block ${tom.who.name}?`, { exact: true }).first().click();
  // During the menu's animation, Playwright would scroll and miss the button.
  await settled(mia.page);
  await mia.page.getByRole("button", { name: `Block ${tom.who.name}`, exact: true }).click();
  await mia.page.waitForURL("**/settings/blocked?saved=blocked");
  await mia.page.getByText("Blocked. You no longer see each other here.").waitFor();
  await expectSound(mia.page);

  const words = `You're blocked by ${mia.who.name}. You do not have access to this page.`;
  await tom.page.getByText(words).waitFor();
  await tom.page.goto(at(`/members/${mia.id}`));
  await tom.page.getByText(words).waitFor();
  await tom.page.goto("/chats");
  await expect.poll(() => tom.page.getByText("Hello there").count()).toBe(0);

  await mia.page.getByRole("button", { name: `Unblock ${tom.who.name}` }).click();
  await mia.page.getByText("Unblocked. You can see each other again; your old chat is gone.").waitFor();
  await tom.page.goto(at(`/members/${mia.id}`));
  await tom.page.getByRole("heading", { level: 1, name: new RegExp(mia.who.name) }).waitFor();
});

test("a form without an answer keeps its input, shows an error, and can be sent again", async () => {
  const { page } = await memberPage("Ida", { viewport: PHONE, host: SHOP });
  await openAlive(page, "/settings/spending");
  const day = page.getByLabel("In 24 hours (EUR)");
  await day.fill("25,50");
  await intercept(page, "**/settings/spending", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Save" }).click();
  const note = page.getByRole("alert").filter({ hasText: "An error has occurred." });
  await note.waitFor();
  await expect.poll(() => day.inputValue()).toBe("25,50");
  // The button fades back when the double-press guard lets go.
  await expect.poll(() => page.locator("form[aria-busy]").count()).toBe(0);
  await expectSound(page);
  await page.unroute("**/settings/spending");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your limits hold from now on.").waitFor();
  await expect.poll(() => note.count()).toBe(0);
});
