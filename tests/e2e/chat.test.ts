import type { Locator, Page, Route, WebSocketRoute } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, DESKTOP, PHONE, person, useBrowser } from "./browser.ts";
import { deviceAt, sendAs } from "./chat-steps.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser } from "./plain.ts";
import { account, hydrated, newcomer, openAlive, titleCount } from "./steps.ts";

useBrowser();

/** Members of this file only: tests count their credits and messages. */
const ANNA = { ...newcomer("Anna"), name: "Annika", id: "" };
const BEN = { ...newcomer("Ben", "male"), name: "Benno", id: "" };
beforeAll(async () => {
  for (const member of [ANNA, BEN]) member.id = await insertMember(member, { credits: 100 });
});

async function atChat(
  who: { id: string },
  partner: { id: string },
  options: Parameters<typeof person>[0] = {},
  prepare?: (page: Page) => Promise<unknown>,
) {
  const { context, page } = await person(options);
  await insertSession(context, who.id);
  await prepare?.(page);
  await page.goto(at(`/members/${partner.id}/chat`));
  await hydrated(page);
  return page;
}
const said = (page: Page, text: string) => page.getByRole("log").locator("p").filter({ hasText: text });
const tick = (page: Page, text: string, state: string | RegExp) =>
  page
    .getByRole("log")
    .locator("div")
    .filter({ has: page.locator(":scope > p", { hasText: text }) })
    .getByRole("img", { name: state });
const write = async (page: Page, text: string) => {
  await page.locator('textarea[name="text"]').fill(text);
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
};
const credits = async (page: Page) =>
  ((await (await page.context().request.get(at("/api/user.php"))).json()) as { credits: number }).credits;

test("a message whose answer is lost with the page is stored once and paid for once", async () => {
  const page = await atChat(ANNA, BEN);
  const before = await credits(page);
  const arrived = new Promise<void>((resolve) => {
    void intercept(page, "**/api/chat.php", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
      resolve();
    });
  });
  await write(page, "sent, but never answered");
  await arrived;
  await page.unroute("**/api/chat.php");
  await page.reload();
  await expect.poll(() => said(page, "sent, but never answered").count()).toBe(1);
  await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  expect(await credits(page)).toBe(before - 1);
});

test("an unsent message survives a reload and is sent once the network is back", async () => {
  const page = await atChat(ANNA, BEN);
  const before = await credits(page);
  await page.locator('textarea[name="text"]').fill("x".repeat(993));
  await page.getByText("Characters left: 7", { exact: true }).waitFor();
  await intercept(page, "**/api/chat.php", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await write(page, "held up");
  await said(page, "held up").waitFor();
  await page.reload();
  await said(page, "held up").waitFor();
  await expect.poll(() => page.locator('textarea[name="text"]').inputValue()).toBe("");
  await page.unroute("**/api/chat.php");
  await tick(page, "held up", /^(Sent|Delivered|Read)$/).waitFor();
  const device = await deviceAt(ANNA, BEN);
  expect(device.all((one) => one.tag === "p" && one.text === "held up")).toHaveLength(1);
  expect(await credits(page)).toBe(before - 1);
});

test("without a socket the other's messages arrive with the next one sent, in order", async () => {
  const page = await atChat(ANNA, BEN, {}, (one) =>
    one.routeWebSocket("**/api/live.php*", (socket) => socket.close({ code: 1011 })),
  );
  await write(page, "are we alone?");
  await said(page, "are we alone?").waitFor();
  const other = await PlainBrowser.of(BEN.id);
  await other.goto(`/members/${ANNA.id}/chat`);
  await other.press(/^Send( ·|$)/, { text: "no socket needed" });
  await write(page, "it seems so");
  await said(page, "no socket needed").waitFor();
  const texts = await page.getByRole("log").locator("p").allTextContents();
  expect(texts.filter((text) => /alone|socket|seems/.test(text))).toEqual(["are we alone?", "no socket needed", "it seems so"]);
});

test("after a lost connection the chat list is loaded once and agrees with the title", async () => {
  const { page } = await person();
  await insertSession(page.context(), BEN.id);
  const [sockets, late]: [WebSocketRoute[], (() => void)[]] = [[], []];
  const [hello, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let cut = false;
  await page.routeWebSocket("**/api/live.php*", (socket) => {
    const isFirst = sockets.push(socket) === 1;
    socket.connectToServer().onMessage((frame) => {
      const isHello = String(frame).includes('"hello"');
      // The server still holds the first socket: its frame shows that the message has been counted.
      if (isFirst && cut) return String(frame).includes("written while") ? told.resolve() : undefined;
      if (isFirst || isHello) socket.send(frame);
      else late.push(() => socket.send(frame));
      if (isHello) hello.resolve();
    });
  });
  await page.clock.install();
  await openAlive(page, "/chats");
  // A socket closed before its hello counts as refused, and the page would poll.
  await hello.promise;
  const polled = ["user", "chats", "likes"].map((call) => page.waitForResponse(`**/api/${call}.php`));
  await page.clock.runFor(5_000);
  for (const answer of await Promise.all(polled)) await answer.finished();
  await page.evaluate(() => fetch("/api/user.php"));
  let asked = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/chats.rsc") asked++;
  });
  // `runFor` lets the clock go on. Paused, the page reconnects only after the message is written.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  cut = true;
  await sockets[0]?.close({ code: 1012 });
  await sendAs(ANNA, BEN, "written while you were not connected");
  await told.promise;
  const { unread_messages: unread, new_likes: likes } = await account(page);
  expect(unread).toBeGreaterThanOrEqual(1);
  // The page may notice the cut, and start its timer, only after the clock has moved: far until it connects again.
  await titleCount(page, unread + likes, () => page.clock.runFor(sockets.length < 2 ? 500 : 100));
  await page.clock.runFor(1_000);
  await page.getByRole("link").filter({ hasText: "written while you were not connected" }).waitFor();
  expect(asked).toBe(1);
  for (const send of late) send();
  // The request in each step gives responses time to arrive and to trigger another refresh.
  for (let seconds = 0; seconds < 20; seconds++) {
    await page.clock.runFor(1_000);
    await page.evaluate(() => fetch("/api/user.php"));
  }
  expect([asked, sockets.length]).toEqual([1, 2]);
  await titleCount(page, unread + likes);
});

