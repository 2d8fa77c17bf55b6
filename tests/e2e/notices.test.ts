import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, enteredVisitor, expectSound, mailsTo, person, useBrowser } from "./browser.ts";
import { addMember, demoMember, memberPage } from "./fixtures.ts";
import { badge, newcomer, openAlive, post, reminder, signUp } from "./steps.ts";

useBrowser({ motion: true });

const WITHOUT_SCRIPT = { javaScriptEnabled: false };
const NARROW = { width: 360, height: 640 };

const photoAlert = (page: Page) => page.getByRole("status").filter({ hasText: "You have no picture yet" });
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

test("the photo alert stays closed once closed, with and without scripts", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await memberPage("Noor", { javaScriptEnabled });
    await page.goto("/members?country=NL&min_age=30");
    await photoAlert(page).waitFor();
    await photoAlert(page).getByRole("button", { name: "Do not show this again" }).click();
    await photoAlert(page).waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(at("/members?country=NL&min_age=30"));
    await page.goto("/likes");
    await expect.poll(() => photoAlert(page).count()).toBe(0);
    await page.context().close();
  }
});

test("without scripts the dialog after sign-up takes a code and stays closed once closed", async () => {
  const { page } = await person(WITHOUT_SCRIPT);
  await signUp(page, newcomer("Nina"));
  const modal = page.getByRole("dialog", { name: "Confirm your e-mail address" });
  await modal.waitFor();
  await expect.poll(() => isFocused(page, "dialog *")).toBe(true);
  // The dialog shows the error of a wrong code.
  await modal.locator("[name=code]").fill("000000");
  await modal.getByRole("button", { name: "Confirm", exact: true }).click();
  await modal.locator("#field-code-error, [role=alert]").first().waitFor();
  await modal.getByRole("button", { name: "Close" }).click();
  await modal.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Likes" }).first().click();
  await page.waitForURL("**/likes");
  await expect.poll(() => modal.count()).toBe(0);
  await expect.poll(() => reminder(page).count()).toBe(1);
  await page.goto("/settings?api_signup_complete=1");
  await expect.poll(() => modal.count()).toBe(0);
});

test("the dialog after signing up passes axe", async () => {
  const { page } = await memberPage("Nele", { viewport: NARROW, colorScheme: "dark", confirmed: false });
  await page.goto("/members?api_signup_complete");
  await page.getByRole("dialog", { name: "Confirm your e-mail address" }).waitFor();
  await expectSound(page);
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("dialog", { name: "Confirm your e-mail address" }).waitFor({ state: "hidden" });
});

/** Two matching members without photos, each with a browser. */
async function two(options: BrowserContextOptions = {}) {
  const [mia, tom] = [await enteredVisitor(options), await enteredVisitor()];
  const miaId = await addMember(mia.page, newcomer("Mia"));
  const tomId = await addMember(tom.page, newcomer("Tom", "male"));
  return { mia: mia.page, tom: tom.page, miaId, tomId };
}
const likeDialog = (page: Page) => page.getByRole("dialog", { name: "New like!" });
/**
 * Advances the clock in one jump, until the poll has its response. In steps, the page's clock would exceed the request
 * timeout, and nobody would see the like.
 */
async function told(page: Page, milliseconds = 60_000): Promise<void> {
  const answer = page.waitForResponse("**/api/auto-like.php");
  await page.clock.fastForward(milliseconds);
  await (await answer).finished();
}

