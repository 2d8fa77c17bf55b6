import { expect, test } from "vitest";
import { hmac } from "#worker/lib/crypto.ts";
import { createUnsubscribeLinks } from "#worker/mail/unsubscribe.ts";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { LOCAL_SECRETS } from "../../scripts/secrets.ts";
import { at, expectSound, PHONE, person, stranger, useBrowser } from "./browser.ts";

useBrowser();

const links = createUnsubscribeLinks((text) => hmac(LOCAL_SECRETS.PASSWORD_PEPPER, text));
const [, ben] = DEMO_LOGINS;

test("a mail's link stops its kind in one press, logged out and without scripts; the member takes it back", async () => {
  const token = await links.token("liaison", ben.id, "like");
  const { page: reader } = await stranger({ viewport: PHONE, javaScriptEnabled: false });
  await reader.goto(at(`/${token}`));
  // Nothing stands before the button: nobody is asked their age to get fewer mails.
  expect(await reader.getByRole("dialog").count()).toBe(0);
  expect(await reader.locator("main").textContent()).toContain("Likes");
  await reader.getByRole("button", { name: "Stop these mails" }).click();
  await reader.getByText("Done. These mails are switched off:").waitFor();
  expect(new URL(reader.url()).pathname).toBe(`/${token}`);
  expect(await reader.getByRole("button", { name: "Stop these mails" }).count()).toBe(0);

  const { page } = await person({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto(at("/login?next=/notifications"));
  await page.locator('main [name="email"]').fill(ben.email);
  await page.locator('main [name="password"]').fill(DEMO_PASSWORD);
  await page.locator("main").getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/notifications");
  await page.getByText("You unsubscribed from a kind of mail").waitFor();
  await page.goto(at("/notifications?resumed=mails"));
  await page.getByText("That reason is gone. What else holds mails back is named below.").waitFor();
  await page.getByRole("button", { name: "Switch on: Likes" }).click();
  await page.getByText("You get these mails again.").waitFor();
  expect(await page.getByRole("button", { name: "Switch on: Likes" }).count()).toBe(0);
  await page.goto(at("/settings/mails"));
  await page.getByRole("heading", { name: "A mail does not arrive?" }).waitFor();
});

test("a link that is none says so, and the page is sound", async () => {
  const { page } = await person();
  const answer = await page.goto(at(`/um${"0".repeat(20)}${"x".repeat(43)}`));
  expect(answer?.status()).toBe(410);
  await page.getByRole("heading", { name: "This link stops nothing" }).waitFor();
  await page.goto(at(`/${await links.token("liaison", ben.id, "match")}`));
  await expectSound(page);
});
