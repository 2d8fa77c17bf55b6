import type { Page } from "playwright";

/** Elements with clipped or overflowing text. Names, and the one-line preview of a member's text, may end in an ellipsis. */
export function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bad: string[] = [];
    for (const element of document.querySelectorAll("body *")) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      // A text of a drawing has no box of its own.
      if (
        !own ||
        !(element instanceof HTMLElement) ||
        !element.checkVisibility() ||
        element.closest(".visually-hidden, .skip-link, [translate=no]")
      )
        continue;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      // Visually hidden.
      if (box.width <= 1) continue;
      const line = element.dir === "auto" && style.textOverflow === "ellipsis";
      const sideways = element.scrollWidth > element.clientWidth + 1 && style.display !== "inline" && !line;
      const down = element.scrollHeight > element.clientHeight + 2 && style.overflowY !== "visible" && style.display !== "inline";
      const name = `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 60)}"`;
      if (sideways && element.clientWidth > 0 && !/^(TEXTAREA|SELECT)$/.test(element.tagName))
        bad.push(`${name} is cut or runs out sideways`);
      if (down && !/^(TEXTAREA|SELECT)$/.test(element.tagName)) bad.push(`${name} is cut below`);
      if (box.right > document.documentElement.clientWidth + 1 && box.width > 0 && !element.closest("[data-scrolls]"))
        bad.push(`${name} runs out of the window`);
    }
    return bad;
  });
}

/** Applies the widest fallback fonts, or takes them off. */
export async function useWideFonts(page: Page, { on = true } = {}): Promise<void> {
  await page.evaluate((on) => {
    if (!on) return document.adoptedStyleSheets.pop();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ':root { --font-text: "DejaVu Sans", Verdana, sans-serif; --font-display: "DejaVu Serif", Georgia, serif; }',
    );
    document.adoptedStyleSheets.push(sheet);
  }, on);
}