test("a like opens the other's dialog within a minute, once, and leads to the profile", async () => {
  const { mia, tom, miaId, tomId } = await two();
  await mia.clock.install();
  await mia.goto("/settings");
  await told(mia, 6_000);
  await expect.poll(() => likeDialog(mia).count()).toBe(0);
  expect((await post(tom, "/api/like.php", { profile: miaId })).status()).toBe(200);
  await told(mia);
  await likeDialog(mia)
    .getByText(/^Tom_\w+ likes you$/)
    .waitFor();
  await mia.keyboard.press("Escape");
  await likeDialog(mia).waitFor({ state: "detached" });
  await told(mia);
  await expect.poll(() => likeDialog(mia).count()).toBe(0);

  // A like in return is a match, and the other member sees it too.
  expect((await post(mia, "/api/like.php", { profile: tomId })).status()).toBe(200);
  // The dialog opens with its lines: nothing may move under a finger.
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await tom.route(/\/api\/chat\.php\?/, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await tom.goto("/members");
  await asked.promise;
  await expect.poll(() => likeDialog(tom).count()).toBe(0);
  held.resolve();
  await likeDialog(tom)
    .getByText(/^You and Mia_\w+ like each other$/)
    .waitFor();
  // The specified words, both faces, a first message, and a link to the profile.
  await likeDialog(tom).getByText("New like!").waitFor();
  await likeDialog(tom).getByRole("heading", { name: "It's a match!" }).waitFor();
  const faces = likeDialog(tom).locator("section > div").first();
  await expect.poll(() => faces.textContent()).toMatch(/^TM/);
  await likeDialog(tom)
    .getByRole("textbox", { name: /^Write to Mia_\w+$/ })
    .waitFor();
  await expect.poll(() => likeDialog(tom).locator('a[href*="icebreaker="]').count()).toBe(3);
  await expect.poll(() => likeDialog(tom).locator("button[name=icebreaker]").count()).toBe(0);
  await likeDialog(tom)
    .getByRole("link", { name: /^See Mia_\w+’s profile$/ })
    .click();
  await tom.waitForURL(`**/likes/m/${miaId}`);
  await badge(tom, "/likes", 0);
});

test("on the likes page a new like joins the list without a dialog, elsewhere the dialog likes back", async () => {
  const { mia, tom, miaId } = await two();
  const { page: jim } = await enteredVisitor();
  await addMember(jim, newcomer("Jim", "male"));
  await mia.clock.install();
  await mia.goto("/likes");
  await mia.getByText("Nobody has liked you yet").waitFor();
  await told(mia, 6_000);
  await post(tom, "/api/like.php", { profile: miaId });
  await told(mia);
  await mia.clock.runFor(1_000);
  await mia.locator("main li", { hasText: "Tom_" }).waitFor();
  await expect.poll(() => likeDialog(mia).count()).toBe(0);

  await mia.goto("/settings");
  await told(mia, 6_000);
  await post(jim, "/api/like.php", { profile: miaId });
  await told(mia);
  await likeDialog(mia).getByRole("button", { name: "Like back" }).click();
  await mia.getByRole("dialog", { name: "It's a match!" }).waitFor();
  await likeDialog(mia).waitFor({ state: "detached" });
});

test("likes are loaded again half a second after a new one, on a page without a list", async () => {
  const { mia, tom, miaId } = await two();
  await post(tom, "/api/like.php", { profile: miaId });
  await mia.clock.install();
  await openAlive(mia, "/settings");
  let asked = 0;
  mia.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/likes.php") asked++;
  });
  const polled = mia.waitForResponse("**/api/likes.php");
  await told(mia, 5_000);
  await (await polled).finished();
  // Closed before the half second ends.
  await likeDialog(mia).waitFor();
  await mia.keyboard.press("Escape");
  await mia.clock.runFor(500);
  await expect.poll(() => asked).toBe(2);
  await badge(mia, "/likes", 1);
});

test("the like dialog waits for a focused field, closes by a click outside, and passes axe", async () => {
  const { mia, tom, miaId } = await two({ viewport: NARROW, colorScheme: "dark" });
  await mia.clock.install();
  await openAlive(mia, "/profile");
  await post(tom, "/api/like.php", { profile: miaId });
  await mia.locator("#about summary").click();
  await mia.locator('[name="about"]').focus();
  await mia.clock.runFor(6_000);
  await expect.poll(() => likeDialog(mia).count()).toBe(0);
  await mia.locator("h1").click();
  await told(mia);
  await likeDialog(mia).waitFor();
  await expectSound(mia);
  await mia.mouse.click(20, 620);
  await likeDialog(mia).waitFor({ state: "detached" });
});

test("?t=N shows the oldest new like after N seconds, and nothing without one", async () => {
  const { mia, tom, miaId, tomId } = await two();
  await mia.clock.install();
  await mia.goto("/members?t=3&country=NL");
  await mia.clock.runFor(3_500);
  await mia.waitForURL(at("/members?country=NL"));
  const popup = mia.getByRole("link", { name: /^Tom_\w+ likes you/ });
  await expect.poll(() => popup.count()).toBe(0);
  await post(tom, "/api/like.php", { profile: miaId });
  await mia.goto("/members?t=2");
  await mia.clock.runFor(2_500);
  await popup.waitFor();
  await mia.addLocatorHandler(likeDialog(mia), (dialog) => dialog.press("Escape"));
  await expectSound(mia);
  await popup.click();
  await mia.waitForURL(`**/members/${tomId}`);
});

