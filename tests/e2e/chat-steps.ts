import type { Page, Response } from "playwright";
import { expect } from "vitest";
import { person } from "./browser.ts";
import { insertSession } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { openAlive } from "./steps.ts";

/** The member's own browser, at the chat with the partner. */
export async function atChat(who: { id: string }, partner: { id: string }, options: Parameters<typeof person>[0] = {}) {
  const { context, page } = await person(options);
  await insertSession(context, who.id);
  const path = `/members/${partner.id}/chat`;
  await (options.javaScriptEnabled === false ? page.goto(path) : openAlive(page, path));
  return page;
}

/** The chat as the server gives it to a device of the member that draws nothing. */
export async function deviceAt(who: { id: string }, partner: { id: string }): Promise<PlainBrowser> {
  const device = await PlainBrowser.of(who.id);
  await device.goto(`/members/${partner.id}/chat`);
  return device;
}

/** Sends a message without a page; returns the address of the chat. */
export async function sendAs(who: { id: string }, partner: { id: string }, text: string): Promise<string> {
  const device = await PlainBrowser.of(who.id);
  const data = { profile: partner.id, text, client_id: crypto.randomUUID() };
  const { status, json } = await device.call<{ message: { conversation: string } }>("/api/chat.php", data);
  expect(status).toBe(201);
  return `/chats/${json.message.conversation}`;
}

export const bubble = (page: Page, text: string) => page.locator("[data-seq]").filter({ hasText: text }).last();

/** Types half a message and waits until it is saved: a connection that is back saves without the pause in typing. */
export async function typeDraft(page: Page, text: string): Promise<Response> {
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().includes("/api/chat-draft.php") && (answer.request().postDataJSON() as { text: string }).text === text,
  );
  await page.locator('textarea[name="text"]').fill(text);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  return saved;
}
