import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, enteredVisitor, expectSound, useBrowser } from "./browser.ts";
import { insertMember, nextMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { type PlainBrowser, plainMember } from "./plain.ts";
import { handTo } from "./plain-steps.ts";
import { badge, newcomer, openAlive, post } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 640 };

/** For tests with the real clock. */
let browser: Page;
beforeAll(async () => {
  browser = (await enteredVisitor()).page;
});

/** Two matching members without photos. Only the first has a browser that draws. */
async function two(gender: "female" | "male", options: BrowserContextOptions | Page = {}) {
  const page = "goto" in options ? options : (await enteredVisitor(options)).page;
  const other = gender === "female" ? "male" : "female";
  const names = { female: "Mia", male: "Tom" };
  const id = await nextMember(page, newcomer(names[gender], gender));
  const { page: from, id: otherId } = await plainMember(names[other], { gender: other });
  return { page, id, from, otherId };
}
const like = async (from: PlainBrowser, profile: string) =>
  expect((await from.call("/api/like.php", { profile })).status).toBe(200);
const likeDialog = (page: Page) => page.getByRole("dialog", { name: "New like!" });
/**
 * Advances the clock in one jump, until the poll has its response. In steps, the page's clock would exceed the request
 * timeout, and nobody would see the like.
 */
async function newLikes(page: Page, milliseconds = 60_000): Promise<void> {
  const answer = page.waitForResponse("**/api/auto-like.php");
  await page.clock.fastForward(milliseconds);
  await (await answer).finished();
}

test("who liked first has the match at once, also on the other's profile, which marks the like as seen", async () => {
  const { page: tom, id: tomId, from: mia, otherId: miaId } = await two("male", browser);
  expect((await post(tom, "/api/like.php", { profile: miaId })).status()).toBe(200);
  const asked = tom.waitForResponse("**/api/auto-like.php");
  await openAlive(tom, `/members/${miaId}`);
  await asked;
  await like(mia, tomId);
  await likeDialog(tom).getByRole("heading", { name: "It's a match!" }).waitFor();
});

test("a like opens the other's dialog within a minute, once, and leads to the profile", async () => {
  const { page: mia, id: miaId, from, otherId: tomId } = await two("female");
  await mia.clock.install();
  await mia.goto("/settings");
  await newLikes(mia, 6_000);
  await expect.poll(() => likeDialog(mia).count()).toBe(0);
  await like(from, miaId);
  await newLikes(mia);
  await likeDialog(mia)
    .getByText(/^Tom_\w+ likes you$/)
    .waitFor();
  await mia.keyboard.press("Escape");
  await likeDialog(mia).waitFor({ state: "detached" });
  await newLikes(mia);
  await expect.poll(() => likeDialog(mia).count()).toBe(0);

  // A like in return is a match, and the other member sees it too.
  expect((await post(mia, "/api/like.php", { profile: tomId })).status()).toBe(200);
  const { page: tom, context } = await enteredVisitor();
  await handTo(context, from);
  // The dialog opens with its lines: nothing may move under a finger.
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(tom, /\/api\/chat\.php\?/, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await tom.goto("/settings");
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
  const { page: mia, id: miaId, from: tom } = await two("female");
  const { page: jim } = await plainMember("Jim", { gender: "male" });
  await mia.clock.install();
  await mia.goto("/likes");
  await mia.getByText("Nobody has liked you yet").waitFor();
  await newLikes(mia, 6_000);
  await like(tom, miaId);
  await newLikes(mia);
  await mia.clock.runFor(1_000);
  await mia.locator("main li", { hasText: "Tom_" }).waitFor();
  await expect.poll(() => likeDialog(mia).count()).toBe(0);

  await mia.goto("/settings");
  await newLikes(mia, 6_000);
  await like(jim, miaId);
  await newLikes(mia);
  await likeDialog(mia).getByRole("button", { name: "Like back" }).click();
  // For a moment it stands beside the dialog that comes ahead of the answer.
  await mia.getByRole("dialog", { name: "It's a match!" }).and(mia.locator("#match")).waitFor();
  await likeDialog(mia).waitFor({ state: "detached" });
});

test("likes are loaded again half a second after a new one, on a page without a list", async () => {
  const { page: mia, id: miaId, from: tom } = await two("female");
  await like(tom, miaId);
  await mia.clock.install();
  await openAlive(mia, "/settings");
  let asked = 0;
  mia.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/likes.php") asked++;
  });
  const polled = mia.waitForResponse("**/api/likes.php");
  await newLikes(mia, 5_000);
  await (await polled).finished();
  // Closed before the half second ends.
  await likeDialog(mia).waitFor();
  await mia.keyboard.press("Escape");
  await mia.clock.runFor(500);
  await expect.poll(() => asked).toBe(2);
  await badge(mia, "/likes", 1);
});

