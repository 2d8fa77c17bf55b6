import type { Page } from "playwright";
import { type Key, translator } from "#locales/index.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";

/** A text that stands in a box of its own, by its key or in a form that follows from the language. */
type Text = Key | ((language: Language) => string);

/** In px, in the page's font once a page of the site is open. The number of characters says little: an m is three i wide. */
function widths(page: Page, texts: string[]): Promise<number[]> {
  return page.evaluate((all) => {
    const drawn = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    drawn.font = `16px ${getComputedStyle(document.documentElement).getPropertyValue("--font-text") || "sans-serif"}`;
    return all.map((text) => drawn.measureText(text).width);
  }, texts);
}

/** Two languages in which the texts are widest together, and for each text its widest. Where these fit, the others do. */
export async function longestIn(page: Page, texts: readonly Text[]): Promise<Language[]> {
  const found = await Promise.all(
    LANGUAGES.map(async (language) => {
      const { forms } = await translator(language);
      const own = texts.map((text) => (typeof text === "function" ? [text(language)] : Object.values(forms(text))));
      return { language, own: await Promise.all(own.map(async (all) => Math.max(...(await widths(page, all))))) };
    }),
  );
  const widest = (count: number, measure: (own: number[]) => number) =>
    found.toSorted((a, b) => measure(b.own) - measure(a.own)).slice(0, count);
  const together = widest(2, (own) => own.reduce((one, other) => one + other, 0));
  const alone = texts.flatMap((_, index) => widest(1, (own) => own[index] ?? 0));
  return [...new Set([...together, ...alone].map(({ language }) => language))];
}
