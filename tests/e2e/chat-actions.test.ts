import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, PHONE, useBrowser } from "./browser.ts";
import { atChat, bubble, typeDraft } from "./chat-steps.ts";
import { insertMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { sql } from "./product.ts";
import { newcomer } from "./steps.ts";

useBrowser();

const ANNA = { ...newcomer("Anna"), name: "Annette", id: "" };
const BEN = { ...newcomer("Ben", "male"), name: "Bendix", id: "" };
beforeAll(async () => {
  for (const member of [ANNA, BEN]) member.id = await insertMember(member, { credits: 100 });
});

const field = (page: Page) => page.locator('textarea[name="text"]');
const write = async (page: Page, text: string) => {
  await field(page).fill(text);
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
};
const menuOf = async (page: Page, text: string) => {
  await bubble(page, text).hover();
  await bubble(page, text).getByRole("button", { name: "Options for this message" }).click();
};

/** Opens the menu of the focused message, moves to an item before the browser tells of the opening, and returns what has the focus then. */
async function chosenAsItOpens(item: string): Promise<string | undefined> {
  const menu = document.getElementById("message-menu");
  const told = new Promise((resolve) => menu?.addEventListener("toggle", resolve, { once: true }));
  document.activeElement?.querySelector<HTMLElement>("[popovertarget]")?.click();
  [...(menu?.querySelectorAll("button") ?? [])].find(({ textContent }) => textContent === item)?.focus();
  await told;
  return document.activeElement?.textContent ?? undefined;
}

test("a reaction, a reply, an edit and a deletion reach the other browser, and a draft the other device", async () => {
  const [anna, ben] = [await atChat(ANNA, BEN), await atChat(BEN, ANNA, { viewport: PHONE })];
  await write(anna, "How was your day?");
  await menuOf(ben, "How was your day?");
  await ben.getByRole("button", { name: "React: fire" }).click();
  await bubble(anna, "How was your day?").getByRole("img", { name: "Bendix reacted: fire" }).waitFor();
  // By keyboard: one tab stop, Enter opens the menu, Escape closes it where it was.
  await bubble(ben, "How was your day?").focus();
  await ben.keyboard.press("Enter");
  await ben.getByRole("button", { name: "Reply", exact: true }).waitFor();
  await ben.keyboard.press("Escape");
  await expect.poll(() => bubble(ben, "How was your day?").evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await ben.evaluate(chosenAsItOpens, "Reply")).toBe("Reply");
  await ben.keyboard.press("Enter");
  await write(ben, "Long, and warm");
  const quote = bubble(anna, "Long, and warm").getByRole("link", { name: "How was your day?" });
  await quote.click();
  await anna.waitForFunction(() => document.activeElement?.textContent?.includes("How was your day?"));

  await ben.goto(at("/likes"));
  await write(anna, "Tell me mroe");
  await bubble(anna, "Tell me mroe")
    .getByRole("img", { name: /Sent|Delivered/ })
    .waitFor();
  await menuOf(anna, "Tell me mroe");
  await anna.getByRole("button", { name: "Edit", exact: true }).click();
  await field(anna).fill("Tell me more");
  // The edit is left before its answer, which must not end what is typed by then.
  const left = Promise.withResolvers<void>();
  await intercept(anna, "**/api/chat-message.php", (route) => left.promise.then(() => route.continue()), { times: 1 });
  const saving = anna.waitForRequest("**/api/chat-message.php");
  await anna.getByRole("button", { name: "Save the change" }).click();
  const save = await saving;
  await field(anna).press("Escape");
  await field(anna).fill("Not sent yet");
  left.resolve();
  await save.response();
  await bubble(anna, "Tell me more").getByText("edited").waitFor();
  await expect.poll(() => field(anna).inputValue()).toBe("Not sent yet");

  // One that is refused after it was left comes back below what is typed by then, and says why.
  const refused = Promise.withResolvers<void>();
  const error = { code: "conflict", message: "Changed on another device." };
  await intercept(
    anna,
    "**/api/chat-message.php",
    (route) => refused.promise.then(() => route.fulfill({ status: 409, json: { error } })),
    {
      times: 1,
    },
  );
  await menuOf(anna, "Tell me more");
  await anna.getByRole("button", { name: "Edit", exact: true }).click();
  await field(anna).fill("Tell me most");
  await anna.getByRole("button", { name: "Save the change" }).click();
  await menuOf(anna, "Long, and warm");
  await anna.getByRole("button", { name: "Reply", exact: true }).click();
  await field(anna).fill("Not sent either");
  refused.resolve();
  await anna.getByRole("alert").getByText(error.message).waitFor();
  await expect.poll(() => field(anna).inputValue()).toBe("Not sent either\nTell me most");
  await field(anna).press("Escape");

  // The unsent text survives an edit that is left for a reply.
  await field(anna).fill("What I say next");
  await menuOf(anna, "Tell me more");
  await anna.getByRole("button", { name: "Edit", exact: true }).click();
  await field(anna).fill("Tell me");
  await menuOf(anna, "Long, and warm");
  await anna.getByRole("button", { name: "Reply", exact: true }).click();
  await expect.poll(() => field(anna).inputValue()).toBe("What I say next");
  await field(anna).press("Escape");

  // A change that comes too late is told at once and can be sent as a message.
  await menuOf(anna, "Tell me more");
  await anna.getByRole("button", { name: "Edit", exact: true }).click();
  await field(anna).fill("Tell me all");
  await ben.goto(at(`/members/${ANNA.id}/chat`));
  await anna.getByRole("alert").getByText("This message can no longer be changed").waitFor();
  await anna.getByRole("button", { name: "Save the change" }).click();
  await menuOf(anna, "Long, and warm");
  await anna.getByRole("button", { name: "Reply", exact: true }).click();
  await expect.poll(() => field(anna).inputValue()).toBe("What I say next\nTell me all");
  await anna.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect.poll(() => field(anna).inputValue()).toBe("What I say next\nTell me all");

  await menuOf(anna, "Tell me more");
  await anna.getByText("Delete for me").click();
  await anna.getByRole("button", { name: "Yes, delete it" }).click();
  await bubble(anna, "Tell me more").waitFor({ state: "detached" });
  await anna.waitForFunction(() => document.activeElement?.matches("[data-seq]"));
  await ben.goto(at(`/members/${ANNA.id}/chat`));
  await bubble(ben, "Tell me more").getByText("edited").waitFor();

  await typeDraft(anna, "What I have not sent");
  const phone = await atChat(ANNA, BEN, { viewport: PHONE });
  await expect.poll(() => field(phone).inputValue()).toBe("What I have not sent");
  await phone.context().close();
});

test("the mark above new messages goes with the answer to them", async () => {
  await write(await atChat(BEN, ANNA), "new to Annette");
  await expect
    .poll(() => sql("SELECT seq FROM messages WHERE sender_id = ? AND text = 'new to Annette'", BEN.id))
    .toHaveLength(1);
  const anna = await atChat(ANNA, BEN);
  const mark = anna.getByRole("log").getByText("New messages", { exact: true });
  await mark.waitFor();
  await write(anna, "answered by Annette");
  await bubble(anna, "answered by Annette").waitFor();
  await expect.poll(() => mark.count()).toBe(0);
});

test("the chat with a member who has left is read, and offers no field", async () => {
  const gone = await insertMember(newcomer("Gone"));
  const anna = await atChat(ANNA, { id: gone });
  await write(anna, "still there?");
  await bubble(anna, "still there?").waitFor();
  await sql("UPDATE profiles SET status = 'deleted' WHERE id = ?", gone);
  await anna.reload();
  await anna.getByText("This member has left. You can still read the conversation.").waitFor();
  await bubble(anna, "still there?").waitFor();
  await expect.poll(() => field(anna).count()).toBe(0);
});

test("a menu that does not load offline says so, and opens once the network is back", async () => {
  const page = await atChat(BEN, ANNA);
  await page.getByRole("button", { name: "Options for this message" }).first().waitFor({ state: "attached" });
  await page.context().setOffline(true);
  await bubble(page, "How was your day?").press("Enter");
  await page.getByRole("status").getByText("That did not work. Try again.").waitFor();
  await page.context().setOffline(false);
  await bubble(page, "How was your day?").press("Enter");
  await page.getByRole("button", { name: "Reply", exact: true }).waitFor();
});

test("a long press opens a message's menu, which stays when the finger leaves", async () => {
  const page = await atChat(BEN, ANNA, { viewport: PHONE, hasTouch: true });
  const menu = page.getByRole("button", { name: "Options for this message" });
  await menu.first().waitFor();
  const { x, y } = (await bubble(page, "How was your day?").boundingBox()) ?? expect.unreachable();
  const devices = await page.context().newCDPSession(page);
  await devices.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + 20, y: y + 20 }] });
  const reply = page.getByRole("button", { name: "Reply", exact: true });
  await reply.waitFor();
  await devices.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect.poll(() => reply.isVisible()).toBe(true);
  await reply.tap();
  await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true);
});

