import { expect, test } from "vitest";
import { expectSound, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
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
  expect(await page.getByText("Or send one of these").count()).toBe(0);
  const entries = await sql("SELECT kind, amount FROM ledger WHERE account_id = ? ORDER BY id DESC LIMIT 1", id);
  expect(entries).toEqual([{ kind: "icebreaker", amount: -1 }]);
});