const box = async (locator: Locator) => (await locator.boundingBox()) ?? expect.unreachable();

test("on a phone a new message is visible at the end of the chat, and announced to a reader who scrolled up", async () => {
  for (let n = 1; n <= 12; n++) await sendAs(ANNA, BEN, `line ${n} of many, long enough to fill the window of a phone`);
  const anna = await atChat(ANNA, BEN, { viewport: PHONE });
  const frames: string[] = [];
  const ben = await atChat(BEN, ANNA, {}, async (page) =>
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => frames.push(String(payload)))),
  );
  const typed = () => frames.filter((frame) => frame.includes('"typing"')).length;
  const above = async (locator: Locator) => {
    const [shown, field] = [await box(locator), await box(anna.locator("form:has(textarea[name=text])"))];
    return shown.y + shown.height <= field.y;
  };
  // Within one moment only a sent message lets the page tell of typing again.
  await ben.clock.setFixedTime(Date.now());
  await ben.locator('textarea[name="text"]').pressSequentially("here", { delay: 50 });
  const typing = anna.getByRole("status").filter({ hasText: `${BEN.name} is typing` });
  await typing.waitFor();
  await expect.poll(() => above(typing)).toBe(true);
  await write(ben, "here below");
  await said(anna, "here below").waitFor();
  await expect.poll(() => above(said(anna, "here below"))).toBe(true);
  await ben.locator('textarea[name="text"]').press("a");
  await expect.poll(typed, { message: "typing after a message is told at once" }).toBe(2);

  const oldest = said(anna, "line 2 of many");
  await oldest.scrollIntoViewIfNeeded();
  const place = (await box(oldest)).y;
  await write(ben, "unseen as yet");
  const news = anna.getByRole("button", { name: "1 new message" });
  await news.waitFor();
  expect(Math.abs((await box(oldest)).y - place)).toBeLessThan(2);
  await news.click();
  await expect.poll(() => above(said(anna, "unseen as yet"))).toBe(true);
  await news.waitFor({ state: "detached" });

  await anna.setViewportSize({ width: 360, height: 640 });
  const name = anna.getByRole("heading", { level: 1, name: BEN.name });
  await expect.poll(() => name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  expect((await box(name)).width).toBeGreaterThan(25);
});

test("a message that is too long or refused stays in the field with its error, and offers no retry", async () => {
  const page = await atChat(ANNA, BEN);
  const field = page.locator('textarea[name="text"]');
  const family = "👩‍👩‍👧‍👦";
  await field.fill(family.repeat(1001));
  await page.getByRole("alert").filter({ hasText: "At most 1000 characters." }).waitFor();
  await page.getByText("1 character too many", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await expect.poll(() => field.inputValue()).toBe(family.repeat(1001));
  await field.fill(family.repeat(990));
  await page.getByText("Characters left: 10", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await said(page, family).waitFor();
  await expect.poll(() => field.inputValue()).toBe("");

  await intercept(page, "**/api/chat.php", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 403,
          json: { error: { code: "blocked", message: "no", field: null, params: {}, retry_after: null } },
        })
      : route.continue(),
  );
  await write(page, "words that are kept");
  await page.getByText(`You're blocked by ${BEN.name}.`).waitFor();
  await expect.poll(() => field.inputValue()).toBe("words that are kept");
  await expect.poll(() => said(page, "words that are kept").count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBe(0);
});

test("a removed chat disappears at once and leads to the list; a failed removal restores it, at a desk with its row", async () => {
  const text = `soon removed ${Date.now()}`;
  const path = await sendAs(ANNA, BEN, text);
  const { context, page } = await person({ viewport: DESKTOP });
  await insertSession(context, ANNA.id);
  await openAlive(page, path);
  let answer: (route: Route) => Promise<unknown> = (route) => route.abort();
  let gate = Promise.withResolvers<void>();
  await intercept(page, "**/*", async (route) => {
    if (route.request().method() !== "POST" || !route.request().headers()["rsc-action-id"]) return route.fallback();
    await gate.promise;
    await answer(route);
  });
  const remove = async () => {
    gate = Promise.withResolvers();
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByText("Remove this conversation", { exact: true }).click();
    await Promise.all([
      page.waitForRequest((request) => request.headers()["rsc-action-id"] !== undefined),
      page.getByRole("button", { name: "Yes, remove it" }).click(),
    ]);
  };
  const row = page.locator(`li a[href="${path}"]`);
  await remove();
  await expect.poll(() => said(page, text).isVisible()).toBe(false);
  await expect.poll(() => row.isVisible()).toBe(false);
  gate.resolve();
  await said(page, text).waitFor();
  await page.getByRole("alert").filter({ hasText: "An error has occurred." }).waitFor();
  await expect.poll(() => row.isVisible()).toBe(true);

  answer = (route) => route.continue();
  await page.setViewportSize(PHONE);
  await openAlive(page, path);
  await remove();
  await expect.poll(() => said(page, text).isVisible()).toBe(false);
  gate.resolve();
  await page.waitForURL("**/chats");
  await row.waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1, name: "Chats" }).waitFor();
});
