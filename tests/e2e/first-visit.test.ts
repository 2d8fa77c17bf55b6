import { expect, test } from "vitest";
import { DESKTOP, person, useBrowser } from "./browser.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import {
  account,
  badge,
  confirm,
  connected,
  find,
  newcomer,
  openAlive,
  reminder,
  said,
  say,
  signUp,
  tick,
  titleCount,
} from "./steps.ts";

// All that a visitor's browser does.
useBrowser({ motion: true, pictures: true, worker: true });

const BEN = { ...newcomer("Ben", "male"), name: "Bendix" };

test("with scripts, on a desktop: sign up, confirm, search, like, and talk live in two browsers", async () => {
  const nina = newcomer("Nina");
  const { page } = await person({ viewport: DESKTOP });
  await signUp(page, nina);
  await confirm(page, nina);
  expect((await account(page)).credits).toBe(10);
  await page.goto("/members");
  await expect.poll(() => reminder(page).count()).toBe(0);

  const other = await person();
  const ben = await insertMember(BEN, { credits: 100 });
  await insertSession(other.context, ben);
  await openAlive(other.page, "/settings");
  await badge(other.page, "/likes", 0);
  await find(page, BEN.name);
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("button", { name: "Take like back" }).waitFor();
  await badge(other.page, "/likes", 1);
  await titleCount(other.page, 1);

  await page.getByRole("link", { name: "Message", exact: true }).click();
  const hello = `Hello Ben, this is ${nina.name}`;
  await say(page, hello);
  await said(page, hello).waitFor();
  await page.waitForURL("**/chats/*");
  await badge(other.page, "/chats", 1);
  await titleCount(other.page, 2);

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
  await page.reload();
  const device = await PlainBrowser.of(ben);
  await device.goto(new URL(page.url()).pathname);
  for (const text of [hello, answer, "Gladly ☕️"]) {
    await expect.poll(() => said(page, text).count()).toBe(1);
    expect(device.all((one) => one.tag === "p" && one.text === text)).toHaveLength(1);
  }
  expect((await account(other.page)).unread_messages).toBe(0);
});
