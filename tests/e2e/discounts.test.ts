import type { Page } from "playwright";
import { expect, test } from "vitest";
import { DESKTOP, expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { account, press } from "./steps.ts";

useBrowser();

const HOST = "127.0.0.1";
const HOUR = 3_600_000;

const lines = (page: Page) => page.locator("main dl").first().locator("dt, dd").allTextContents();

/** As of somebody who signed up where no time bonus ran. */
const bringForward = (id: string) =>
  sql("UPDATE accounts SET created_at = ?1, activated_at = ?1, time_bonus = 0 WHERE id = ?2", Date.now() - 5 * HOUR, id);

test("the welcome discount is taken off the first purchase, and no other", async () => {
  const { page, id } = await memberPage("Wim", { host: HOST, credits: 0, viewport: PHONE });
  await bringForward(id);
  await page.goto("/credits/c60/card");
  expect((await lines(page)).slice(0, 4)).toEqual(["60 credits", "€24.99", "25% off (WELCOME25)", "-€6.25"]);
  await expectSound(page);
  await page.getByRole("button", { name: "Pay €18.74 now" }).click();
  await page.waitForURL(/^http:\/\/pay\.localhost/);
  await press(page, page.getByRole("button", { name: /^Pay [^,]*$/ }));
  await page.waitForURL("**/transactions/*");
  await page.getByRole("heading", { level: 1, name: "Payment complete" }).waitFor();
  expect(await account(page)).toMatchObject({ credits: 60, paid_user: true });
  await expect.poll(() => lines(page)).toEqual(expect.arrayContaining(["25% off (WELCOME25)", "€18.74"]));
  await page.goto("/credits/c60/card");
  await page.getByRole("button", { name: "Pay €24.99 now" }).waitFor();
});

test("without scripts a form takes the welcome discount off", async () => {
  const { page, id } = await plainMember("Wim", { host: HOST, credits: 0 });
  await bringForward(id);
  await page.goto("/credits/c60/card");
  page.shows("60 credits €24.99", "25% off (WELCOME25) -€6.25");
  await page.press("Pay €18.74 now");
  await page.follow("Continue to the payment page");
  await page.press(/^Pay [^,]*$/);
  expect(page.path).toMatch(/^\/transactions\//);
  page.shows("Payment complete", "25% off (WELCOME25)", "€18.74");
});

test("an order above the member's own limit says what is left, and is not made", async () => {
  const { page, id } = await memberPage("Lia", { host: HOST, credits: 0, viewport: DESKTOP });
  await sql("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?", id);
  await page.goto("/settings/spending");
  await page.getByLabel(/^In 24 hours/).fill("20");
  await page.getByRole("button", { name: "Save the limits" }).click();
  await page.getByText("Your limits hold from now on.").waitFor();
  await page.goto("/credits/c60/card");
  await page.getByRole("button", { name: "Pay €24.99 now" }).click();
  await page.getByText("This order is above the limit you have set. You can still spend €20.00 now.").waitFor();
  await expectSound(page);
  expect(await sql("SELECT id FROM payments WHERE account_id = ?", id)).toEqual([]);
  await page.goto("/credits/c25/card");
  await page.getByRole("button", { name: "Pay €12.49 now" }).click();
  await page.waitForURL(/^http:\/\/pay\.localhost/);
});
