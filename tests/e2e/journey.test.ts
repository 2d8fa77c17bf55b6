import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, DESKTOP, PHONE, person, useBrowser } from "./browser.ts";
import { insertMember, insertSession, memberPage } from "./fixtures.ts";
import {
  account,
  badge,
  confirm,
  connected,
  find,
  newcomer,
  openAlive,
  post,
  reminder,
  said,
  say,
  signUp,
  titleCount,
} from "./steps.ts";

// All that a visitor's browser does.
useBrowser({ motion: true, pictures: true, worker: true });

/** Only this file likes and writes to him: the tests count his badges. */
const BEN = { ...newcomer("Ben", "male"), name: "Bendix", id: "" };
beforeAll(async () => {
  BEN.id = await insertMember(BEN, { credits: 100 });
});

/** Ben's page and the initial badge counts. */
async function ben(path = "/members"): Promise<{ page: Page; likes: number; unread: number }> {
  const { page } = await person();
  await insertSession(page.context(), BEN.id);
  await page.goto(path);
  const { new_likes: likes, unread_messages: unread } = await account(page);
  await badge(page, "/likes", likes);
  return { page, likes, unread };
}

/** A confirmed member with a browser; the first journey covers the sign-up form. */
const member = async (name: string): Promise<Page> => (await memberPage(name)).page;

const tick = (page: Page, text: string, state: string) =>
  page
    .getByRole("log")
    .locator("div")
    .filter({ has: page.locator(":scope > p", { hasText: text }) })
    .getByRole("img", { name: state, exact: true });

test("with scripts, on a desktop: sign up, confirm, search, like, and talk live in two browsers", async () => {
  const nina = newcomer("Nina");
  const { page } = await person({ viewport: DESKTOP });
  await signUp(page, nina);
  await confirm(page, nina);
  expect((await account(page)).credits).toBe(10);
  await page.goto("/members");
  await expect.poll(() => reminder(page).count()).toBe(0);

  const other = await ben();
  await find(page, BEN.name);
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("button", { name: "Take like back" }).waitFor();
  await badge(other.page, "/likes", other.likes + 1);
  await titleCount(other.page, other.likes + 1 + other.unread);

  await page.getByRole("link", { name: "Message", exact: true }).click();
  const hello = `Hello Ben, this is ${nina.name}`;
  await say(page, hello);
  await said(page, hello).waitFor();
  await page.waitForURL("**/chats/*");
  await badge(other.page, "/chats", other.unread + 1);
  await titleCount(other.page, other.likes + other.unread + 2);

  // He opens the chat: she sees the read receipt, the typing notice, then the answer.
  await openAlive(other.page, "/chats");
  const opened = connected(other.page);
  await other.page.getByRole("link").filter({ hasText: nina.name }).first().click();
  await said(other.page, hello).waitFor();
  await opened;
  await tick(page, hello, "Read").waitFor();
  const answer = "Hello Nina, coffee?";
  const typed = other.page.locator('textarea[name="text"]').pressSequentially(answer, { delay: 120 });
  await page
    .getByRole("status")
    .filter({ hasText: `${BEN.name} is typing` })
    .waitFor();
  await typed;
  await say(other.page, answer);
  await said(page, answer).waitFor();
  await expect.poll(() => page.getByText(`${BEN.name} is typing`).count()).toBe(0);
  await tick(other.page, answer, "Read").waitFor();

  // And into his open conversation at once.
  await say(page, "Gladly ☕️");
  await said(other.page, "Gladly ☕️").waitFor();
  expect((await account(page)).credits).toBe(8);
  for (const one of [page, other.page]) {
    await one.reload();
    for (const text of [hello, answer, "Gladly ☕️"]) await expect.poll(() => said(one, text).count()).toBe(1);
  }
  expect((await account(other.page)).unread_messages).toBe(other.unread);
});

test("messages of both sides arrive once and in order after an offline time", async () => {
  const page = await member("Olga");
  const other = await ben();
  await page.goto(`/members/${BEN.id}/chat`);
  await say(page, "before the tunnel");
  await page.waitForURL("**/chats/*");
  await other.page.goto(new URL(page.url()).pathname);
  await tick(page, "before the tunnel", "Read").waitFor();

  await page.context().setOffline(true);
  for (const text of ["are you there?", "hello?"]) {
    await say(other.page, text);
    await tick(other.page, text, "Sent").waitFor();
  }
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
  for (const text of meanwhile) await said(other.page, text).waitFor();
  const inOrder = (await other.page.getByRole("log").locator("p").allTextContents()).filter((text) => meanwhile.includes(text));
  expect(inOrder).toEqual(meanwhile);
  for (const text of meanwhile) await tick(page, text, "Read").waitFor();
  for (const one of [page, other.page]) {
    for (const text of ["before the tunnel", "are you there?", "hello?", ...meanwhile])
      await expect.poll(() => said(one, text).count()).toBe(1);
  }
  expect((await account(page)).credits).toBe(6);
});

