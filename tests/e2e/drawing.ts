import type { CDPSession, Page } from "playwright";

/**
 * Lets Chromium draw one pixel of a page: no journey looks at pixels. Layout, media queries, frames and input keep the size of the
 * viewport. A page that is closed meanwhile, or that keeps its size, is drawn whole and otherwise the same.
 */
export function drawOnePixel(page: Page): void {
  const setViewport = page.setViewportSize.bind(page);
  let devtools: Promise<CDPSession> | undefined;
  const draw = async () => {
    devtools ??= page.context().newCDPSession(page);
    await (await devtools).send("Emulation.setVisibleSize", { width: 1, height: 1 });
  };
  // Playwright gives both sizes the viewport's.
  page.setViewportSize = async (size) => {
    await setViewport(size);
    await draw().catch(() => {});
  };
  void draw().catch(() => {});
}
