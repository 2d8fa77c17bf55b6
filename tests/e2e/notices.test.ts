import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, expectSound, mailsTo, person, useBrowser } from "./browser.ts";
import { demoMember, memberPage } from "./fixtures.ts";
import { newcomer, openAlive, reminder, signUpByCall } from "./steps.ts";

useBrowser();

const WITHOUT_SCRIPT = { javaScriptEnabled: false };
const NARROW = { width: 360, height: 640 };

const photoAlert = (page: Page) => page.getByRole("status").filter({ hasText: "Add your first photo" });
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

test("the photo alert stays closed once closed, with and without scripts", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await memberPage("Noor", { javaScriptEnabled });
    await page.goto("/likes/received?from=test");
    await photoAlert(page).waitFor();
    await photoAlert(page).getByRole("button", { name: "Do not show this again" }).click();
    await photoAlert(page).waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(at("/likes/received?from=test"));
    await page.goto("/likes");
    await expect.poll(() => photoAlert(page).count()).toBe(0);
    await page.context().close();
  }
});

test("without scripts the dialog after sign-up takes a code and stays closed once closed", async () => {
  const { page } = await person(WITHOUT_SCRIPT);
  await signUpByCall(page, newcomer("Nina"));
  await page.goto("/members?api_signup_complete");
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
  await expect.poll(() => isFocused(page, "dialog h2")).toBe(true);
  await expectSound(page);
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("dialog", { name: "Confirm your e-mail address" }).waitFor({ state: "hidden" });
});

test("without scripts ?t=N points a visitor to a member and leaves the address", async () => {
  // An animation shows the popup.
  const { page } = await person({ ...WITHOUT_SCRIPT, viewport: NARROW, reducedMotion: "no-preference" });
  await page.goto("/members");
  const href = await page.locator('main li a[href^="/members/"]').first().getAttribute("href");
  await page.goto(`${href}/landing?t=2&sub1=spring`);
  await expect.poll(() => page.url()).toMatch(new RegExp(`${href}/landing\\?sub1=spring$`));
  const popup = page.getByRole("status").getByRole("link", { name: /^See .+’s profile/ });
  await expect.poll(() => popup.isVisible()).toBe(false);
  await popup.waitFor({ state: "visible" });
  await popup.click();
  await page.waitForURL(`**${href}`);
  for (const [path, query] of [
    [`${href}?t=0`, href],
    ["/members?t=0&country=NL", "/members?country=NL"],
  ] as const) {
    await page.goto(path);
    await popup.waitFor({ state: "visible" });
    expect(page.url().endsWith(query ?? "?"), page.url()).toBe(true);
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
  const messages: string[] = [];
  page.on("request", (request) => request.url().endsWith("/page-left") && messages.push(request.postData() ?? ""));
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
  expect(messages.map((said) => JSON.parse(said))).toEqual([{ path: "/members", ms: expect.any(Number) }]);
});
