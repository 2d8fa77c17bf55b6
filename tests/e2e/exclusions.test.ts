import { expect, test } from "vitest";
import { expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";

useBrowser();

test("a member pauses buying, then shuts himself out, on a phone", async () => {
  const { page, who } = await memberPage("Sanne", { viewport: PHONE, host: "full.localhost" });
  const { password } = who;
  await page.goto("/settings/spending");
  await page.getByRole("button", { name: "Pause buying for a week" }).click();
  await page.getByText("Sell me nothing for seven days").waitFor();
  await expectSound(page);
  await page.getByRole("button", { name: "Yes, pause now" }).click();
  await page.getByText("We sell you nothing until").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Pause buying" }).count()).toBe(0);
  await page.locator("main").getByRole("link", { name: "About the access ban" }).click();
  await page.getByRole("heading", { name: "Shut yourself out" }).waitFor();
  await page.getByText("6 months", { exact: true }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: /^Until \d+ \w+ 20\d\d$/ }).waitFor();
  await expectSound(page);
  await page.locator('[name="password"]').fill(password);
  await page.getByRole("button", { name: "Shut me out" }).click();
  await page.getByText("You are shut out from now on.").waitFor();
});

test("without scripts forms pause buying and shut a member out", async () => {
  const { page, who } = await plainMember("Femke", { host: "full.localhost" });
  const { email, password } = who;
  await page.goto("/settings/spending");
  await page.press("Pause buying for a week");
  page.shows("Sell me nothing for seven days");
  await page.press("Yes, pause now");
  page.shows("We sell you nothing until");
  await page.goto("/settings/spending");
  page.shows("We sell you nothing until");
  expect(page.buttons(/^Pause buying/)).toEqual([]);
  await page.follow("About the access ban");
  await page.press("Continue", { months: "6" });
  expect(page.text).toMatch(/Until \d+ \w+ 20\d\d/);
  await page.press("Shut me out", { password: "not my password" }, { status: 422 });
  page.shows("This password is not right.");
  await page.press("Shut me out", { password });
  page.shows("You are shut out from now on.");
  await page.goto("/login");
  await page.press("Log in", { email, password }, { status: 403 });
  expect(page.text).toMatch(/You asked us to keep you out until \d+ \w+ 20\d\d/);
});

test("a visitor reads what an access ban is and is led to the log-in", async () => {
  const page = new PlainBrowser();
  await page.goto("/ban");
  expect(page.link("Log in")).toBe("/login?next=%2Fban");
});
