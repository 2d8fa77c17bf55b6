import { expect, test } from "vitest";
import { DESKTOP, expectSound, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { answerOf } from "./plain-steps.ts";
import { sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";

useBrowser();

const HOST = "127.0.0.1";
const HOUR = 3_600_000;

test("the welcome discount is taken off the first purchase, and no other", async () => {
  const { page, id } = await plainMember("Wim", { host: HOST, credits: 0 });
  // Without a time bonus, which would come before the discount.
  const signedUp = Date.now() - 5 * HOUR;
  await sql("UPDATE accounts SET created_at = ?1, activated_at = ?1, time_bonus = 0 WHERE id = ?2", signedUp, id);
  await page.goto("/credits/c60/card");
  const lines = page.all(({ tag }) => tag === "dt" || tag === "dd").map(({ text }) => text);
  expect(lines.slice(0, 4)).toEqual(["60 credits", "€24.99", "25% off (WELCOME25)", "-€6.25"]);
  await expectPlainSound(page);
  await page.press("Pay €18.74 now");
  await page.follow("Continue to the payment page");
  await page.press(/^Pay [^,]*$/);
  expect(page.path).toMatch(/^\/transactions\//);
  page.shows("Payment complete", "25% off (WELCOME25)", "€18.74");
  expect(await answerOf(page, "/api/user.php")).toMatchObject({ credits: 60, paid_user: true });
  await page.goto("/credits/c60/card");
  expect(page.buttons("Pay €24.99 now")).toHaveLength(1);
});

test("an order above the member's own limit says what is left, and is not made", async () => {
  const { page, id } = await memberPage("Lia", { host: HOST, credits: 0, viewport: DESKTOP });
  await sql("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?", id);
  const device = await PlainBrowser.of(id, HOST);
  await device.goto("/settings/spending");
  await device.press("Save the limits", { day: "20" });
  device.shows("Your limits hold from now on.");
  await page.goto("/credits/c60/card");
  await page.getByRole("button", { name: "Pay €24.99 now" }).click();
  await page.getByText("This order is above the limit you have set. You can still spend €20.00 now.").waitFor();
  await expectSound(page);
  expect(await sql("SELECT id FROM payments WHERE account_id = ?", id)).toEqual([]);
  await device.goto("/credits/c25/card");
  await device.press("Pay €12.49 now");
  expect(device.link("Continue to the payment page")).toMatch(/^http:\/\/pay\.localhost/);
});
