import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PAGES } from "#locales/pages/index.ts";
import { parseHtml } from "#tests/setup/html.ts";
import { at, expectSound, mailsTo, PHONE, person, useBrowser } from "./browser.ts";
import { demoMember } from "./fixtures.ts";
import { fillPerson, newcomer, unfold } from "./steps.ts";

useBrowser();

const PATHS = [...PAGES, "complaints", "withdraw"].map((page) => `/${page}`);
const NARROW = { width: 360, height: 740 };

test("the complaint form knows a member's address", async () => {
  const page = await demoMember();
  await page.goto("/complaints");
  await expect.poll(() => page.locator('[name="email"]').inputValue()).toBe("anna@demo.example");
});

test("each link of a legal page is answered, and each entry of its contents has a heading", async () => {
  const { request } = (await person()).context;
  const links = new Set<string>();
  let anchors = 0;
  for (const path of PATHS) {
    const html = parseHtml(await (await request.get(path)).text());
    const [main = expect.unreachable(path)] = html.find(({ tag }) => tag === "main");
    for (const href of main.find(({ tag }) => tag === "a").map((link) => link.get("href") ?? ""))
      if (href.startsWith("#")) {
        anchors++;
        expect(html.find((element) => element.get("id") === href.slice(1)).length, `${path}${href}`).toBe(1);
      } else if (href.startsWith("/")) links.add(href.replace(/#.*/, ""));
  }
  expect(links.size).toBeGreaterThan(5);
  expect(anchors).toBeGreaterThan(10);
  for (const href of links) expect((await request.get(href)).status(), href).toBe(200);
});

test("the privacy statement differs for the United States, and each country names its company", async () => {
  const seen = async (path: string, country: string, language: string) => {
    const { context, page } = await person({ extraHTTPHeaders: { "cf-ipcountry": country } });
    await context.addCookies([{ name: "locale", value: language, url: at("/") }]);
    await page.goto(path);
    return { page, title: await page.locator("h1").textContent(), text: (await page.locator("main").textContent()) ?? "" };
  };
  const american = await seen("/privacy", "US", "en");
  expect(american.title).toBe("Privacy notice for the United States");
  expect(american.text).toContain("Liaison Media Inc.");
  await expectSound(american.page);
  const elsewhere = await seen("/privacy", "GB", "en");
  expect(elsewhere.title).toBe("Privacy statement");
  expect(elsewhere.text).toContain("Information Commissioner’s Office");
  const dutch = await seen("/privacy", "US", "nl");
  expect(dutch.title).toBe("Privacyverklaring");
  expect(dutch.text).toContain("Afhankelijk van je staat in de VS");
  // The fixed date, or a later start of the company.
  expect((await seen("/terms", "GB", "en")).text).toContain("since 1 December 2023");
  expect((await seen("/terms", "US", "en")).text).toContain("since June 1, 2024");
  expect((await seen("/terms", "NL", "nl")).text).toContain("sinds 1 februari 2024");
});

test("without scripts a complaint shows errors beside its fields, then a reference and a mail", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: PHONE });
  const { email } = newcomer("Clara");
  const send = async () => {
    // Without the browser's validation the server refuses.
    await page.locator('form:has([name="good_faith"])').evaluate((form) => form.setAttribute("novalidate", ""));
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Send", exact: true }).click()]);
  };
  await page.goto("/complaints?kind=consumer");
  await expect.poll(() => page.locator('[name="kind"][value="consumer"]').isChecked()).toBe(true);
  await page.locator('[name="text"]').fill("Too short");
  await page.locator('[name="email"]').fill("nobody");
  await send();
  expect(page.url()).not.toContain("reference");
  await expect.poll(() => page.locator("#field-text-error").textContent()).toBe("At least 20 characters.");
  await expect.poll(() => page.locator("#field-email-error").textContent()).toBe("Invalid email");
  await expect.poll(() => page.locator("#field-name-error").textContent()).toBe("Please fill this in.");
  await expect.poll(() => page.locator("#field-good_faith-error").count()).toBe(1);
  await expect.poll(() => page.locator('[name="text"]').inputValue()).toBe("Too short");
  await expectSoundWithoutScript(page);

  await page.locator('[name="text"]').fill("Somebody uses a photo of me on this profile, without asking.");
  await page.locator('[name="name"]').fill("Clara Jansen");
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="good_faith"]').check();
  await send();
  const reference = (await page.locator('p[translate="no"]').textContent()) ?? "";
  expect(reference).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await expect.poll(() => page.url()).toBe(at(`/complaints?reference=${reference}&mail`));
  await expect.poll(() => page.locator("h1").textContent()).toBe("Thank you, we have it");
  expect((await mailsTo(email))[0]?.subject).toBe(`We have received your complaint ${reference}`);
});

test("a reference shows its receipt, and an invalid one the form", async () => {
  const { page } = await person({ viewport: NARROW, colorScheme: "dark" });
  await page.goto("/complaints?reference=7K3M9-QX4TD");
  await expect.poll(() => page.locator("main").textContent()).toContain("No receipt was sent");
  await page.goto("/complaints?reference=Call+0900-1234");
  await expect.poll(() => page.locator('[name="good_faith"]').count()).toBe(1);
  await expect.poll(() => page.locator("main").textContent()).not.toContain("0900");
});

test("the terms open in a tab of their own and the sign-up form keeps its input", async () => {
  const { context, page } = await person();
  await page.goto("/");
  await fillPerson(page, newcomer("Half"));
  await unfold(page);
  await page.locator('#signup [name="name"]').fill("Half_way");
  for (const [name, heading] of [
    ["Read the terms of use", "Terms of use"],
    ["Read the privacy statement", "Privacy statement"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name }).click();
    const other = await opened;
    await expect.poll(() => other.locator("h1").textContent()).toBe(heading);
    await expect.poll(() => other.evaluate(() => window.opener)).toBeNull();
    await other.close();
  }
  await expect.poll(() => page.locator('#signup [name="name"]').inputValue()).toBe("Half_way");
});

/** axe needs scripts; layout does not. */
async function expectSoundWithoutScript(page: Page): Promise<void> {
  await expect.poll(() => page.locator("h1").count()).toBe(1);
  const { width } = page.viewportSize() ?? PHONE;
  expect((await page.locator("main").boundingBox())?.width ?? 0).toBeLessThanOrEqual(width);
}
