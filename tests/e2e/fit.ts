import type { Page } from "playwright";
import { expect } from "vitest";

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

/** Applies the widest fallback fonts, or takes them off. Fails where this machine has none: nothing would be wider. */
export async function useWideFonts(page: Page, { on = true } = {}): Promise<void> {
  const [plain, wide] = await page.evaluate((on) => {
    const kept = document as Document & { wideFonts?: CSSStyleSheet };
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== kept.wideFonts);
    document.adoptedStyleSheets = others;
    if (!on) return [0, 1];
    kept.wideFonts ??= new CSSStyleSheet();
    kept.wideFonts.replaceSync(
      ':root { --font-text: "DejaVu Sans", Verdana, sans-serif; --font-display: "DejaVu Serif", Georgia, serif; }',
    );
    const probe = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
    const widths = ["sans-serif", '"DejaVu Sans", Verdana, sans-serif'].map((family) => {
      probe.font = `100px ${family}`;
      return probe.measureText("Remember me on this device").width;
    });
    document.adoptedStyleSheets = [...others, kept.wideFonts];
    return widths;
  }, on);
  expect(wide, "the wide fonts are missing here (Debian: fonts-dejavu-core)").toBeGreaterThan(plain ?? Number.NaN);
}
