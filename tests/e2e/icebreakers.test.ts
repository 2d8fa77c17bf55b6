import { expect, test } from "vitest";
import { expectSound, useBrowser } from "./browser.ts";
import { demoMember, insertMember, memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { hydrated, newcomer } from "./steps.ts";

useBrowser();

const spentBy = (id: string) => sql("SELECT kind, amount FROM ledger WHERE account_id = ? AND amount < 0 ORDER BY id", id);
const DEAR = "Two truths and one lie: you first, and I guess.";

test("a ready line fills the field, and is sent by the button with the price", async () => {
  const receiver = await insertMember(newcomer("Iris"));
  const { page, id } = await memberPage("Ivo", { gender: "male" });
  await page.goto(`/members/${receiver}/chat`);
  const lines = page.getByRole("log").getByRole("listitem").getByRole("link");
  const others = page.getByRole("log").getByRole("link", { name: "Other lines" });
  await expect.poll(() => lines.count()).toBe(3);
  await hydrated(page);
  await expectSound(page);
  const field = page.locator("textarea[name=text]");
  const seen: string[] = [];
  const fill = async () => {
    for (let at = 0; at < 3; at++) {
      seen.push((await lines.nth(at).textContent()) ?? "");
      await lines.nth(at).click();
      await expect.poll(() => field.inputValue()).toBe(seen.at(-1));
    }
  };
  await fill();
  await others.click();
  await expect.poll(() => others.count()).toBe(0);
  await fill();
  expect(new Set(seen).size, "no line comes twice").toBe(6);
  expect(await spentBy(id), "a press never sends").toEqual([]);
  const dear = await page.getByText(DEAR).count();
  if (dear === 0) await page.goto(`/members/${receiver}/chat`);
  await page.getByRole("link", { name: DEAR }).click();
  await expect.poll(() => field.inputValue()).toBe(DEAR);
  await page.getByRole("button", { name: "Send · 1 credit" }).click();
  await page.waitForURL(/\/chats\/\w+/);
  await page.getByRole("log").getByText(DEAR).waitFor();
  await lines.first().waitFor({ state: "detached" });
  expect(await spentBy(id)).toEqual([{ kind: "icebreaker", amount: -1 }]);
});

test("without scripts a ready line is a link that fills the field, and a form sends it", async () => {
  const receiver = await insertMember(newcomer("Iris"));
  const { page, id } = await plainMember("Ivo", { gender: "male" });
  await page.goto(`/members/${receiver}/chat`);
  const lines = () => page.all((one) => one.tag === "a" && /[?&]icebreaker=/.test(one.get("href") ?? ""));
  const [first, ...others] = lines();
  expect(others.length).toBeGreaterThan(1);
  await page.goto(first?.get("href") ?? "");
  expect(page.value("text")).toBe(first?.text);
  await page.follow("Other lines");
  const again = lines().map(({ text }) => text);
  expect(again.length).toBeGreaterThan(2);
  expect(again, "no line comes twice").not.toContain(first?.text);
  if (!again.includes(DEAR)) await page.goto(`/members/${receiver}/chat`);
  await page.follow(DEAR);
  expect(page.value("text")).toBe(DEAR);
  expect(await spentBy(id), "a link never sends").toEqual([]);
  await page.press("Send · 1 credit");
  expect(page.path).toMatch(/^\/chats\/\w+/);
  page.shows(DEAR);
  expect(await spentBy(id)).toEqual([{ kind: "icebreaker", amount: -1 }]);
});

test("a suggested first line fills the chat's field", async () => {
  const page = await demoMember({ viewport: { width: 360, height: 640 } });
  const other = await insertMember(newcomer("Otto", "male"));
  await sql(`UPDATE profiles SET prompts = '[{"question":"laugh","answer":"Ducks."}]' WHERE id = ?`, other);
  await page.goto(`/members/${other}`);
  await page.getByRole("button", { name: "Need a first line?" }).click();
  const lines = page.getByRole("dialog", { name: /^Break the ice with / });
  await lines.waitFor();
  await expectSound(page);
  const offered = await lines.getByRole("link").allTextContents();
  await lines.getByRole("link").first().click();
  await page.waitForURL(/\/members\/\w+\/chat\?icebreaker=[\w-]+$/);
  const field = page.locator("textarea[name=text]");
  await expect.poll(() => field.inputValue()).toBe(offered[0]);
  // One list for both places, those about the other first.
  await expect.poll(() => page.getByRole("log").getByRole("listitem").allTextContents()).toEqual(offered.slice(0, 3));
  expect(offered, "one is about his answer").toHaveLength(7);
  await page.goto(page.url().replace(/icebreaker=[\w-]+/, "icebreaker=99"));
  await expect.poll(() => page.locator("textarea[name=text]").count()).toBe(1);
});

test("a visitor who opens a chat gets the way to the log-in", async () => {
  const chat = `/members/${await insertMember(newcomer("Bea"))}/chat`;
  const page = new PlainBrowser();
  await page.goto(chat);
  expect(page.all(({ tag }) => tag === "h1").map(({ text }) => text)).toEqual(["You need to be logged in to chat"]);
  expect(page.link(/^Log ?in$/)).toBe(`/login?next=${encodeURIComponent(chat)}`);
});
