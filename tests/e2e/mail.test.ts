import { expect, test } from "vitest";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import { createUnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { insertMember } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { expectPlainSound } from "./sight.ts";
import { newcomer } from "./steps.ts";

const links = createUnsubscribeLinks((text) => hmac(LOCAL_SECRETS.PASSWORD_PEPPER, text));

test("without scripts and logged out a mail's link stops its kind of mail, and the member resumes it", async () => {
  const ben = newcomer("Ben", "male");
  const id = await insertMember(ben);
  const token = await links.token("liaison", id, "like");
  const reader = new PlainBrowser();
  reader.cookies.delete("dismissed");
  await reader.goto(`/${token}`);
  // No age warning stands before the button.
  expect(reader.html).not.toContain("<dialog");
  reader.shows("Likes");
  await reader.press("Stop these mails");
  reader.shows("Done. These mails are switched off:");
  expect(reader.path).toBe(`/${token}`);
  expect(reader.buttons("Stop these mails")).toEqual([]);

  const page = new PlainBrowser();
  await page.goto("/login?next=/notifications");
  await page.press("Log in", { email: ben.email, password: ben.password });
  expect(page.path).toBe("/notifications");
  page.shows("You unsubscribed from a kind of mail");
  await page.goto("/notifications?resumed=mails");
  page.shows("That reason is gone. What else holds mails back is named below.");
  await page.press("Switch on: Likes");
  page.shows("You get these mails again.");
  expect(page.buttons("Switch on: Likes")).toEqual([]);
  await page.goto("/settings/mails");
  page.shows("A mail does not arrive?");
});

test("an invalid unsubscribe link answers 410, and a valid one passes axe", async () => {
  const page = new PlainBrowser();
  await page.goto(`/um${"0".repeat(20)}${"x".repeat(43)}`, { status: 410 });
  page.shows("This link stops nothing");
  await page.goto(`/${await links.token("liaison", await insertMember(newcomer("Ben", "male")), "match")}`);
  expect(page.buttons("Stop these mails")).toHaveLength(1);
  await expectPlainSound(page);
});
