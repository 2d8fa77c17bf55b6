import { expect, test } from "vitest";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import { createUnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { at, expectSound, PHONE, person, stranger, useBrowser } from "./browser.ts";
import { insertMember } from "./fixtures.ts";
import { newcomer } from "./steps.ts";

useBrowser();

const links = createUnsubscribeLinks((text) => hmac(LOCAL_SECRETS.PASSWORD_PEPPER, text));

test("without scripts and logged out a mail's link stops its kind of mail, and the member resumes it", async () => {
  const ben = newcomer("Ben", "male");
  const id = await insertMember(ben);
  const token = await links.token("liaison", id, "like");
  const { page: reader } = await stranger({ viewport: PHONE, javaScriptEnabled: false });
  await reader.goto(at(`/${token}`));
  // No age warning stands before the button.
  await expect.poll(() => reader.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => reader.locator("main").textContent()).toContain("Likes");
  await reader.getByRole("button", { name: "Stop these mails" }).click();
  await reader.getByText("Done. These mails are switched off:").waitFor();
  expect(new URL(reader.url()).pathname).toBe(`/${token}`);
  await expect.poll(() => reader.getByRole("button", { name: "Stop these mails" }).count()).toBe(0);

  const { page } = await person({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto(at("/login?next=/notifications"));
  await page.locator('main [name="email"]').fill(ben.email);
  await page.locator('main [name="password"]').fill(ben.password);
  await page.locator("main").getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/notifications");
  await page.getByText("You unsubscribed from a kind of mail").waitFor();
  await page.goto(at("/notifications?resumed=mails"));
  await page.getByText("That reason is gone. What else holds mails back is named below.").waitFor();
  await page.getByRole("button", { name: "Switch on: Likes" }).click();
  await page.getByText("You get these mails again.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Switch on: Likes" }).count()).toBe(0);
  await page.goto(at("/settings/mails"));
  await page.getByRole("heading", { name: "A mail does not arrive?" }).waitFor();
});

test("an invalid unsubscribe link answers 410, and a valid one passes axe", async () => {
  const { page } = await person();
  const answer = await page.goto(at(`/um${"0".repeat(20)}${"x".repeat(43)}`));
  expect(answer?.status()).toBe(410);
  await page.getByRole("heading", { name: "This link stops nothing" }).waitFor();
  await page.goto(at(`/${await links.token("liaison", await insertMember(newcomer("Ben", "male")), "match")}`));
  await expectSound(page);
});
