import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, DESKTOP, useBrowser } from "./browser.ts";
import { closeAfterwards } from "./contexts.ts";
import { memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { openAlive } from "./steps.ts";

useBrowser({ pictures: true });

/** A short list: each card has a picture. */
const LIST = "/members?country=NL&min_age=30&max_age=36";
const CARD = 'main [data-results] a[href^="/members/"]';

const AHEAD = "navigational-prefetch";

/** Resolves once the browser holds the page of this path, loaded ahead. */
async function loadedAhead(page: Page, path: string): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  closeAfterwards(page.context());
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

test.each([true, false])("profiles are loaded ahead, and visited once they are shown, with scripts: %s", async (scripts) => {
  const { page, id } = await memberPage("Bruno", { gender: "male", viewport: DESKTOP, javaScriptEnabled: scripts });
  const visits = async () => (await sql<{ id: string }>("SELECT visited_id AS id FROM visits WHERE visitor_id = ?", id)).length;
  await (scripts ? openAlive(page, at(LIST)) : page.goto(at(LIST)));
  const deliveries: string[] = [];
  // A busy browser may drop a page that it has loaded ahead, and ask again.
  for (const nth of scripts ? [0, 1, 2] : [0]) {
    const card = page.locator(CARD).nth(nth);
    const path = (await card.getAttribute("href")) ?? "";
    const ready = await loadedAhead(page, path);
    await card.hover();
    await ready();
    expect(await visits()).toBe(nth);
    await card.click();
    await page.waitForURL(at(path));
    await expect.poll(visits).toBe(nth + 1);
    if (scripts) deliveries.push(await delivery(page));
    await page.goBack();
    if (deliveries.includes(AHEAD)) break;
  }
  if (scripts) expect(deliveries).toContain(AHEAD);
  const before = await visits();
  // In again: the same day is one visit.
  const path = (await page.locator(CARD).first().getAttribute("href")) ?? "";
  await page.locator(CARD).first().click();
  await page.waitForURL(at(path));
  expect(await visits()).toBe(before);
});