test("a swipe to the right answers a message; up and down, or a little way, it does not", async () => {
  const page = await atChat(BEN, ANNA, { viewport: PHONE, hasTouch: true });
  const menu = page.locator("#m1").getByRole("button", { name: "Options for this message" });
  await menu.waitFor();
  // It is opened by a long press, and neither seen nor hit before.
  expect(await menu.evaluate((button) => [getComputedStyle(button).opacity, getComputedStyle(button).pointerEvents])).toEqual([
    "0",
    "none",
  ]);
  const { x, y } = (await page.locator("#m1").boundingBox()) ?? expect.unreachable();
  const devices = await page.context().newCDPSession(page);
  const swipe = async (right: number, down: number) => {
    const at = (part: number) => [{ x: x + 20 + right * part, y: y + 20 + down * part }];
    await devices.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (const part of [0.25, 0.5, 0.75, 1])
      await devices.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
    await devices.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const answers = page.getByText("Reply to Annette");
  for (const [right, down] of [
    [30, 0],
    [-120, 0],
    [60, 120],
  ] as const)
    await swipe(right, down);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await answers.count()).toBe(0);
  await swipe(120, 10);
  await answers.waitFor();
  await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => page.locator("#m1").evaluate((message) => getComputedStyle(message).translate)).toBe("none");
});

