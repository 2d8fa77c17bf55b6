import { expect, test } from "vitest";
import { at, expectNotWide, person, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";

const LARGEST = 32;
useBrowser({ text: LARGEST });

const BEN = "demo0000000000000002";
/** A page of each layout, and those that were too wide. `npm run browsers` asks all. */
const OUT = ["/login", "/complaints", "/landers/socialnetwork"];
const IN = ["/members", `/members/${BEN}`, "/credits", "/credits/c60", "/settings/notifications", "/settings/delete"];

test("with the largest text of the browser's settings no page is wider than a desk's or a phone's window", async () => {
  const [visitor, member] = [await person(), await memberPage("Greta")];
  const wrong: string[] = [];
  for (const { page, paths } of [
    { ...visitor, paths: OUT },
    { ...member, paths: IN },
  ])
    for (const path of paths) {
      await page.goto(at(path));
      const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
      expect(size, "the browser's setting").toBe(`${LARGEST}px`);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNotWide(page).catch((error: Error) => wrong.push(`${width} px: ${error.message}`));
      }
    }
  expect(wrong).toEqual([]);
});
