import type { BrowserContextOptions, Page } from "playwright";
import { expect, test } from "vitest";
import { expectSound, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { hydrated } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };

/** A new confirmed member who looks for women. */
const confirmed = async (options: BrowserContextOptions) => (await memberPage("Casper", { gender: "male", ...options })).page;
const ask = (page: Page, text: string) => page.getByRole("heading", { level: 2, name: text }).waitFor();
const say = (page: Page, name: string) => page.locator("main form").getByRole("button", { name, exact: true }).click();
const FIRST = [
  ["What are you here for?", "Something lasting", "Whoever has no preference here fits, too."],
  ["How fast should it go?", "As it comes", "An answer close to yours fits, too."],
  ["Where would you meet first?", "Coffee", "Here only the same answer is a fit."],
] as const;

test("the match finder asks one question a screen, tells what each answer does, and compares", async () => {
  const page = await confirmed({ viewport: NARROW });
  await page.goto("/match-finder");
  await hydrated(page);
  for (const [question, answer, told] of FIRST) {
    await ask(page, question);
    await say(page, answer);
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

test("a keyboard answers the match finder: the focus is at each new question", async () => {
  const page = await confirmed({ viewport: NARROW });
  await page.goto("/match-finder");
  await hydrated(page);
  await page.locator("main form button").first().focus();
  for (const question of ["How fast should it go?", "Where would you meet first?"]) {
    await page.keyboard.press("Enter");
    await ask(page, question);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(question);
    await page.keyboard.press("Tab");
  }
});