test("at a desk an opened chat has the focus in the field, on a touch screen it has not", async () => {
  const desk = await atChat(ANNA, BEN);
  await expect.poll(() => field(desk).evaluate((element) => element === document.activeElement)).toBe(true);
  await desk.keyboard.type("typed at once");
  await expect.poll(() => field(desk).inputValue()).toMatch(/typed at once$/);
  const phone = await atChat(BEN, ANNA, { viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.locator("#m1").waitFor();
  expect(await phone.evaluate(() => document.activeElement === document.body)).toBe(true);
});

test("a message is copied by its menu on a touch screen, with and without the clipboard's own call", async () => {
  const page = await atChat(BEN, ANNA, { viewport: PHONE, hasTouch: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [place, text] of [
    ["#m1", "How was your day?"],
    ["#m2", "Long, and warm"],
  ] as const) {
    if (place === "#m2") await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    const words = page.locator(place);
    await words.waitFor();
    await expect.poll(() => words.evaluate((element) => getComputedStyle(element).userSelect)).toBe("none");
    await words.getByRole("button", { name: "Options for this message" }).dispatchEvent("click");
    await page.getByRole("button", { name: "Copy text", exact: true }).tap();
    await page.getByRole("status").getByText("Text copied").waitFor();
    await field(page).focus();
    await page.keyboard.press("Control+V");
    await expect.poll(() => field(page).inputValue()).toBe(text);
    await typeDraft(page, "");
  }
});

test("without scripts a reply is read and its quote leads to the original, and no button is dead", async () => {
  const page = await atChat(BEN, ANNA, { javaScriptEnabled: false, viewport: PHONE });
  const quote = bubble(page, "Long, and warm").getByRole("link", { name: "How was your day?" });
  await expect.poll(() => page.getByRole("button", { name: "Options for this message" }).count()).toBe(0);
  await quote.click();
  await page.waitForURL(/before=\d+#m1$/);
  await expect.poll(() => page.locator("#m1").count()).toBe(1);
});
