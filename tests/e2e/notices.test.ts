import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, DESKTOP, expectSound, mailsTo, person, useBrowser } from "./browser.ts";
import { nextMember } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { formOf, newcomer, openAlive } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 640 };
const BEN = "demo0000000000000002";
const ALERT = "Add your first photo";
const REFUSED = "Confirm your e-mail address first. Send again?";

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
/** Of the tests with scripts, with a member of their own or as a visitor. */
let browser: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  browser = await person();
});

/** The strip of the first photo. */
const notes = (page: PlainBrowser) => page.anywhere((one) => one.get("role") === "status" && one.text.includes(ALERT));
/** Open dialogs of the document. */
const dialogs = (page: PlainBrowser) => page.anywhere((one) => one.tag === "dialog" && one.has("open"));

test("the photo alert stays closed once closed", async () => {
  const { page } = browser;
  await nextMember(page, newcomer("Noor"), { viewport: DESKTOP });
  const alert = page.getByRole("status").filter({ hasText: ALERT });
  await page.goto("/likes/received?from=test");
  await alert.getByRole("button", { name: "Do not show this again" }).click();
  await alert.waitFor({ state: "detached" });
  await expect.poll(() => page.url()).toBe(at("/likes/received?from=test"));
  await page.goto("/likes");
  await expect.poll(() => alert.count()).toBe(0);
});

test("without scripts, too, the photo alert stays closed once closed", async () => {
  const { page } = await plainMember("Noor");
  await page.goto("/likes/received?from=test");
  page.enter(ALERT);
  await page.press("Do not show this again");
  expect(notes(page)).toEqual([]);
  expect(page.path).toBe("/likes/received?from=test");
  await page.goto("/likes");
  expect(notes(page)).toEqual([]);
});

const CONFIRM = "Confirm your e-mail address";

test("without scripts the dialog after sign-up takes a code and stays closed once closed", async () => {
  const page = new PlainBrowser();
  expect((await page.call("/api/signup.php", formOf(newcomer("Nina")))).status).toBe(201);
  await page.goto("/members?api_signup_complete");
  page.enter(CONFIRM);
  expect(page.all((one) => one.has("autofocus"))).toHaveLength(1);
  // The dialog shows the error of a wrong code.
  await page.press("Confirm", { code: "000000" }, { status: 422 });
  page.enter(CONFIRM);
  expect(page.all((one) => one.get("id") === "field-code-error" || one.get("role") === "alert").length).toBeGreaterThan(0);
  // It is closed by the browser itself.
  expect(page.buttons("Close").map((one) => one.closest(({ tag }) => tag === "form")?.get("method"))).toEqual(["dialog"]);
  await page.goto("/likes");
  expect(dialogs(page)).toEqual([]);
  expect(page.anywhere((one) => one.get("id") === "activation-reminder")).toHaveLength(1);
  await page.goto("/settings?api_signup_complete=1");
  expect(dialogs(page)).toEqual([]);
});

test("the dialog after signing up passes axe", async () => {
  const { page } = browser;
  await nextMember(page, newcomer("Nele"), { confirmed: false, viewport: NARROW });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/likes?api_signup_complete");
  await page.getByRole("dialog", { name: CONFIRM }).waitFor();
  await expect.poll(() => isFocused(page, "dialog h2")).toBe(true);
  await expectSound(page);
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("dialog", { name: CONFIRM }).waitFor({ state: "hidden" });
  await page.emulateMedia({ colorScheme: null });
});

const SEE = /^See .+’s profile/;
const popups = (page: PlainBrowser) => page.anywhere((one) => one.tag === "a" && SEE.test(one.get("aria-label") ?? one.text));

