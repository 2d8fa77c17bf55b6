import { expect, test } from "vitest";
import { at, expectSound, PHONE, person, useBrowser } from "./browser.ts";
import { demoMember, insertMember, memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { newcomer } from "./steps.ts";

useBrowser();

test.each([true, false])("a ready line opens a conversation, scripts: %s", async (javaScriptEnabled) => {
  const receiver = await insertMember(newcomer("Iris"));
  const { page, id } = await memberPage("Ivo", { gender: "male", javaScriptEnabled });
  await page.goto(`/members/${receiver}/chat`);
  await page.getByText("Or send one of these as it is. Price: 1 credit.").waitFor();
  if (javaScriptEnabled) await expectSound(page);
  await page.getByRole("button", { name: "Two truths and one lie: you first, and I guess." }).click();
  await page.waitForURL(/\/chats\/\w+/);
  await page.getByRole("log").getByText("Two truths and one lie: you first, and I guess.").waitFor();
  await page.getByText("Or send one of these").waitFor({ state: "detached" });
  const entries = await sql("SELECT kind, amount FROM ledger WHERE account_id = ? ORDER BY id DESC LIMIT 1", id);
  expect(entries).toEqual([{ kind: "icebreaker", amount: -1 }]);
});

test("a suggested first line fills the chat's field", async () => {
  const page = await demoMember({ viewport: { width: 360, height: 640 } });
  await page.goto("/members");
  await page.locator('main li a[href^="/members/"]').nth(5).click();
  await page.getByRole("button", { name: "Need a first line?" }).click();
  const lines = page.getByRole("dialog", { name: /^Break the ice with / });
  await lines.waitFor();
  await expectSound(page);
  await lines.getByRole("link", { name: "What is the nicest thing that happened to you this week?" }).click();
  await page.waitForURL(/\/members\/\w+\/chat\?icebreaker=3$/);
  const field = page.locator("textarea[name=text]");
  await expect.poll(() => field.inputValue()).toBe("What is the nicest thing that happened to you this week?");
  await page.goto(page.url().replace("icebreaker=3", "icebreaker=99"));
  await expect.poll(() => page.locator("textarea[name=text]").count()).toBe(1);
});

test("a visitor who opens a chat gets the way to the log-in", async () => {
  const receiver = await insertMember(newcomer("Bea"));
  const { page } = await person({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto(at(`/members/${receiver}/chat`));
  await page.getByRole("heading", { level: 1, name: "You need to be logged in to chat" }).waitFor();
  const login = page.getByRole("link", { name: /^Log ?in$/ });
  await expect.poll(() => login.getAttribute("href")).toBe(`/login?next=${encodeURIComponent(`/members/${receiver}/chat`)}`);
});