test("the like dialog waits for a focused field, closes by a click outside, and passes axe", async () => {
  const { page: mia, id: miaId, from: tom } = await two("female", { viewport: NARROW, colorScheme: "dark" });
  await mia.clock.install();
  await openAlive(mia, "/profile");
  await like(tom, miaId);
  await mia.locator('#about a[href*="edit=about"]').click();
  await mia.locator('[name="about"]').focus();
  await mia.clock.runFor(6_000);
  await expect.poll(() => likeDialog(mia).count()).toBe(0);
  await mia.locator("h1").click();
  await newLikes(mia);
  await likeDialog(mia).waitFor();
  await expectSound(mia);
  await mia.mouse.click(20, 620);
  await likeDialog(mia).waitFor({ state: "detached" });
});

test("?t=N shows the oldest new like after N seconds, and nothing without one", async () => {
  const { page: mia, id: miaId, from: tom, otherId: tomId } = await two("female");
  await mia.clock.install();
  await mia.goto("/chats?t=3&name=x");
  await mia.clock.runFor(3_500);
  await mia.waitForURL(at("/chats?name=x"));
  const popup = mia.getByRole("link", { name: /^Tom_\w+ likes you/ });
  await expect.poll(() => popup.count()).toBe(0);
  await like(tom, miaId);
  await mia.goto("/chats?t=2");
  await mia.clock.runFor(2_500);
  await popup.waitFor();
  await mia.addLocatorHandler(likeDialog(mia), (dialog) => dialog.press("Escape"));
  await expectSound(mia);
  await popup.click();
  await mia.waitForURL(`**/members/${tomId}`);
});

test("a like back shows the match at the press, and a refusal takes it away", async () => {
  const { page: tom, id: tomId, from: mia, otherId: miaId } = await two("male", browser);
  await like(mia, tomId);
  await intercept(tom, "**/api/auto-like.php", (route) => route.abort());
  const [pressed, answers] = [[] as string[], [Promise.withResolvers<void>(), Promise.withResolvers<void>()]];
  await intercept(tom, at(`/members/${miaId}`), async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const number = pressed.push(route.request().url());
    await answers[number - 1]?.promise;
    return number === 1 ? route.abort() : route.continue();
  });
  await openAlive(tom, `/members/${miaId}`);
  const moment = tom.getByRole("dialog", { name: "It's a match!" });
  const press = () => tom.getByRole("button", { name: "Like back" }).click();
  await press();
  await moment.getByText(/^You and Mia_\w+ like each other$/).waitFor();
  await expect.poll(() => tom.evaluate(() => document.activeElement?.textContent)).toBe("It's a match!");
  answers[0]?.resolve();
  await moment.waitFor({ state: "detached" });
  await tom.getByRole("button", { name: "Like back" }).waitFor();
  await press();
  await moment.waitFor();
  await expect.poll(() => moment.getByRole("textbox").count()).toBe(0);
  answers[1]?.resolve();
  await moment.getByRole("textbox", { name: /^Write to Mia_\w+$/ }).waitFor();
  await expect.poll(() => moment.count()).toBe(1);
  // The address of the moment is a step of its own.
  await tom.goBack();
  await moment.waitFor({ state: "detached" });
  expect(tom.url()).toBe(at(`/members/${miaId}`));
});

const MATCH_FILES = ["flash-message", "forms", "match"];

test("an answered like loads the styles and scripts of the match while its page is read, and no other like does", async () => {
  const { page: tom, id: tomId, from: mia, otherId: miaId } = await two("male", browser);
  const jilId = await insertMember(newcomer("Jil"));
  await like(mia, tomId);
  // The poll's dialog has the same files.
  await intercept(tom, "**/api/auto-like.php", (route) => route.abort());
  const files: string[] = [];
  tom.on("request", (request) => {
    const [name] = /[\w-]+(?=-[\w-]{8}\.(?:js|css)$)/.exec(request.url()) ?? [];
    if (name) files.push(name);
  });
  const press = () => tom.getByRole("button", { name: /^Like( back)?$/ }).click();
  await openAlive(tom, `/members/${jilId}`);
  files.length = 0;
  await press();
  await tom.getByRole("button", { name: "Liked" }).waitFor();
  expect(files).toEqual([]);

  files.length = 0;
  await openAlive(tom, `/members/${miaId}`);
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(tom, /\.rsc\?match=/, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await press();
  await asked.promise;
  // Shown at the press, with its style sheets.
  const moment = tom.getByRole("dialog", { name: "It's a match!" });
  await moment.waitFor();
  await expect.poll(() => files.filter((name) => MATCH_FILES.includes(name)).toSorted()).toEqual(MATCH_FILES);
  const known = files.length;
  held.resolve();
  await moment.getByRole("textbox").waitFor();
  expect(files).toHaveLength(known);
});
