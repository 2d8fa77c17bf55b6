import { expect, test } from "vitest";
import { at, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { longestIn } from "./longest.ts";

useBrowser();

const WIDTHS = [992, 1024, 1079, 1280];
/** The longest name of the demo's sites. */
const LONGEST = "Spätsommer";
/** Nobody of the demo is 98 years old: the page has the filters and no results. */
const EMPTY = "/members?min_age=98&max_age=99";
const WORDS = ["nav.discover", "nav.search", "nav.likes", "nav.messages", "nav.premium"] as const;

test("beside an offer the site's name is whole, and whom to show stands in one row, in the languages with the longest words", async () => {
  const { page } = await memberPage("Lena", { credits: 0 });
  const wrong: string[] = [];
  // An optional font that comes late is left out until the next page.
  await page.goto(EMPTY);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const language of await longestIn(page, WORDS)) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    await page.goto(EMPTY);
    await page.locator("header [data-offer]").waitFor();
    const name = page.getByRole("banner").locator('a[href="/members"][aria-label] > span');
    await name.evaluate((one, longest) => (one.textContent = longest), LONGEST);
    const choices = page.locator('form input[type="radio"][name="gender"]');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      if (!(await name.evaluate((one) => one.clientWidth > 0 && one.scrollWidth <= one.clientWidth)))
        wrong.push(`${language}: the name at ${width}`);
      const rows = await choices.evaluateAll((all) => all.map((one) => one.closest("label")?.getBoundingClientRect().top));
      expect(rows).toHaveLength(3);
      if (new Set(rows).size > 1) wrong.push(`${language}: whom to show at ${width}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("beside an offer the mark of the site is whole on a phone, in the languages with the longest words", async () => {
  const { page } = await memberPage("Lena", { viewport: { width: 360, height: 640 } });
  const found: [language: string, width: number][] = [];
  const percent = (language: string) => new Intl.NumberFormat(language, { style: "percent" }).format(-0.25);
  const day = (language: string) => new Intl.DateTimeFormat(language, { weekday: "short" }).format(0);
  for (const language of await longestIn(page, [percent, day, "discounts.until", "nav.premium"])) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    await page.goto(EMPTY);
    await page.locator("header [data-offer]").waitFor();
    const mark = page.getByRole("banner").locator('a[href="/members"][aria-label] > :first-child');
    found.push([language, (await mark.boundingBox())?.width ?? 0]);
  }
  expect(found.filter(([, width]) => width < 24)).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});
