import type { Page } from "playwright";
import { expect, test } from "vitest";
import { DESKTOP, enteredVisitor, expectLayout, expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import type { Newcomer } from "./steps.ts";

useBrowser();

/** From the spending limits to the confirmation of the access ban. */
async function shutOut(page: Page, { email, password }: Newcomer, look: (page: Page) => Promise<void>): Promise<void> {
  await page.goto("/settings/spending");
  await page.getByRole("button", { name: "Pause buying for a week" }).click();
  await page.getByText("Sell me nothing for seven days").waitFor();
  await look(page);
  await page.getByRole("button", { name: "Yes, pause now" }).click();
  await page.getByText("We sell you nothing until").waitFor();
  await page.reload();
  await page.getByText("We sell you nothing until").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Pause buying" }).count()).toBe(0);
  await page.locator("main").getByRole("link", { name: "About the access ban" }).click();
  await page.getByRole("heading", { name: "Shut yourself out" }).waitFor();
  await page.getByText("6 months", { exact: true }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: /^Until \d+ \w+ 20\d\d$/ }).waitFor();
  await look(page);
  await page.locator('[name="password"]').fill("not my password");
  await page.getByRole("button", { name: "Shut me out" }).click();
  await page.getByText("This password is not right.").waitFor();
  await page.locator('[name="password"]').fill(password);
  await page.getByRole("button", { name: "Shut me out" }).click();
  await page.getByText("You are shut out from now on.").waitFor();
  await page.goto("/login");
  await page.locator('main [name="email"]').fill(email);
  await page.locator('main [name="password"]').fill(password);
  await page.locator('main form:has(input[name="password"]) button').click();
  await page.getByText(/You asked us to keep you out until \d+ \w+ 20\d\d/).waitFor();
}

test("a member pauses buying, then shuts himself out, on a phone", async () => {
  const { page, who } = await memberPage("Sanne", { viewport: PHONE, host: "full.localhost" });
  await shutOut(page, who, expectSound);
});

test("a member pauses buying, then shuts himself out, without scripts", async () => {
  const { page, who } = await memberPage("Femke", { viewport: DESKTOP, javaScriptEnabled: false, host: "full.localhost" });
  await shutOut(page, who, expectLayout);
});

test("a visitor reads what an access ban is and is led to the log-in", async () => {
  const { page } = await enteredVisitor({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/ban");
  await page.locator("#form").getByRole("link", { name: "Log in" }).click();
  await page.waitForURL("**/login?next=%2Fban");
});
