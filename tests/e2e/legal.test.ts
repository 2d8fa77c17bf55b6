import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { PAGES } from "../../locales/pages/index.ts";
import { at, DESKTOP, expectSound, mailsTo, PHONE, person, useBrowser } from "./browser.ts";
import { newcomer, post } from "./steps.ts";

useBrowser();

const PATHS = [...PAGES, "complaints"].map((page) => `/${page}`);
const NARROW = { width: 360, height: 740 };

/** Writes down every script that a page asks for. */
function scriptsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script" || /\.m?js($|\?)/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test.each([
  ["desktop, light, English", "en", { viewport: DESKTOP, colorScheme: "light" as const }],
  ["phone, dark, Dutch", "nl", { viewport: PHONE, colorScheme: "dark" as const }],
  ["360 px, light, German", "de", { viewport: NARROW, colorScheme: "light" as const }],
])(
  "every legal and help page is sound and asks for no script: %s",
  async (_, language, options) => {
    const { context, page } = await person(options);
    await context.addCookies([{ name: "locale", value: language, url: at("/") }]);
    const asked = scriptsOf(page);
    for (const path of PATHS) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await expectSound(page);
      expect(await page.locator("script, link[rel=modulepreload]").count(), path).toBe(0);
      expect(await page.locator("main").textContent(), path).not.toMatch(/\{\{|undefined|\*\*/);
    }
    expect(asked).toEqual([]);
  },
  180_000,
);

test("members get no script with them either", async () => {
  const { page } = await person();
  await page.goto("/login");
  expect((await post(page, "/api/user.php", { email: "anna@demo.example", password: DEMO_PASSWORD })).status()).toBe(200);
  const asked = scriptsOf(page);
  for (const path of ["/terms", "/complaints"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await page.locator("body.logged-in, .logged-in").count()).toBeGreaterThan(0);
  }
  expect(asked).toEqual([]);
  // The form knows already who writes.
  expect(await page.locator('[name="email"]').inputValue()).toBe("anna@demo.example");
});

test("their links lead somewhere, and their contents to each heading", async () => {
  const { page } = await person();
  const links = new Set<string>();
  for (const path of PATHS) {
    await page.goto(path);
    for (const href of await page.locator("main a").evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? "")))
      if (href.startsWith("#")) expect(await page.locator(`[id="${href.slice(1)}"]`).count(), `${path}${href}`).toBe(1);
      else if (href.startsWith("/")) links.add(href.replace(/#.*/, ""));
  }
  expect(links.size).toBeGreaterThan(5);
  for (const href of links) expect((await page.context().request.get(href)).status(), href).toBe(200);
});

test("privacy has a text of its own for English in the United States, and each country its company", async () => {
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
  // The fixed date, or the company's where it came later.
  expect((await seen("/terms", "GB", "en")).text).toContain("since 1 December 2023");
  expect((await seen("/terms", "US", "en")).text).toContain("since June 1, 2024");
  expect((await seen("/terms", "NL", "nl")).text).toContain("sinds 1 februari 2024");
});

test("a complaint without a script: what is wrong beside its field, then a reference and a mail", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: PHONE });
  const { email } = newcomer("Clara");
  const send = async () => {
    // What the browser itself would hold back is the server's to refuse here.
    await page.locator('form:has([name="good_faith"])').evaluate((form) => form.setAttribute("novalidate", ""));
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Send", exact: true }).click()]);
  };
  await page.goto("/complaints?kind=consumer");
  expect(await page.locator('[name="kind"][value="consumer"]').isChecked()).toBe(true);
  await page.locator('[name="text"]').fill("Too short");
  await page.locator('[name="email"]').fill("nobody");
  await send();
  expect(page.url()).not.toContain("reference");
  expect(await page.locator("#field-text-error").textContent()).toBe("At least 20 characters.");
  expect(await page.locator("#field-email-error").textContent()).toBe("Invalid email");
  expect(await page.locator("#field-name-error").textContent()).toBe("Please fill this in.");
  expect(await page.locator("#field-good_faith-error").count()).toBe(1);
  expect(await page.locator('[name="text"]').inputValue()).toBe("Too short");
  await expectSoundWithoutScript(page);

  await page.locator('[name="text"]').fill("Somebody uses a photo of me on this profile, without asking.");
  await page.locator('[name="name"]').fill("Clara Jansen");
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="good_faith"]').check();
  await send();
  const reference = (await page.locator('p[translate="no"]').textContent()) ?? "";
  expect(reference).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  expect(page.url()).toBe(at(`/complaints?reference=${reference}&mail`));
  expect(await page.locator("h1").textContent()).toBe("Thank you, we have it");
  expect((await mailsTo(email))[0]?.subject).toBe(`We have received your complaint ${reference}`);
});

test("the receipt is sound, and an address that is none shows the form", async () => {
  const { page } = await person({ viewport: NARROW, colorScheme: "dark" });
  await page.goto("/complaints?reference=7K3M9-QX4TD");
  expect(await page.locator("main").textContent()).toContain("No receipt was sent");
  await expectSound(page);
  await page.goto("/complaints?reference=Call+0900-1234");
  expect(await page.locator('[name="good_faith"]').count()).toBe(1);
  expect(await page.locator("main").textContent()).not.toContain("0900");
});

test("the consents of the sign-up open beside it, and nothing typed is lost", async () => {
  const { context, page } = await person();
  await page.goto("/");
  await page.locator('#signup [name="name"]').fill("Half_way");
  for (const [name, heading] of [
    ["Read the terms of use", "Terms of use"],
    ["Read the privacy statement", "Privacy statement"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name }).click();
    const other = await opened;
    expect(await other.locator("h1").textContent()).toBe(heading);
    expect(await other.evaluate(() => window.opener)).toBeNull();
    await other.close();
  }
  expect(await page.locator('#signup [name="name"]').inputValue()).toBe("Half_way");
});

/** axe needs scripts: here it is only looked at what needs none. */
async function expectSoundWithoutScript(page: Page): Promise<void> {
  expect(await page.locator("h1").count()).toBe(1);
  const { width } = page.viewportSize() ?? PHONE;
  expect((await page.locator("main").boundingBox())?.width ?? 0).toBeLessThanOrEqual(width);
}
