import { expect, test } from "vitest";
import { at, provoked, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { hydrated } from "./steps.ts";

useBrowser();

test.for(["/swipe-game", "/members", "/settings"])(
  "%s stays whole if an extension removes a part before hydration",
  async (path) => {
    // The zone of the site: the first answer knows no other, and days would differ near midnight.
    const { page } = await memberPage("Nora", { timezoneId: "Europe/Amsterdam" });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await intercept(page, "**/assets/*.js", (route) => released.then(() => route.continue()));
    await page.goto(at(path), { waitUntil: "commit" });
    await page.waitForFunction(() => document.readyState !== "loading");
    const shown = async () => (await page.locator("body").ariaSnapshot()).replace(/\d\d : \d\d : \d\d/, "");
    const before = await shown();
    await page
      .getByRole("navigation")
      .first()
      .evaluate((node) => node.remove());
    expect(await shown()).not.toBe(before);
    const read = page.waitForResponse(/\.rsc$/);
    release();
    await hydrated(page);
    await read;
    await expect.poll(shown).toBe(before);
    provoked(/React error #418/);
  },
);