test("two tabs of a member show the same state", async () => {
  const page = await member("Paula");
  const first = await ben();
  const second = await first.page.context().newPage();
  await second.goto("/members");
  await badge(second, "/likes", first.likes);
  expect(
    (
      await post(page, "/api/chat.php", { profile: BEN.id, text: "to both of your tabs", client_id: "paula-first-words" })
    ).status(),
  ).toBe(201);
  for (const tab of [first.page, second]) await badge(tab, "/chats", first.unread + 1);

  await first.page.goto("/chats");
  await first.page.getByRole("link").filter({ hasText: "to both of your tabs" }).first().click();
  await said(first.page, "to both of your tabs").waitFor();
  await badge(second, "/chats", first.unread);
  await titleCount(first.page, first.likes + first.unread);

  await openAlive(second, new URL(first.page.url()).pathname);
  await post(page, "/api/chat.php", { profile: BEN.id, text: "and once more", client_id: "paula-second-words" });
  for (const tab of [first.page, second]) await said(tab, "and once more").waitFor();
  for (const tab of [first.page, second]) await expect.poll(() => said(tab, "and once more").count()).toBe(1);
});

test("without credits the text stays with the reason, and a link to buy appears only where credits are sold", async () => {
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

  const plain = await person({ javaScriptEnabled: false });
  await plain.context.addCookies(await page.context().cookies());
  await plain.page.goto(new URL(page.url()).pathname);
  await say(plain.page, "without a script");
  await plain.page.getByRole("dialog", { name: "Get credits" }).waitFor();
  await expect.poll(() => plain.page.locator('textarea[name="text"]').inputValue()).toBe("without a script");
  await expect.poll(() => why.count()).toBeGreaterThan(0);
  // Where nothing is sold, the same refusal says so.
  const unsold = await memberPage("Rosa", { host: "unsold.localhost", credits: 0 });
  await unsold.page.goto(`/members/${BEN.id}/chat`);
  await say(unsold.page, "without a credit");
  await unsold.page.getByText(`You do not have enough credits to send this message to ${BEN.name}.`).first().waitFor();
  await unsold.page.getByText("Buying credits is not possible on this site yet. Reading stays free.").waitFor();
  await expect.poll(() => unsold.page.getByText("Get credits").count()).toBe(0);
});

test("without scripts, on a phone: search, like and talk", async () => {
  const { page, context } = await memberPage("Tess", { viewport: PHONE, javaScriptEnabled: false });
  await find(page, BEN.name);
  await page.getByRole("button", { name: /^Like/ }).click();
  await page.getByRole("button", { name: "Take like back" }).click();
  await page.getByRole("button", { name: "Like", exact: true }).waitFor();
  await page.getByRole("link", { name: "Message", exact: true }).click();

  // A resubmitted form sends one message and costs one credit.
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await say(page, "hello without a script");
  const request = await posted;
  await page.waitForURL("**/chats/*");
  const headers = { "content-type": (await request.allHeaders())["content-type"] ?? "", origin: new URL(at("/")).origin };
  const again = await context.request.post(request.url(), { headers, data: request.postDataBuffer() ?? "", maxRedirects: 0 });
  expect(again.status()).toBe(302);
  await page.locator('textarea[name="text"]').fill("a double press");
  await page.getByRole("button", { name: /^Send( ·|$)/ }).dblclick();
  await said(page, "a double press").waitFor();
  const fresh = await context.newPage();
  await fresh.goto(new URL(page.url()).pathname);
  for (const text of ["hello without a script", "a double press"]) await expect.poll(() => said(fresh, text).count()).toBe(1);
  expect((await account(page)).credits).toBe(8);

  await fresh.getByRole("button", { name: "More options" }).click();
  await fresh.getByText("Remove this conversation", { exact: true }).click();
  await fresh.getByRole("button", { name: "Yes, remove it" }).click();
  await fresh.waitForURL("**/chats");
  await fresh.getByText("No messages yet").waitFor();
});
