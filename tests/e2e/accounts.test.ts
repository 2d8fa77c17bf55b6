import { expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { parseHtml } from "#tests/setup/html.ts";
import { at, DESKTOP, expectSound, linkIn, mailsTo, PHONE, person, useBrowser } from "./browser.ts";
import { PlainBrowser } from "./plain.ts";
import { accountOf, BIRTH, chosenOf, errorOf } from "./plain-steps.ts";
import { port } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { press, VELVET_LINK } from "./steps.ts";

useBrowser();

const reminded = (page: PlainBrowser) => page.anywhere((one) => /bevestig je e-mailadres/i.test(one.text)).length > 0;
const PASSWORD = "a quiet river bend";
let made = 0;
const somebody = () => `Guest_${String.fromCharCode(97 + made++)}${Math.floor(Math.random() * 900 + 100)}`;

test("without a script, on a phone, in Dutch: sign up, confirm by the mail's link, log out, log in", async () => {
  const page = new PlainBrowser("dichtbij.localhost");
  await page.goto("/?network=spring");
  const name = somebody();
  const first = { gender: "female", looking_for: "male", ...BIRTH };
  // The first part tells its errors before the rest is asked.
  await page.press("Verder", { ...first, date_of_birth_year: "2020" }, { status: 422 });
  expect([errorOf(page, "date_of_birth"), page.buttons("Gratis aanmelden")]).toEqual(["Ongeldige geboortedatum.", []]);
  await expectPlainSound(page);
  await page.press("Verder", { date_of_birth_year: "1990" });
  expect(page.all((one) => one.has("autofocus")).map((one) => one.get("name"))).toEqual(["name"]);
  const typed = accountOf({ name: `@${name}`, email: `${name}@example.org`, password: PASSWORD });
  await page.press("Gratis aanmelden", typed, { status: 422 });
  // A refused form keeps everything but the password, and shows the error beside its field.
  expect(errorOf(page, "name")).toBeTruthy();
  const kept = ["name", "password", "email", "date_of_birth_year"].map((field) => page.value(field));
  expect(kept).toEqual([`@${name}`, undefined, typed.email, "1990"]);
  expect(page.all((one) => one.get("name") === "network")[0]?.get("value")).toBe("spring");
  expect([chosenOf(page, "gender"), chosenOf(page, "terms").length]).toEqual([["female"], 1]);
  await expectPlainSound(page);

  await page.press("Gratis aanmelden", { name, password: PASSWORD });
  expect(page.path).toBe("/signup-matches");
  await page.follow("Verder");
  expect(page.path).toMatch(/step=photo/);
  await page.follow("Overslaan");
  expect(page.path).toMatch(/complete-signup$/);
  await page.follow("Overslaan");
  expect(page.path).toMatch(/^\/members/);
  expect(reminded(page)).toBe(true);

  const [mail] = await mailsTo(`${name.toLowerCase()}@example.org`);
  expect(mail?.subject).toMatch(/^Bevestig je e-mailadres voor /);
  const link = linkIn(mail?.text ?? "");
  await page.goto(link);
  await page.press(/bevestig/i);
  expect([page.path, page.heading]).toEqual(["/activate/done", "Je bent binnen!"]);
  await page.goto("/members");
  expect(reminded(page)).toBe(false);

  // The link works once; opened again, it shows the confirmed state without a button.
  await page.goto(link);
  expect([page.heading, page.value("token")]).toEqual(["Je e-mailadres is bevestigd.", undefined]);

  await page.goto("/settings");
  await page.press("Uitloggen");
  expect(page.path).toMatch(/^\/\?logged_out=/);
  await page.goto("/profile");
  await page.press("Inloggen", { email: name.toUpperCase(), password: PASSWORD });
  expect(page.path).toBe("/profile");
});

test("an invite-only domain offers no sign-up and reveals no account", async () => {
  const page = new PlainBrowser("velvet.localhost");
  await page.goto("/signup");
  page.shows("By invitation only");
  expect(page.value("email")).toBeUndefined();
  await expectPlainSound(page);
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
  await page.goto(`/pricing?${VELVET_LINK}`);
  expect(page.html).toContain('href="/signup');
  const name = somebody();
  const email = `${name}@example.org`;
  const answers: string[] = [];
  for (const called of [name, `${name}x`]) {
    await page.goto(`/?${VELVET_LINK}`);
    await page.press("Continue", { gender: "female", looking_for: "male", ...BIRTH });
    await page.press("Sign up free", accountOf({ name: called, email, password: PASSWORD }));
    expect(page.path).toBe("/signup?sent");
    answers.push(page.text);
  }
  expect(answers[1]).toBe(answers[0]);
  // The owner of the address is unknown: the first link has ended, the second sets a password.
  const mails = await mailsTo(email.toLowerCase(), 2);
  const [first, second] = [/^Confirm your/, /^Choose a password/].map((subject) =>
    mails.find((mail) => subject.test(mail.subject)),
  );
  await page.goto(linkIn(first?.text ?? ""));
  expect(page.heading).toBe("Activation failed");
  await page.goto(/https?:\S+/.exec(second?.text ?? "")?.[0] ?? "");
  await page.press("Save the password", { password: "another-coffee-7", password_repeat: "another-coffee-7" });
  // Logged in, and asked for the proof that this site needs before it shows members.
  await page.goto("/members");
  expect(page.path).toMatch(/^\/proof-of-age/);
});

test("a refused log-in passes axe, and Back shows it without sending the form again", async () => {
  const { page } = await person({ viewport: PHONE });
  await page.goto(at("/login"));
  await page.locator('main [name="email"]').fill("nobody@example.org");
  await page.locator('main [name="password"]').fill("wrong");
  await press(page, page.locator('main form:has([name="password"]) button:not([type="button"])').last());
  const alert = page.locator('main [role="alert"]');
  await alert.waitFor();
  await expectSound(page);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL("**/reset-password");
  await page.goBack();
  await alert.waitFor();
  await expect.poll(() => page.locator('main [name="email"]').inputValue()).toBe("nobody@example.org");
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
