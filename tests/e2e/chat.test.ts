import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { at, PHONE, person, useBrowser } from "./browser.ts";

useBrowser();

const ANNA = { id: "demo0000000000000001", email: "anna@demo.example" };
const BEN = { id: "demo0000000000000002", email: "ben@demo.example" };

/** Somebody with a session, at the conversation of Anna and Ben. */
async function atChat(
  who: { email: string },
  partner: { id: string },
  options: Parameters<typeof person>[0] = {},
  prepare?: (page: Page) => Promise<unknown>,
) {
  const { context, page } = await person(options);
  const headers = { origin: new URL(at("/")).origin };
  const answer = await context.request.post(at("/api/user.php"), {
    headers,
    data: { email: who.email, password: DEMO_PASSWORD },
  });
  expect(answer.status()).toBe(200);
  await prepare?.(page);
  await page.goto(at(`/members/${partner.id}/chat`));
  return page;
}
const said = (page: Page, text: string) => page.getByRole("log").locator("p").filter({ hasText: text });
const write = async (page: Page, text: string) => {
  await page.locator('textarea[name="text"]').fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
};
const credits = async (page: Page) =>
  ((await (await page.context().request.get(at("/api/user.php"))).json()) as { credits: number }).credits;

test("a visitor is told what chatting needs, and where to get it", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto(at(`/members/${BEN.id}/chat`));
  await page.getByRole("heading", { level: 1, name: "You need to be logged in to chat" }).waitFor();
  expect(
    await page
      .getByRole("link", { name: "Log in" })
      .or(page.getByRole("link", { name: "Login" }))
      .getAttribute("href"),
  ).toBe(`/login?next=${encodeURIComponent(`/members/${BEN.id}/chat`)}`);
});

test("an answer that is lost with the page: the message is there once and paid for once", async () => {
  const page = await atChat(ANNA, BEN);
  const before = await credits(page);
  const arrived = new Promise<void>((resolve) => {
    void page.route("**/api/chat.php", async (route) => {
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
  await said(page, "sent, but never answered").waitFor();
  expect(await said(page, "sent, but never answered").count()).toBe(1);
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  expect(await credits(page)).toBe(before - 1);
});

test("a message that never left outlives a reload, and is sent when tried again", async () => {
  const page = await atChat(ANNA, BEN);
  const before = await credits(page);
  await page.locator('textarea[name="text"]').fill("x".repeat(993));
  await page.getByText("Characters left: 7", { exact: true }).waitFor();
  await page.route("**/api/chat.php", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await write(page, "held up");
  await said(page, "held up").waitFor();
  await page.reload();
  await said(page, "held up").waitFor();
  expect(await page.locator('textarea[name="text"]').inputValue()).toBe("");
  await page.unroute("**/api/chat.php");
  await page.getByRole("button", { name: "Try again" }).click();
  const bubble = page
    .getByRole("log")
    .locator("div")
    .filter({ has: page.locator("p", { hasText: "held up" }) });
  await bubble
    .getByRole("img", { name: /^(Sent|Delivered|Read)$/ })
    .first()
    .waitFor();
  await page.reload();
  expect(await said(page, "held up").count()).toBe(1);
  expect(await credits(page)).toBe(before - 1);
});

test("without a socket: what the other said in between comes with one's own message, in order", async () => {
  const page = await atChat(ANNA, BEN, {}, (one) =>
    one.routeWebSocket("**/api/live.php", (socket) => socket.close({ code: 1011 })),
  );
  await write(page, "are we alone?");
  await said(page, "are we alone?").waitFor();
  const other = await atChat(BEN, ANNA, { javaScriptEnabled: false });
  await write(other, "no socket needed");
  await said(other, "no socket needed").waitFor();
  await write(page, "it seems so");
  await said(page, "no socket needed").waitFor();
  const texts = await page.getByRole("log").locator("p").allTextContents();
  expect(texts.filter((text) => /alone|socket|seems/.test(text))).toEqual(["are we alone?", "no socket needed", "it seems so"]);
});

test("without a script: the same form twice is one message, and a chat is removed after being asked", async () => {
  const page = await atChat(BEN, ANNA, { javaScriptEnabled: false, viewport: PHONE });
  const before = await credits(page);
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await write(page, "only once, please");
  await said(page, "only once, please").waitFor();
  const request = await posted;
  const headers = { "content-type": request.headers()["content-type"] ?? "", origin: new URL(at("/")).origin };
  const again = await page.context().request.post(request.url(), { headers, data: request.postDataBuffer() ?? "" });
  expect(again.status()).toBe(200);
  await page.reload();
  expect(await said(page, "only once, please").count()).toBe(1);
  expect(await credits(page)).toBe(before - 1);

  const conversation = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "Remove this conversation" }).click();
  await page.getByRole("button", { name: "Yes, remove it" }).click();
  await page.waitForURL(at("/chats"));
  expect(await page.locator(`a[href="${conversation}"]`).count()).toBe(0);
  await page.goto(at(conversation));
  expect(await said(page, "only once, please").count()).toBe(0);
});
