import { expect, test } from "vitest";
import { mailTo } from "./browser.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { signedUp } from "./plain-steps.ts";
import { newcomer } from "./steps.ts";

test("a reset on a domain with secret accounts answers a known and an unknown address alike", async () => {
  const page = new PlainBrowser("velvet.localhost");
  const who = newcomer("Reset");
  await signedUp(new PlainBrowser("velvet.localhost"), who);
  const answers: string[] = [];
  for (const email of [who.email, `not.${who.email}`]) {
    await page.goto("/reset-password");
    await page.press("Send the link", { email });
    expect(page.path).toBe("/reset-password?sent");
    answers.push(page.text);
  }
  expect(answers[1]).toBe(answers[0]);
  expect((await mailTo(who.email, /^Choose a new password/)).text).toContain("/reset-password/do?token=");
});

test("the language page lists each language in its own name and sets it", async () => {
  const page = new PlainBrowser();
  await page.goto("/lang-config");
  await page.press(/Nederlands/);
  expect(page.html).toContain('<html lang="nl"');
  page.shows("Kies je taal");
  expect(page.html).not.toMatch(/<script|modulepreload/);
});

test("notifications list a like, and are empty for a new member", async () => {
  const [{ page, id }, liker] = [await plainMember("Casper", { gender: "male" }), await plainMember("Anna")];
  const marks = () => page.all((one) => one.text === "New" && one.find(() => true).length === 0);
  await page.goto("/notifications");
  page.shows("Nothing new");
  expect((await liker.page.call("/api/like.php", { profile: id })).status).toBe(200);
  await page.goto("/notifications");
  expect(marks()).toHaveLength(1);
  await page.follow(new RegExp(`${liker.who.name} likes you`));
  expect(page.path).toBe(`/likes/m/${liker.id}`);
  await page.goto("/notifications");
  expect(marks()).toEqual([]);
});
