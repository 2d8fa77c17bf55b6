import type { BrowserContext, Page, Route } from "playwright";
import { expect } from "vitest";

const PROBE = "/robots.txt?intercepted";

/**
 * `route` of a page or of all pages of a context. Chromium says that it intercepts before an open page asks that way, so a
 * press right after `route` may pass by the handler: here each open page has sent a probe that was caught.
 */
export async function intercept(
  of: Page | BrowserContext,
  url: string | RegExp,
  handler: (route: Route) => unknown,
  options?: { times: number },
): Promise<void> {
  await of.route(url, handler, options);
  const pages = ("pages" in of ? of.pages() : [of]).filter((page) => page.url().startsWith("http"));
  for (const page of pages) await intercepts(page);
}

async function intercepts(page: Page): Promise<void> {
  let caught = false;
  const probe = async (route: Route) => {
    caught = true;
    await route.fulfill({ body: "" });
  };
  await page.route(`**${PROBE}`, probe);
  await expect
    .poll(async () => {
      await page.evaluate((address) => fetch(address).then(({ status }) => status), PROBE);
      return caught;
    })
    .toBe(true);
  await page.unroute(`**${PROBE}`, probe);
}
