import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { person, useBrowser } from "./browser.ts";
import { sendAs } from "./chat-steps.ts";
import { insertMember, insertSession, memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { account, badge, newcomer, openAlive, said, say, tick, titleCount } from "./steps.ts";

useBrowser();

/** Only this file likes and writes to him: the tests count his badges. */
const BEN = { ...newcomer("Ben", "male"), name: "Benedict", id: "" };
beforeAll(async () => {
  BEN.id = await insertMember(BEN, { credits: 100 });
  // No other member is as old: a search for this age finds him alone.
  await sql("UPDATE profiles SET birth_date = date('now', '-88 years', '-40 days') WHERE id = ?", BEN.id);
});

const SEND = /^Send( ·|$)/;

/** Ben's page and the initial badge counts. */
async function ben(path = "/members"): Promise<{ page: Page; likes: number; unread: number }> {
  const { page } = await person();
  await insertSession(page.context(), BEN.id);
  await page.goto(path);
  const { new_likes: likes, unread_messages: unread } = await account(page);
  await badge(page, "/likes", likes);
  return { page, likes, unread };
}

test("messages of both sides arrive once and in order after an offline time", async () => {
  const { page, id } = await memberPage("Olga");
  const his = await PlainBrowser.of(BEN.id);
  await page.goto(`/members/${BEN.id}/chat`);
  await say(page, "before the tunnel");
  await page.waitForURL("**/chats/*");
  const { pathname } = new URL(page.url());
  // What he opens, he has read.
  await his.goto(pathname);
  await tick(page, "before the tunnel", "Read").waitFor();

  await page.context().setOffline(true);
  for (const text of ["are you there?", "hello?"]) await sendAs(BEN, { id }, text);
  await page.getByText("You are offline", { exact: true }).waitFor();
  const meanwhile = ["in the tunnel", "still in it", "how long is it?"];
  for (const text of meanwhile) {
    await say(page, text);
    await tick(page, text, "Sending").waitFor();
  }
  await page.getByText("Will be sent as soon as the connection is back.").first().waitFor();
  await expect.poll(() => said(page, "hello?").count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText("You are offline", { exact: true }).waitFor({ state: "detached" });
  await said(page, "hello?").waitFor();
  for (const text of meanwhile) await tick(page, text, "Sent").waitFor();
  await his.goto(pathname);
  for (const text of meanwhile) await tick(page, text, "Read").waitFor();
  const all = ["before the tunnel", "are you there?", "hello?", ...meanwhile];
  const texts = his.all(({ tag, text }) => tag === "p" && all.includes(text)).map(({ text }) => text);
  expect(texts, "each once, in order").toEqual(all);
  for (const text of all) await expect.poll(() => said(page, text).count()).toBe(1);
  expect((await account(page)).credits).toBe(6);
});

test("two tabs of a member show the same state", async () => {
  const { id } = await plainMember("Paula");
  const first = await ben();
  const second = await first.page.context().newPage();
  await second.goto("/members");
  await badge(second, "/likes", first.likes);
  await sendAs({ id }, BEN, "to both of your tabs");
  for (const tab of [first.page, second]) await badge(tab, "/chats", first.unread + 1);

  await first.page.goto("/chats");
  await first.page.getByRole("link").filter({ hasText: "to both of your tabs" }).first().click();
  await said(first.page, "to both of your tabs").waitFor();
  await badge(second, "/chats", first.unread);
  await titleCount(first.page, first.likes + first.unread);

  await openAlive(second, new URL(first.page.url()).pathname);
  await sendAs({ id }, BEN, "and once more");
  for (const tab of [first.page, second]) await said(tab, "and once more").waitFor();
  for (const tab of [first.page, second]) await expect.poll(() => said(tab, "and once more").count()).toBe(1);
});

test("without credits the text stays with the reason, and a link to buy appears", async () => {
  const { page } = await memberPage("Rosa", { credits: 0 });
  await openAlive(page, `/members/${BEN.id}/chat`);
  await say(page, "one too many");
  const why = page.getByText(`You do not have enough credits to send this message to ${BEN.name}.`);
  const sheet = page.getByRole("dialog", { name: "Get credits" });
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "hidden" });
  await expect.poll(() => page.locator('textarea[name="text"]').inputValue()).toBe("one too many");
  await why.first().waitFor();
  await page.getByRole("button", { name: "Get credits" }).first().waitFor();
  await expect.poll(() => said(page, "one too many").count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.reload();
  await expect.poll(() => page.locator('textarea[name="text"]').inputValue()).toBe("one too many");
  expect(await account(page)).toMatchObject({ credits: 0 });
});

test("without scripts and credits, too, the text stays with the reason, and nothing is offered where nothing is sold", async () => {
  const { page } = await plainMember("Rosa", { credits: 0 });
  const why = `You do not have enough credits to send this message to ${BEN.name}.`;
  await page.goto(`/members/${BEN.id}/chat`);
  await page.press(SEND, { text: "without a script" });
  page.shows("Get credits");
  expect(page.value("text")).toBe("without a script");
  // Where nothing is sold, the same refusal says so.
  const { page: unsold } = await plainMember("Rosa", { host: "unsold.localhost", credits: 0 });
  await unsold.goto(`/members/${BEN.id}/chat`);
  await unsold.press(SEND, { text: "without a credit" }, { status: 402 });
  unsold.shows(why, "Buying credits is not possible on this site yet. Reading stays free.");
  unsold.lacks("Get credits");
});

test("without scripts: search, like and talk; a form sent twice stores one message; a chat is removed after a question", async () => {
  const { page, id } = await plainMember("Tess");
  await page.goto("/members");
  page.unfold(/^Filters/);
  await page.press("Search", { country: "all", min_age: "88", max_age: "88" });
  const [card] = page.all((one) => one.tag === "a" && one.get("href")?.startsWith(`/members/${BEN.id}`) === true);
  await page.goto(card?.get("href") ?? expect.unreachable());
  await page.press(/^Like Liked$/);
  await page.press(/Take like back$/);
  expect(page.buttons(/^Like Liked$/)).toHaveLength(1);
  await page.follow("Message");

  await page.press(SEND, { text: "hello without a script" });
  const conversation = page.path.split(/[?#]/)[0] ?? "";
  expect(conversation).toMatch(/^\/chats\/\w+$/);
  await page.again();
  await page.goto(conversation);
  expect(page.all((one) => one.has("data-seq") && one.text.includes("hello without a script"))).toHaveLength(1);
  expect(await sql("SELECT credits FROM accounts WHERE id = ?", id)).toEqual([{ credits: 9 }]);

  page.unfold("More options");
  page.unfold("Remove this conversation");
  await page.press("Yes, remove it");
  expect(page.path).toBe("/chats");
  page.shows("No messages yet");
  await page.goto(conversation);
  page.lacks("hello without a script");
});
