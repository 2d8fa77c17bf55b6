import { expect, test } from "vitest";
import { at, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { sql } from "./product.ts";
import { hydrated } from "./steps.ts";

useBrowser();

test("an answer that is changed before hydration stays changed", async () => {
  const { page, id } = await memberPage("Nora");
  const prompts = JSON.stringify([{ question: "small_joy", answer: "I walk a lot." }]);
  await sql("UPDATE profiles SET prompts = ? WHERE id = ?", prompts, id);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await intercept(page, "**/assets/*.js", (route) => released.then(() => route.continue()));
  await page.goto(at("/complete-signup"), { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  const field = page.locator('textarea[name="answer_0"]');
  expect(await field.inputValue()).toBe("I walk a lot.");
  await field.fill("I walk a lot, by night too.");
  release();
  await hydrated(page);
  expect(await field.inputValue()).toBe("I walk a lot, by night too.");
});
