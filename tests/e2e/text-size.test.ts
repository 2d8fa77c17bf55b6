import { expect, test } from "vitest";
import { at, expectNotWide, PHONE, person, useBrowser } from "./browser.ts";
import { addMember } from "./fixtures.ts";
import { newcomer } from "./steps.ts";

const LARGEST = 32;
useBrowser({ text: LARGEST });

const BEN = "demo0000000000000002";
/** A page of each layout, and those that were too wide. `npm run browsers` asks all. */
const OUT = ["/login", "/complaints", "/landers/socialnetwork"];
const IN = ["/members", `/members/${BEN}`, "/credits", "/credits/c60", "/settings/notifications", "/settings/delete"];
/** Of each tab, and what stands on it. */
const TABS = ["/swipe-game", "/members", "/likes", "/chats", "/profile", "/credits", `/members/${BEN}`];

test("with the largest text of the browser's settings no page is wider than its window, and no short word breaks in two on a phone", async () => {
  const { page } = await person();
  const [wrong, broken] = [[] as string[], [] as string[]];
  let words = 0;
  const look = async (path: string) => {
    await page.goto(at(path));
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(size, "the browser's setting").toBe(`${LARGEST}px`);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNotWide(page).catch((error: Error) => wrong.push(`${width} px: ${error.message}`));
    }
  };
  for (const path of OUT) await look(path);
  await addMember(page, newcomer("Greta"));
  for (const path of new Set([...IN, ...TABS])) {
    await look(path);
    if (!TABS.includes(path)) continue;
    await page.setViewportSize(PHONE);
    const found = await page.evaluate(brokenWords);
    words += found.words;
    broken.push(...found.broken.map((word) => `${path}: ${word}`));
  }
  expect(wrong).toEqual([]);
  expect(words).toBeGreaterThan(300);
  expect(broken).toEqual([]);
});

/** Runs in the page: words of up to nine letters, alone or of a name, that stand on two lines. */
function brokenWords(): { words: number; broken: string[] } {
  const broken: string[] = [];
  let words = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const box = text.parentElement;
    if (!box?.checkVisibility({ visibilityProperty: true }) || box.closest("script, style, .visually-hidden")) continue;
    for (const { 0: word, index } of (text.textContent ?? "").matchAll(
      /(?<![\p{L}\p{N}_])[\p{L}\p{N}]{3,9}(?![\p{L}\p{N}_])/gu,
    )) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      words++;
      if (lines.size > 1) broken.push(word);
    }
  }
  return { words, broken };
}
