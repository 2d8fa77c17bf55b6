import type { CDPSession, Page } from "playwright";

const devtools = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Lets Chromium draw one pixel of a page: no journey looks at pixels. Layout, media queries, frames and input keep the size of the
 * viewport. A page that is closed meanwhile, or that keeps its size, is drawn whole and otherwise the same.
 */
export function drawOnePixel(page: Page): void {
  const setViewport = page.setViewportSize.bind(page);
  const draw = async () => {
    const session = devtools.get(page) ?? page.context().newCDPSession(page);
    devtools.set(page, session);
    await (await session).send("Emulation.setVisibleSize", { width: 1, height: 1 });
  };
  // Playwright gives both sizes the viewport's.
  page.setViewportSize = async (size) => {
    await setViewport(size);
    await draw().catch(() => {});
  };
  void draw().catch(() => {});
}

/** Ends the session of `drawOnePixel`: in a page that is kept they would gather. */
export async function endDrawing(page: Page): Promise<void> {
  const session = await devtools.get(page)?.catch(() => undefined);
  await session?.detach();
}
