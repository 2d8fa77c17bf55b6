import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { expectSound, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { hydrated } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };

const ask = (page: Page, text: string) => page.getByRole("heading", { level: 2, name: text }).waitFor();
const say = (page: Page, name: string) => page.locator("main form").getByRole("button", { name, exact: true }).click();
const FIRST = [
  ["What are you here for?", "Something lasting", "Whoever has no preference here fits, too."],
  ["How fast should it go?", "As it comes", "An answer close to yours fits, too."],
  ["Where would you meet first?", "Coffee", "Here only the same answer is a fit."],
] as const;

/** The focus is at each new question, a Tab before its first answer. */
async function tabFrom(page: Page, question: string, answer: Locator): Promise<void> {
  const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
  await expect.poll(() => page.evaluate(() => document.querySelector("main :focus")?.textContent)).toContain(question);
  await page.keyboard.press("Tab");
  expect(await hasFocus(page.locator("main form button").first())).toBe(true);
  while (!(await hasFocus(answer))) await page.keyboard.press("Tab");
}

test("the match finder asks one question a screen, answers to a keyboard, tells what each answer does, and compares", async () => {
  const { page } = await memberPage("Casper", { gender: "male", viewport: NARROW });
  await page.goto("/match-finder");
  await hydrated(page);
  for (const [place, [question, answer, told]] of FIRST.entries()) {
    await ask(page, question);
    const chosen = page.locator("main form").getByRole("button", { name: answer, exact: true });
    if (place === 0) await chosen.focus();
    else await tabFrom(page, question, chosen);
    await page.keyboard.press("Enter");
    // Seeded members are fictional: no figure claims real ones.
    await page.getByText(told).waitFor();
  }
  await page.goBack();
  await ask(page, "Where would you meet first?");
  await expect.poll(() => page.locator("main button[aria-current]").textContent()).toBe("Coffee");
  await expectSound(page);
  await page.reload();
  await ask(page, "Where would you meet first?");
  await page.getByText("Answer one more question to compare.").waitFor();
  await page.getByRole("link", { name: "Skip this" }).click();
  await ask(page, "What is a good evening?");
  await page.getByRole("link", { name: "Skip this" }).click();
  await ask(page, "How do you like to write?");
  await hydrated(page);
  await say(page, "Long messages");
  await ask(page, "How far would you travel?");
  await page.getByRole("link", { name: "Show who fits" }).click();
  const results = page.getByRole("list", { name: "Who fits" }).locator("> li");
  await results.first().waitFor();
  const count = await results.count();
  await expect.poll(() => page.locator("main").textContent()).not.toContain("Compared with");
  const shares = (await page.locator("main strong").allTextContents()).flatMap((text) => /^(\d+)% match$/.exec(text)?.[1] ?? []);
  expect(shares.length).toBe(count);
  expect(shares).toEqual(shares.toSorted((a, b) => Number(b) - Number(a)));
  await results.first().locator("summary").click();
  await results.first().getByText("You agree").waitFor();
  await expectSound(page);
  await page.getByRole("link", { name: "Change my answers" }).click();
  await ask(page, "What are you here for?");
  // The last question leads to the results, which open at their top.
  await page.goto("/match-finder?question=curiosity");
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await say(page, "Very");
  await results.first().waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("without scripts forms and links lead through the match finder to who fits", async () => {
  const { page } = await plainMember("Casper", { gender: "male" });
  await page.goto("/match-finder");
  for (const [question, answer, told] of FIRST) {
    page.shows(question);
    await page.press(answer);
    page.shows(told);
  }
  page.shows("Answer one more question to compare.");
  await page.follow("Skip this");
  page.shows("How do you like to write?");
  await page.press("Long messages");
  await page.follow("Show who fits");
  const shares = page.all(({ tag }) => tag === "strong").flatMap(({ text }) => /^(\d+) ?% match$/.exec(text)?.[1] ?? []);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual(shares.toSorted((a, b) => Number(b) - Number(a)));
  page.lacks("Compared with");
  page.unfold("Why?");
  page.shows("You agree");
  await page.follow("Change my answers");
  page.shows("What are you here for?");
  expect(page.all((one) => one.has("aria-current")).map(({ text }) => text)).toContain("Something lasting");
});
