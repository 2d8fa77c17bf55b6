import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { parseHtml } from "#tests/setup/html.ts";
import { at, DESKTOP, expectSound, linkIn, mailsTo, PHONE, person, useBrowser } from "./browser.ts";
import { port } from "./product.ts";
import { press, unfold, VELVET_LINK } from "./steps.ts";

useBrowser();

const PASSWORD = "a quiet river bend";
let made = 0;
const somebody = () => `Guest_${String.fromCharCode(97 + made++)}${Math.floor(Math.random() * 900 + 100)}`;
const heading = (page: Page) => page.locator("h1").textContent();
const submit = (page: Page, field: string) =>
  press(page, page.locator(`form:has([name="${field}"]) button:not([type="button"])`).last());

async function fillFirstPart(page: Page, year: string): Promise<void> {
  await page.locator('label:has([name="gender"][value="female"])').click();
  await page.locator('label:has([name="looking_for"][value="male"])').click();
  await page.locator('[name="date_of_birth_day"]').fill("3");
  await page.locator('[name="date_of_birth_month"]').selectOption("2");
  await page.locator('[name="date_of_birth_year"]').fill(year);
  await unfold(page);
}

async function fillIn(page: Page, name: string): Promise<void> {
  await fillFirstPart(page, "1990");
  await fillRest(page, name);
}

async function fillRest(page: Page, name: string): Promise<void> {
  await page.locator('[name="name"]').fill(name);
  await page.locator('main [name="email"]').fill(`${name}@example.org`);
  await page.locator('main [name="password"]').fill(PASSWORD);
  await page.locator('[name="terms"]').check();
  await page.locator('[name="sensitive_data"]').check();
}

test("without a script, on a phone, in Dutch: sign up, confirm by the mail's link, log out, log in", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto(at("/?network=spring", "dichtbij.localhost"));
  const name = somebody();
  // The first part tells its errors before the rest is asked.
  await fillFirstPart(page, "2020");
  await expect.poll(() => page.locator("#field-date_of_birth-error").textContent()).toBe("Ongeldige geboortedatum.");
  await expect.poll(() => page.locator('main [name="password"]').count()).toBe(0);
  await page.locator('[name="date_of_birth_year"]').fill("1990");
  await unfold(page);
  await expect.poll(() => page.locator('[name="name"]').evaluate((one) => one === document.activeElement)).toBe(true);
  await fillRest(page, name);
  await page.locator('[name="name"]').fill(`@${name}`);
  await submit(page, "signup_key");
  // A refused form keeps everything but the password, and shows the error beside its field.
  await page.locator("#field-name-error").waitFor();
  await expect.poll(() => page.locator('[name="name"]').inputValue()).toBe(`@${name}`);
  await expect.poll(() => page.locator('main [name="password"]').inputValue()).toBe("");
  await expect.poll(() => page.locator('main [name="email"]').inputValue()).toBe(`${name}@example.org`);
  await expect.poll(() => page.locator('[name="date_of_birth_year"]').inputValue()).toBe("1990");
  await expect.poll(() => page.locator('[name="network"]').inputValue()).toBe("spring");
  await expect.poll(() => page.locator('[name="gender"][value="female"]').isChecked()).toBe(true);
  await expect.poll(() => page.locator('[name="terms"]').isChecked()).toBe(true);

  await page.locator('[name="name"]').fill(name);
  await page.locator('main [name="password"]').fill(PASSWORD);
  await submit(page, "signup_key");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/signup-matches");
  await page.getByRole("link", { name: "Verder" }).click();
  await page.waitForURL(/step=photo/);
  await page.getByRole("link", { name: "Overslaan" }).click();
  await page.waitForURL(/complete-signup$/);
  await page.getByRole("link", { name: "Overslaan" }).click();
  await page.waitForURL(/\/members/);
  await expect.poll(() => page.getByText("Bevestig je e-mailadres").count()).toBe(1);

  const [mail] = await mailsTo(`${name.toLowerCase()}@example.org`);
  expect(mail?.subject).toMatch(/^Bevestig je e-mailadres voor /);
  await page.goto(at(linkIn(mail?.text ?? ""), "dichtbij.localhost"));
  await submit(page, "token");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/activate/done");
  await expect.poll(() => heading(page)).toBe("Je bent binnen!");
  await page.goto(at("/members", "dichtbij.localhost"));
  await expect.poll(() => page.getByText("Bevestig je e-mailadres").count()).toBe(0);

  // The link works once; opened again, it shows the confirmed state without a button.
  await page.goto(at(linkIn(mail?.text ?? ""), "dichtbij.localhost"));
  await expect.poll(() => heading(page)).toBe("Je e-mailadres is bevestigd.");
  await expect.poll(() => page.locator('[name="token"]').count()).toBe(0);

  await page.goto(at("/settings", "dichtbij.localhost"));
  await press(page, page.locator("main").getByRole("button", { name: "Uitloggen" }));
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await page.goto(at("/profile", "dichtbij.localhost"));
  await page.locator('main [name="email"]').fill(name.toUpperCase());
  await page.locator('main [name="password"]').fill(PASSWORD);
  await submit(page, "password");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/profile");
});

