import { expect, test } from "vitest";
import { DESKTOP, PHONE, useBrowser } from "./browser.ts";
import { demoMember } from "./fixtures.ts";

useBrowser();

test.each([
  ["a phone", PHONE, 1],
  ["a desk, beside the newest chat,", DESKTOP, 3],
])("the list of chats fills its page on %s", async (_, viewport, count) => {
  const page = await demoMember({ viewport });
  await page.goto("/chats");
  expect(await page.locator('[data-scroller] a[href^="/chats/"]').count()).toBeGreaterThan(0);
  // From the end of each column, and of the newest chat once it is there, to the end of the page.
  const left = () =>
    page.locator("[data-columns]").evaluate((whole) => {
      const { bottom } = whole.getBoundingClientRect();
      return [...whole.querySelectorAll(':scope > *, section[aria-label^="Conversation with"]')]
        .map((one) => one.getBoundingClientRect())
        .flatMap((box) => (box.height > 0 ? [bottom - box.bottom] : []));
    });
  await expect.poll(left).toEqual(Array(count).fill(0));
});
