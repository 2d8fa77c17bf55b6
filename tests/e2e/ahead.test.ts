import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, DESKTOP, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { openAlive } from "./steps.ts";

useBrowser();

const CARD = 'main [data-results] a[href^="/members/"]';

/** Resolves once the browser holds the page of this path, loaded ahead. */
async function loadedAhead(page: Page, path: string): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const ready = new Promise((resolve) => {
    session.on("Preload.prefetchStatusUpdated", ({ status, prefetchUrl }) => {
      if (status === "Ready" && prefetchUrl === at(path)) resolve(status);
    });
  });
  await session.send("Preload.enable");
  return () => ready;
}

const delivery = (page: Page) =>
  page.evaluate(() => (performance.getEntriesByType("navigation")[0] as unknown as { deliveryType: string }).deliveryType);

test.each([true, false])(
  "a profile is loaded ahead, and its visit is made once it is shown, with scripts: %s",
  async (scripts) => {
    const { page, id } = await memberPage("Bruno", { gender: "male", viewport: DESKTOP, javaScriptEnabled: scripts });
    const visits = async () => sql("SELECT visited_id AS id FROM visits WHERE visitor_id = ?", id);
    await (scripts ? openAlive(page, at("/members?country=NL")) : page.goto(at("/members?country=NL")));
    const card = page.locator(CARD).first();
    const path = (await card.getAttribute("href")) ?? "";
    const ready = await loadedAhead(page, path);
    await card.hover();
    await ready();
    expect(await visits()).toEqual([]);
    await card.click();
    await page.waitForURL(at(path));
    if (scripts) await expect.poll(() => delivery(page)).toBe("navigational-prefetch");
    await expect.poll(visits).toEqual([{ id: path.split("/").at(-1) }]);
    // Back and in again: the same day is one visit.
    await page.goBack();
    await page.locator(CARD).first().click();
    await page.waitForURL(at(path));
    expect(await visits()).toHaveLength(1);
  },
);
