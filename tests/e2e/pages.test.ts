import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { at, mailTo, person, useBrowser } from "./browser.ts";
import { addMember, memberPage } from "./fixtures.ts";
import { port } from "./product.ts";
import { account, formOf, type Newcomer, newcomer, post, press, VELVET_SOURCE } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };
const heading = (page: Page) => page.locator("h1").textContent();

/** Creates an account without a session. Node does not resolve `*.localhost`, so the call uses the address. */
async function signedUp(host = "localhost"): Promise<Newcomer> {
  const who = newcomer("Reset");
  const origin = new URL(at("/", host));
  const headers = { host: origin.host, origin: origin.origin, "content-type": "application/json" };
  const body = JSON.stringify(formOf(who, { tracking: VELVET_SOURCE }));
  const answer = await ask({ port, method: "POST", path: "/api/signup.php", headers, body });
  expect(answer.status).toBe(201);
  return who;
}

test("a reset on a domain with secret accounts answers a known and an unknown address alike", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  const who = await signedUp("velvet.localhost");
  const answers: (string | null)[] = [];
  for (const email of [who.email, `not.${who.email}`]) {
    await page.goto(at("/reset-password", "velvet.localhost"));
    await page.locator('[name="email"]').fill(email);
    await press(page, page.locator("main form button"));
    await expect.poll(() => new URL(page.url()).search).toBe("?sent");
    answers.push(await page.locator("main").textContent());
  }
  expect(answers[1]).toBe(answers[0]);
  expect((await mailTo(who.email, /^Choose a new password/)).text).toContain("/reset-password/do?token=");
});

test("the language page lists each language in its own name and sets it", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  await page.goto("/lang-config");
  await press(page, page.getByRole("button", { name: /^Nederlands/ }));
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("nl");
  await expect.poll(() => heading(page)).toBe("Kies je taal");
  await expectNoScript(page);
});

test("notifications list a like, and are empty for a new member", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  await addMember(page, newcomer("Casper", "male"));
  await page.goto("/notifications");
  await page.getByRole("heading", { name: "Nothing new" }).waitFor();
  const { profile } = await account(page);
  const liker = await memberPage("Anna", { javaScriptEnabled: false });
  expect((await post(liker.page, "/api/like.php", { profile: profile.id })).status()).toBe(200);
  await page.goto("/notifications");
  await page.getByRole("link", { name: `${liker.who.name} likes you` }).click();
  await page.waitForURL(at(`/likes/m/${liker.id}`));
  await page.goto("/notifications");
  await expect.poll(() => page.getByText("New", { exact: true }).count()).toBe(0);
});

async function expectNoScript(page: Page): Promise<void> {
  await expect.poll(() => page.locator("script, link[rel=modulepreload]").count()).toBe(0);
}
