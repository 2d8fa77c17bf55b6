import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, expectSound, PHONE, person, settled, useBrowser } from "./browser.ts";
import { confirmMember, memberPage, nextMember, visited } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { longestIn } from "./longest.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { hydrated, newcomer, openAlive, post } from "./steps.ts";

useBrowser();

const heading = (page: Page) => page.locator("h1").textContent();
const card = (page: Page) => page.locator("[data-card]");
const shown = (page: Page) => card(page).getAttribute("data-card");

test("without a script: like, pass, undo, until the four likes of the day are used", async () => {
  const { page } = await plainMember("Casper", { gender: "male" });
  const shown = () => page.all((one) => one.has("data-card")).map((one) => one.get("data-card"))[0];
  const isDisabled = (name: string) => page.buttons(name).map((button) => button.has("disabled"));
  await page.goto("/members");
  expect(page.anywhere((one) => one.tag === "a" && one.get("href") === "/swipe-game").length).toBeGreaterThan(0);
  await page.goto("/swipe-game");
  page.shows("Discover");
  expect(isDisabled("Undo")).toEqual([true]);
  const first = shown();
  await page.press("Pass");
  expect(shown()).not.toBe(first);
  await page.press("Undo");
  expect(shown()).toBe(first);
  const liked: (string | undefined)[] = [];
  for (let left = 3; left >= 0; left--) {
    liked.push(shown());
    await page.press("Like");
    page.shows(`${left} like${left === 1 ? "" : "s"} left today`);
  }
  await page.goto("/likes/sent");
  for (const id of liked) expect(page.all((one) => one.get("href") === `/likes/m/${id}`).length, id).toBeGreaterThan(0);
  await page.goto("/swipe-game");
  page.shows("You have used your 4 likes for today.");
  expect(page.text).toMatch(/New ones come at midnight, Central European Time\. That is in \d/);
  expect(isDisabled("Like")).toEqual([true]);
  const last = shown();
  await page.press("Pass");
  expect(shown()).not.toBe(last);
});

/** Without scripts: each test logs its own member in. */
let still: Page;
beforeAll(async () => {
  still = (await person({ javaScriptEnabled: false })).page;
});

const SIZES = [
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
];

test("the swipe card shows a whole picture, and its buttons above the navigation, at every size", async () => {
  const page = still;
  const id = await nextMember(page, newcomer("Casper", "male"), { confirmed: false });
  /** Boxes in one call: each call is as dear as the layout. */
  const measure = () =>
    page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON() as DOMRect | undefined;
      const buttons = ["no", "yes"].map((side) => box(`main form[data-repeats] button[value=${side}]`)?.bottom);
      const [whole, picture, words] = ["[data-card]", "[data-card] > :first-child", "[data-card] div:has(> h2)"].map(box);
      return { whole, picture, words, nav: box("header nav"), buttons };
    });
  const look = async () => {
    await page.goto("/swipe-game");
    await expect.poll(() => page.locator("[data-strip]").count(), { message: "what a newcomer is told is on the page" }).toBe(1);
    for (const viewport of SIZES) {
      const size = `${viewport.width} × ${viewport.height}`;
      await page.setViewportSize(viewport);
      await settled(page);
      const { whole, picture, words, nav, buttons } = await measure();
      if (!whole || !words || !nav) return expect.unreachable(size);
      expect(picture, size).toEqual(whole);
      expect(whole.height, size).toBeGreaterThan(200);
      expect(words.height, `the face stays free, ${size}`).toBeLessThan(whole.height * 0.4);
      const end = viewport.width < 768 ? nav.y : viewport.height;
      for (const bottom of buttons) {
        expect(bottom, `a button is shown, ${size}`).toBeGreaterThan(0);
        expect(bottom, `a button ends above the bar, ${size}`).toBeLessThanOrEqual(end);
      }
    }
  };
  // First with the reminder to confirm, then with what waits.
  await look();
  await confirmMember(id);
  await visited(id);
  await look();
});