test("without scripts ?t=N points a visitor to a member and leaves the address", async () => {
  const { page } = await person({ ...WITHOUT_SCRIPT, viewport: NARROW });
  await page.goto("/members");
  const href = await page.locator('main li a[href^="/members/"]').first().getAttribute("href");
  await page.goto(`${href}/landing?t=2&sub1=spring`);
  await expect.poll(() => page.url()).toMatch(new RegExp(`${href}/landing\\?sub1=spring$`));
  const popup = page.getByRole("status").getByRole("link", { name: /^See .+’s profile/ });
  await expect.poll(() => popup.isVisible()).toBe(false);
  await popup.waitFor({ state: "visible" });
  await popup.click();
  await page.waitForURL(`**${href}`);
  for (const [path, kept] of [
    [`${href}?t=0`, href],
    ["/members?t=0&country=NL", "/members?country=NL"],
  ] as const) {
    await page.goto(path);
    await popup.waitFor({ state: "visible" });
    expect(page.url().endsWith(kept ?? "?"), page.url()).toBe(true);
    // The parameter applies to one page.
    await page.reload();
    await expect.poll(() => popup.count(), { message: path }).toBe(0);
  }
  for (const path of [`${href}/landing`, `${href}/landing?t=soon`, "/?t=0"]) {
    await page.goto(path);
    await expect.poll(() => popup.count(), { message: path }).toBe(0);
  }
  const { page: scripted } = await person({ viewport: NARROW, colorScheme: "dark" });
  await scripted.goto(`${href}/landing2?t=0`);
  await scripted
    .getByRole("status")
    .getByRole("link", { name: /^See .+’s profile/ })
    .waitFor();
  await expectSound(scripted);
});

test("an unconfirmed member gets one reminder and its resend button on every refused action", async () => {
  const ben = "demo0000000000000002";
  for (const javaScriptEnabled of [true, false]) {
    const { page, who } = await memberPage("Nele", { javaScriptEnabled, viewport: NARROW, confirmed: false });
    const said = page.getByText("Confirm your e-mail address first. Send again?", { exact: true });
    const places = [
      { path: `/members/${ben}`, act: () => page.getByRole("main").getByRole("button", { name: "Like", exact: true }).click() },
      { path: "/swipe-game", act: () => page.getByRole("button", { name: "Like", exact: true }).click() },
      { path: `/members/${ben}/chat`, act: async () => {} },
    ];
    for (const { path, act } of places) {
      await page.goto(path);
      await act();
      await said.waitFor();
      await expect
        .poll(
          () =>
            page
              .getByRole("main")
              .getByText(/Confirm your e-mail address/)
              .count(),
          { message: path },
        )
        .toBe(1);
    }
    if (javaScriptEnabled) await expectSound(page);
    await page.getByRole("main").getByRole("button", { name: "Send the mail again" }).click();
    await page.getByRole("main").getByText(`A new mail is on its way to ${who.email}.`).waitFor();
    expect(await mailsTo(who.email)).toHaveLength(1);
    await page.context().close();
  }
});

test("a page without navigation offers log-in and sign-up, except on the sign-up itself", async () => {
  const { page } = await person({ ...WITHOUT_SCRIPT, viewport: NARROW });
  const { page: scripted } = await person({ viewport: NARROW });
  const modal = page.getByRole("dialog", { name: "Create your free account" });
  for (const path of ["/signup", "/goodbye", "/offline"]) {
    await page.goto(path);
    expect([path, await page.locator("dialog[popover]").count()]).toEqual([path, 0]);
  }
  for (const path of ["/reset-password", "/reactivate"]) {
    await page.goto(path);
    await expect.poll(() => modal.isVisible()).toBe(false);
    await page.getByRole("banner").getByRole("button", { name: "Sign up" }).click();
    await modal.waitFor();
    await page.keyboard.press("Escape");
    await modal.waitFor({ state: "hidden" });
    await scripted.goto(path);
    await scripted.getByRole("banner").getByRole("button", { name: "Sign up" }).click();
    await scripted.getByRole("dialog", { name: "Create your free account" }).waitFor();
  }
  await expectSound(scripted);
  await page.getByRole("banner").getByRole("button", { name: "Sign up" }).click();
  await modal.getByRole("link", { name: "Sign up free" }).click();
  await page.waitForURL("**/signup");
});

test("only a page opened with ?lb reports its viewing time", async () => {
  const { page: visitor } = await person(WITHOUT_SCRIPT);
  await visitor.goto("/pricing?lb");
  expect(visitor.url()).toMatch(/\/pricing\?lb=[0-9a-z]{8}$/);

  const page = await demoMember();
  const told: string[] = [];
  page.on("request", (request) => request.url().endsWith("/page-left") && told.push(request.postData() ?? ""));
  const hide = () =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
  await openAlive(page, "/likes");
  await hide();
  await openAlive(page, "/members?lb");
  const answer = page.waitForResponse("**/page-left");
  await hide();
  expect((await answer).status()).toBe(204);
  await hide();
  expect(told.map((said) => JSON.parse(said))).toEqual([{ path: "/members", ms: expect.any(Number) }]);
});
