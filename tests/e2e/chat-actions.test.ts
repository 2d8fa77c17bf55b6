import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, PHONE, useBrowser } from "./browser.ts";
import { atChat, bubble, deviceAt, sendAs, typeDraft } from "./chat-steps.ts";
import { closeAfterwards } from "./contexts.ts";
import { insertMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import type { PlainBrowser } from "./plain.ts";
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
  // At a desk an opened chat has the focus in the field.
  await expect.poll(() => field(anna).evaluate((element) => element === document.activeElement)).toBe(true);
  await anna.keyboard.type("typed at once");
  await expect.poll(() => field(anna).inputValue()).toMatch(/typed at once$/);
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

  await ben.goto(at("/robots.txt"));
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
  const his = await deviceAt(BEN, ANNA);
  expect(his.all((one) => one.has("data-seq") && /Tell me more.*edited/.test(one.text))).toHaveLength(1);

  await typeDraft(anna, "What I have not sent");
  expect((await deviceAt(ANNA, BEN)).value("text")).toBe("What I have not sent");
});

test("the mark above new messages goes with the answer to them", async () => {
  await sendAs(BEN, ANNA, "new to Annette");
  const anna = await atChat(ANNA, BEN);
  const mark = anna.getByRole("log").getByText("New messages", { exact: true });
  await mark.waitFor();
  await write(anna, "answered by Annette");
  await bubble(anna, "answered by Annette").waitFor();
  await expect.poll(() => mark.count()).toBe(0);
});

test("the chat with a member who has left is read, and offers no field", async () => {
  const gone = await insertMember(newcomer("Gone"));
  await sendAs(ANNA, { id: gone }, "still there?");
  const fields = (page: PlainBrowser) => page.all((one) => one.tag === "textarea").length;
  expect(fields(await deviceAt(ANNA, { id: gone }))).toBe(1);
  await sql("UPDATE profiles SET status = 'deleted' WHERE id = ?", gone);
  const anna = await deviceAt(ANNA, { id: gone });
  anna.shows("This member has left. You can still read the conversation.", "still there?");
  expect(fields(anna)).toBe(0);
});

test("on a touch screen a menu opens by a long press, once it could load, a swipe answers, and a text is copied", async () => {
  const page = await atChat(BEN, ANNA, { viewport: PHONE, hasTouch: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const frames = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const menu = page.locator("#m1").getByRole("button", { name: "Options for this message" });
  await menu.waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body), "no keyboard opens at first").toBe(true);

  const devices = await page.context().newCDPSession(page);
  closeAfterwards(page.context());
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    devices.send("Input.dispatchTouchEvent", { type, touchPoints });
  const reply = page.getByRole("button", { name: "Reply", exact: true });
  const longPress = async () => {
    const pressed = (await page.locator("#m1").boundingBox()) ?? expect.unreachable();
    await touch("touchStart", { x: pressed.x + 20, y: pressed.y + 20 });
    await reply.waitFor();
    await touch("touchEnd");
    await frames();
    await expect.poll(() => reply.isVisible()).toBe(true);
  };

  // A menu that does not load offline says so, and opens once the network is back.
  await page.context().setOffline(true);
  await bubble(page, "How was your day?").press("Enter");
  await page.getByRole("status").getByText("That did not work. Try again.").waitFor();
  await page.context().setOffline(false);
  // A press during which it loads opens it, and it stays when the finger leaves.
  await longPress();
  await page.keyboard.press("Escape");
  await reply.waitFor({ state: "hidden" });

  // It is neither seen nor hit before.
  expect(await menu.evaluate((button) => [getComputedStyle(button).opacity, getComputedStyle(button).pointerEvents])).toEqual([
    "0",
    "none",
  ]);
  const { x, y } = (await page.locator("#m1").boundingBox()) ?? expect.unreachable();
  const isFieldFocused = () => field(page).evaluate((element) => element === document.activeElement);
  const swipe = async (right: number, down: number) => {
    const at = (part: number) => ({ x: x + 20 + right * part, y: y + 20 + down * part });
    await touch("touchStart", at(0));
    for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", at(part));
    await touch("touchEnd");
  };
  // Up and down, or a little way, it does not answer.
  const answers = page.getByText("Reply to Annette");
  for (const [right, down] of [
    [30, 0],
    [-120, 0],
    [60, 120],
  ] as const)
    await swipe(right, down);
  await frames();
  expect(await answers.count()).toBe(0);
  await swipe(120, 10);
  await answers.waitFor();
  await expect.poll(isFieldFocused).toBe(true);
  await expect.poll(() => page.locator("#m1").evaluate((message) => getComputedStyle(message).translate)).toBe("none");
  await field(page).press("Escape");
  await answers.waitFor({ state: "detached" });

  // With and without the clipboard's own call.
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

  await longPress();
  await reply.tap();
  await expect.poll(isFieldFocused).toBe(true);
});

test("without scripts a reply is read and its quote leads to the original, and no button is dead", async () => {
  const page = await atChat(BEN, ANNA, { javaScriptEnabled: false, viewport: PHONE });
  const quote = bubble(page, "Long, and warm").getByRole("link", { name: "How was your day?" });
  await expect.poll(() => page.getByRole("button", { name: "Options for this message" }).count()).toBe(0);
  await quote.click();
  await page.waitForURL(/before=\d+#m1$/);
  await expect.poll(() => page.locator("#m1").count()).toBe(1);
});
