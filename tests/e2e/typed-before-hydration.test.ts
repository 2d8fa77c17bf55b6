import { expect, test } from "vitest";
import { at, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { hydrated } from "./steps.ts";

useBrowser();

test("a profile's text that is changed before hydration stays changed", async () => {
  const { page, id } = await memberPage("Nora");
  await sql("UPDATE profiles SET about = 'I walk a lot.' WHERE id = ?", id);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => released.then(() => route.continue()));
  await page.goto(at("/complete-signup"), { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  const field = page.locator('textarea[name="about"]');
  expect(await field.inputValue()).toBe("I walk a lot.");
  await field.fill("I walk a lot, by night too.");
  release();
  await hydrated(page);
  expect(await field.inputValue()).toBe("I walk a lot, by night too.");
});