test("?t=N points a visitor to a member after N seconds, on one page, and leaves the address", async () => {
  const page = new PlainBrowser();
  await page.goto("/members");
  const [card] = page.all((one) => one.tag === "a" && /^\/members\/\w+/.test(one.get("href") ?? ""));
  const href = card?.get("href")?.split(/[?#]/)[0] ?? expect.unreachable();
  for (const [path, query, seconds] of [
    [`${href}/landing?t=2&sub1=spring`, `${href}/landing?sub1=spring`, 2],
    [`${href}?t=0`, href, 0],
    ["/members?t=0&country=NL", "/members?country=NL", 0],
  ] as const) {
    await page.goto(path);
    expect(page.path).toBe(query);
    expect(popups(page), path).toHaveLength(1);
    expect(page.html).toContain(`:root{--like-delay:${seconds}s}`);
    if (seconds === 2) expect(popups(page)[0]?.get("href")).toBe(href);
    // The parameter applies to one page.
    await page.goto(page.path);
    expect(popups(page), path).toEqual([]);
  }
  for (const path of [`${href}/landing`, `${href}/landing?t=soon`, "/?t=0"]) {
    await page.goto(path);
    expect(popups(page), path).toEqual([]);
  }
  // Visitors' pages have no scripts: an animation shows the popup.
  const { page: drawn } = await person({ viewport: NARROW, colorScheme: "dark", reducedMotion: "no-preference" });
  const popup = drawn.getByRole("status").getByRole("link", { name: SEE });
  await drawn.goto(`${href}/landing?t=600`);
  await expect.poll(() => popup.isVisible()).toBe(false);
  await drawn.goto(`${href}/landing2?t=0`);
  await popup.waitFor();
  await expectSound(drawn);
  await popup.click();
  await drawn.waitForURL(`**${href}`);
});

/** What is refused to an unconfirmed member: pages, and the button that is pressed there. */
const REFUSING = [[`/members/${BEN}`, "Like"], ["/swipe-game", "Like"], [`/members/${BEN}/chat`]] as const;

test("an unconfirmed member gets one reminder and its resend button on every refused action", async () => {
  const [{ page }, who] = [browser, newcomer("Nele")];
  await nextMember(page, who, { confirmed: false, viewport: NARROW });
  const main = page.getByRole("main");
  for (const [path, button] of REFUSING) {
    await page.goto(path);
    if (button) await main.getByRole("button", { name: button, exact: true }).click();
    await page.getByText(REFUSED, { exact: true }).waitFor();
    await expect.poll(() => main.getByText(/Confirm your e-mail address/).count(), { message: path }).toBe(1);
  }
  await expectSound(page);
  await main.getByRole("button", { name: "Send the mail again" }).click();
  await main.getByText(`A new mail is on its way to ${who.email}.`).waitFor();
  expect(await mailsTo(who.email)).toHaveLength(1);
});

test("without scripts, too, an unconfirmed member gets one reminder and its resend button on every refused action", async () => {
  const { page, who } = await plainMember("Nele", { confirmed: false });
  for (const [path, button] of REFUSING) {
    await page.goto(path);
    if (button) await page.press(new RegExp(`^${button}( Liked)?$`), {}, { status: 403 });
    page.shows(REFUSED);
    expect(page.text.match(/Confirm your e-mail address/g), path).toHaveLength(1);
  }
  await page.press("Send the mail again");
  page.shows(`A new mail is on its way to ${who.email}.`);
  expect(await mailsTo(who.email)).toHaveLength(1);
});

test("a page without navigation offers log-in and sign-up, except on the sign-up itself", async () => {
  const page = new PlainBrowser();
  const offers = () => page.anywhere((one) => one.tag === "dialog" && one.has("popover"));
  for (const path of ["/signup", "/goodbye", "/offline"]) {
    await page.goto(path);
    expect(offers(), path).toEqual([]);
  }
  for (const path of ["/reset-password", "/reactivate"]) {
    await page.goto(path);
    const [offer] = offers();
    expect(offer?.text, path).toContain("Create your free account");
    expect(offer?.get("id"), path).toBeTruthy();
    const opening = page.anywhere((one) => one.tag === "button" && one.text === "Sign up" && one.isIn("header"));
    expect(
      opening.map((one) => one.get("popovertarget")),
      path,
    ).toContain(offer?.get("id"));
  }
  // No page of these has scripts.
  const { page: drawn, context } = browser;
  await drawn.goto("about:blank");
  await drawn.setViewportSize(NARROW);
  await context.clearCookies({ name: "session" });
  const modal = drawn.getByRole("dialog", { name: "Create your free account" });
  await drawn.goto("/reactivate");
  await expect.poll(() => modal.isVisible()).toBe(false);
  const open = drawn.getByRole("banner").getByRole("button", { name: "Sign up" });
  await open.click();
  await modal.waitFor();
  await drawn.keyboard.press("Escape");
  await modal.waitFor({ state: "hidden" });
  await open.click();
  await expectSound(drawn);
  await modal.getByRole("link", { name: "Sign up free" }).click();
  await drawn.waitForURL("**/signup");
});

test("only a page opened with ?lb reports its viewing time", async () => {
  const visitor = new PlainBrowser();
  await visitor.goto("/pricing?lb");
  expect(visitor.path).toMatch(/^\/pricing\?lb=[0-9a-z]{8}$/);

  const { page } = browser;
  await nextMember(page, newcomer("Nina"), { viewport: DESKTOP });
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