test("on a short phone the buttons stay above the navigation when the day's likes are used, in the languages that say it longest", async () => {
  const page = still;
  await page.setViewportSize({ width: 360, height: 640 });
  const id = await nextMember(page, newcomer("Casper", "male"));
  const liked = "INSERT INTO swipes (member_id, profile_id, liked, at) SELECT ?, id, 1, ? - rowid FROM profiles LIMIT 4";
  await sql(liked, id, Date.now());
  await visited(id);
  const under: [language: string, pixels: number][] = [];
  for (const language of await longestIn(page, ["errors.swipe_limit", "swipe.until"])) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    await page.goto("/swipe-game");
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    expect(await page.locator("[data-strip]").count()).toBe(1);
    expect(await page.locator("main [value=yes]").isDisabled()).toBe(true);
    const buttons = page.locator("main form[data-repeats] button");
    const ends = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(ends).toHaveLength(3);
    const bar = await page.locator("header nav").evaluate((one) => one.getBoundingClientRect().top);
    under.push([language, Math.ceil(Math.max(...ends) - bar)]);
  }
  expect(under.length).toBeGreaterThan(0);
  expect(under.filter(([, pixels]) => pixels > 0)).toEqual([]);
});

test("with a script a card is thrown, the arrow keys press the buttons, and what fails offline says so and moves no card", async () => {
  const options = { viewport: PHONE, hasTouch: true, reducedMotion: "no-preference" } as const;
  const { page, id } = await memberPage("Casper", { gender: "male", ...options });
  await openAlive(page, "/swipe-game");
  const throwBy = async (dx: number) => {
    const box = await card(page).boundingBox();
    if (!box) return expect.unreachable();
    const [x, y] = [box.x + box.width / 2, box.y + 120];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + 4, { steps: 6 });
    // A still pointer: the distance must trigger the swipe, not the speed.
    for (let held = 0; held < 10; held++) {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await page.mouse.move(x + dx, y + 4);
    }
    await page.mouse.up();
  };
  const first = await shown(page);
  const caption = await page.locator("main p[aria-live=polite]").elementHandle();
  const before = await caption?.textContent();
  await throwBy(20);
  await throwBy(-150);
  await expect.poll(() => shown(page)).not.toBe(first);
  // Only a live region that stays in the page is announced.
  expect(await caption?.evaluate((line) => line.isConnected)).toBe(true);
  expect(await caption?.textContent()).not.toBe(before);
  const second = await shown(page);
  await throwBy(150);
  await expect.poll(() => shown(page)).not.toBe(second);
  await page.getByText("3 likes left today").waitFor();
  const third = await shown(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).not.toBe(third);
  await page.getByText("2 likes left today").waitFor();
  // The swipe is lost: its undo must not take back the one before.
  const fourth = await shown(page);
  const lost = Promise.withResolvers<void>();
  let aborted = 0;
  await intercept(page, "**/swipe-game*", async (route) => {
    if (aborted > 1 || route.request().method() !== "POST") return route.fallback();
    if (++aborted > 1) await lost.promise;
    await route.abort();
  });
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => aborted).toBe(1);
  await expect.poll(() => card(page).getAttribute("data-fly"), { message: "the card is back" }).toBe(null);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => card(page).getAttribute("data-fly")).toBe("no");
  const undone = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  lost.resolve();
  expect((await undone).status()).toBeLessThan(400);
  expect(aborted).toBe(2);
  await openAlive(page, "/swipe-game");
  await expect.poll(() => shown(page)).toBe(fourth);
  const device = await PlainBrowser.of(id);
  await device.goto("/likes/sent");
  const sent = device.all((one) => one.tag === "a" && one.isIn("li")).map((link) => link.get("href"));
  expect(sent).toEqual([`/likes/m/${third}`, `/likes/m/${second}`]);

  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await page.context().setOffline(true);
  await page.getByText("You are offline", { exact: true }).waitFor();
  const failed = page.getByText("That did not work: you are offline", { exact: true });
  for (const press of [() => undo.click(), () => page.keyboard.press("ArrowRight")]) {
    await press();
    await failed.waitFor();
    await expect.poll(() => card(page).getAttribute("data-fly")).toBe(null);
    expect(await shown(page)).toBe(fourth);
  }
  await page.context().setOffline(false);
  await failed.waitFor({ state: "detached" });
  expect(await page.getByRole("alert").count()).toBe(0);
  await undo.click();
  await expect.poll(() => shown(page)).toBe(third);
});

