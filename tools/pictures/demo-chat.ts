import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContextOptions, Page } from "playwright";
import { DEMO_LOGINS } from "#demo/logins.ts";
import { type Demo, logIn } from "./demo-browser.ts";

const [ANNA, BEN] = DEMO_LOGINS;
/** In ms. */
const KEY_EVERY = 40;
const BEFORE_SENDING = 200;
const AFTER_READING = 400;

/** Anna and Ben, each at the chat with the other, after a few messages. Both stay online until the pages close. */
export async function openChats(demo: Demo, options: BrowserContextOptions = {}): Promise<{ anna: Page; ben: Page }> {
  const anna = await atChat(demo, ANNA, BEN, options);
  const ben = await atChat(demo, BEN, ANNA, options);
  await write(anna, ben, "Is the garden café open today?");
  await write(ben, anna, "It is. Come by at four!");
  return { anna, ben };
}

/** Ends when the other browser shows the message and the writer's shows that it was read. */
export async function write(from: Page, to: Page, text: string): Promise<void> {
  await from.locator('textarea[name="text"]').pressSequentially(text, { delay: KEY_EVERY });
  await pause(BEFORE_SENDING);
  await from.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await message(to, text).waitFor();
  await message(from, text).getByRole("img", { name: "Read" }).first().waitFor();
  await pause(AFTER_READING);
}

async function atChat(
  demo: Demo,
  who: (typeof DEMO_LOGINS)[number],
  partner: (typeof DEMO_LOGINS)[number],
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await demo.open(options);
  await logIn(page, demo.at("/"), who);
  await page.goto(demo.at(`/members/${partner.id}/chat`), { waitUntil: "networkidle" });
  return page;
}

function message(page: Page, text: string) {
  const bubbles = page.getByRole("log").locator("div");
  return bubbles.filter({ has: page.locator("p", { hasText: text }) }).first();
}