test("an invite-only domain offers no sign-up and reveals no account", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto(at("/signup", "velvet.localhost"));
  await expect.poll(() => page.locator('#signup [name="email"]').count()).toBe(0);
  for (const path of ["/", "/login", "/pricing", "/members"]) {
    // Node does not resolve the host.
    const { status, headers, text } = await ask({
      port,
      path,
      headers: { host: `velvet.localhost:${port}`, accept: "text/html" },
    });
    if (status !== 200) {
      expect([path, status, headers.location]).toEqual(["/members", 302, expect.stringContaining("/login")]);
      continue;
    }
    const links = parseHtml(text).find(({ tag }) => tag === "a");
    expect(links.length, path).toBeGreaterThan(3);
    expect(
      links.map((link) => link.get("href")).filter((href) => /^(\/signup|#signup$)/.test(href ?? "")),
      path,
    ).toEqual([]);
  }
  await page.goto(at(`/pricing?${VELVET_LINK}`, "velvet.localhost"));
  await expect.poll(() => page.locator('a[href^="/signup"]').count()).toBeGreaterThan(0);
  const name = somebody();
  const answers: (string | null)[] = [];
  for (const person of [name, `${name}x`]) {
    await page.goto(at(`/?${VELVET_LINK}`, "velvet.localhost"));
    await fillIn(page, person);
    await page.locator('main [name="email"]').fill(`${name}@example.org`);
    await submit(page, "signup_key");
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/signup?sent");
    answers.push(await page.locator("main").textContent());
  }
  expect(answers[1]).toBe(answers[0]);
  // The owner of the address is unknown: the first link has ended, the second sets a password.
  const mails = await mailsTo(`${name.toLowerCase()}@example.org`, 2);
  const [first, second] = [/^Confirm your/, /^Choose a password/].map((subject) =>
    mails.find((mail) => subject.test(mail.subject)),
  );
  await page.goto(at(linkIn(first?.text ?? ""), "velvet.localhost"));
  await page.getByRole("heading", { level: 1, name: "Activation failed" }).waitFor();
  await page.goto(/https?:\S+/.exec(second?.text ?? "")?.[0] ?? "");
  for (const field of ["password", "password_repeat"]) await page.locator(`main [name="${field}"]`).fill("another-coffee-7");
  await submit(page, "password_repeat");
  // Logged in, and asked for the proof that this site needs before it shows members.
  await page.goto(at("/members", "velvet.localhost"));
  await expect.poll(() => new URL(page.url()).pathname).toBe("/proof-of-age");
});

test("a refused form and a closed sign-up pass axe", async () => {
  const { page } = await person({ viewport: PHONE });
  await page.goto(at("/signup", "velvet.localhost"));
  await expectSound(page);
  await page.goto(at("/login"));
  await page.locator('main [name="email"]').fill("nobody@example.org");
  await page.locator('main [name="password"]').fill("wrong");
  await submit(page, "password");
  await page.locator('main [role="alert"]').waitFor();
  await expectSound(page);
  await page.goto(at("/"));
  await fillFirstPart(page, "2020");
  await page.locator("#field-date_of_birth-error").waitFor();
  await expectSound(page);
  await page.locator('[name="date_of_birth_year"]').fill("1990");
  await unfold(page);
  await fillRest(page, somebody());
  await page.locator('[name="name"]').fill("@nobody");
  await submit(page, "signup_key");
  await page.locator("#field-name-error").waitFor();
  await expectSound(page);
});

test("the mails of this machine can be read in a browser", async () => {
  const { page } = await person({ viewport: DESKTOP });
  await page.goto(at("/dev/mail"));
  await page.locator("table a").first().click();
  const mail = page.frameLocator("iframe");
  // The frame loads after the click.
  await mail.locator("h1").waitFor();
  await expect.poll(() => mail.locator("h1").count()).toBe(1);
  await expect
    .poll(() => mail.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor))
    .toBe("rgb(244, 241, 246)");
});