const LINE = "What is the nicest thing that happened to you this week?";

test("an answered like shows the match, and a one-sided one does not; a line sends nothing, and the field keeps a refusal", async () => {
  const { page, id } = await memberPage("Casper", { gender: "male", viewport: PHONE, reducedMotion: "no-preference" });
  const { page: other, id: mara } = await plainMember("Mara");
  expect((await post(page, "/api/swipe.php", { profile: mara, liked: true })).status()).toBe(200);
  const device = await PlainBrowser.of(id);
  await device.goto(`/swipe-game?match=${mara}`);
  expect(device.heading).toBe("Discover");
  expect(device.anywhere((one) => one.tag === "dialog" && one.has("open"))).toEqual([]);
  expect((await other.call("/api/like.php", { profile: id })).status).toBe(200);
  await openAlive(page, `/swipe-game?match=${mara}`);
  const dialog = page.getByRole("dialog", { name: "It's a match!" });
  await dialog.waitFor();
  const fade = await dialog.evaluate((one) => getComputedStyle(one).animationDuration);
  expect(fade, "the moment of a match is not faded in for long").toBe("0.12s");
  await page.keyboard.press("Escape");
  await expect.poll(() => heading(page)).toBe("Discover");
  await page.goto(`/swipe-game?match=${mara}`);
  await hydrated(page);
  const field = dialog.getByRole("textbox", { name: /^Write to / });
  // The button carries the price.
  await dialog.getByRole("button", { name: "Send · 1 credit" }).waitFor();
  await dialog.getByRole("link", { name: LINE }).click();
  await expect.poll(() => field.inputValue()).toBe(LINE);
  await expectSound(page);
  expect(await sql("SELECT id FROM messages WHERE sender_id = ?", id)).toEqual([]);
  await field.fill("  ");
  await dialog.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await dialog.getByText("Please fill this in.").waitFor();
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  await expect.poll(() => field.inputValue()).toBe("  ");
  await field.fill("Hello you");
  await dialog.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await page.waitForURL("**/chats/*");
  await page.getByRole("log").getByText("Hello you").waitFor();
});

test("without scripts a line of the match's page leads to the chat, and its field keeps a refusal", async () => {
  const { page, id } = await plainMember("Casper", { gender: "male" });
  const { page: other, id: mara } = await plainMember("Mara");
  await page.call("/api/like.php", { profile: mara });
  await other.call("/api/like.php", { profile: id });
  const open = async () => {
    await page.goto(`/likes?match=${mara}`);
    page.enter("It's a match!");
  };
  await open();
  expect(page.buttons("Send · 1 credit")).toHaveLength(1);
  await page.follow(LINE);
  expect([page.path, page.value("text")]).toEqual([`/members/${mara}/chat?icebreaker=3`, LINE]);
  expect(await sql("SELECT id FROM messages WHERE sender_id = ?", id)).toEqual([]);
  await open();
  await page.press(/^Send( ·|$)/, { text: "  " }, { status: 422 });
  page.enter("It's a match!");
  page.shows("Please fill this in.");
  const field = () => page.all((one) => one.get("name") === "text")[0];
  expect([field()?.get("aria-invalid"), field()?.has("autofocus"), page.value("text")]).toEqual(["true", true, "  "]);
  await page.press(/^Send( ·|$)/, { text: "Hello you" });
  expect(page.path).toMatch(/^\/chats\/\w+/);
  page.shows("Hello you");
});
