import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { ask } from "../contract/http.ts";
import { at, DESKTOP, expectSound, linkIn, mailsTo, PHONE, person, useBrowser } from "./browser.ts";
import { account, newcomer, post } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };
const SIZES: [string, string, BrowserContextOptions][] = [
  ["360 px, light, German", "de", { viewport: NARROW, colorScheme: "light" }],
  ["1280 px, dark, English", "en", { viewport: DESKTOP, colorScheme: "dark" }],
];
const heading = (page: Page) => page.locator("h1").textContent();
/** Presses a button and waits for the page that the form's answer is. */
async function press(page: Page, button: Locator): Promise<void> {
  await Promise.all([page.waitForEvent("load"), button.click()]);
}

/** Somebody with an account and with no session here. Only a browser finds `*.localhost`, so this asks by the address. */
async function signedUp(host = "localhost"): Promise<{ email: string; password: string }> {
  const { name, email, password, gender } = newcomer("Reset");
  const origin = new URL(at("/", host));
  const form = { email, name, password, gender, looking_for: "male", date_of_birth: "1990-04-07", country: "NL" };
  const rest = { language: "en", terms: true, sensitive_data: true, tracking: { network: "velvetletter" } };
  const headers = { host: origin.host, origin: origin.origin, "content-type": "application/json" };
  const body = JSON.stringify({ ...form, ...rest });
  const answer = await ask({ port: inject("port"), method: "POST", path: "/api/signup.php", headers, body });
  expect(answer.status).toBe(201);
  return { email, password };
}

test("without a script, on a phone: a forgotten password, its mail, a new password, and every other device is out", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  const who = await signedUp();
  const other = (await person({ javaScriptEnabled: false })).page;
  await other.goto("/login");
  expect((await post(other, "/api/user.php", { email: who.email, password: who.password })).status()).toBe(200);

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  expect(page.url()).toBe(at("/reset-password"));
  await expectNoScript(page);
  const send = page.getByRole("button", { name: "Send the link" });
  await page.locator('[name="email"]').fill("nobody.at.all@example.org");
  await press(page, send);
  expect(await page.locator("#field-email-error").textContent()).toBe("E-mail address not found");
  expect(await page.locator('[name="email"]').inputValue()).toBe("nobody.at.all@example.org");
  await page.locator('[name="email"]').fill(who.email);
  await press(page, send);
  expect(page.url()).toBe(at("/reset-password?sent"));
  expect(await heading(page)).toBe("Check your mail");

  const [mail] = await mailsTo(who.email);
  expect(mail?.subject).toBe("Choose a new password for Liaison");
  const link = /https?:\/\/\S+token=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await expectNoScript(page);
  const save = page.getByRole("button", { name: "Save the password" });
  await page.locator('[name="password"]').fill("seven quiet lakes");
  await page.locator('[name="password_repeat"]').fill("seven quiet likes");
  await press(page, save);
  expect(await page.locator("#field-password_repeat-error").textContent()).toBe("The entered passwords are not the same.");
  await page.locator('[name="password"]').fill("seven quiet lakes");
  await page.locator('[name="password_repeat"]').fill("seven quiet lakes");
  await press(page, save);
  expect(page.url()).toBe(at("/reset-password/do?done"));
  expect(await heading(page)).toBe("Your new password works");
  await page.goto("/settings");
  expect(await page.getByText(who.email).count()).toBeGreaterThan(0);
  await other.goto("/settings");
  expect(new URL(other.url()).pathname).toBe("/login");

  // The link works once.
  await page.goto(link);
  expect(await heading(page)).toBe("Link expired or invalid, request a new email");
  await page.getByRole("link", { name: "Request a new email" }).click();
  // One mail has gone out, and this browser was logged in before it: its own three are what counts.
  for (let i = 0; i < 4; i++) {
    await page.goto("/reset-password");
    await page.locator('[name="email"]').fill(who.email);
    await press(page, send);
  }
  const refused = page.locator('main [role="alert"]');
  expect(await refused.textContent()).toBe("Too many password reset emails sent, please try again tomorrow.");
});

test("a domain that reveals no accounts answers a known and an unknown address with the same page", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  const who = await signedUp("velvet.localhost");
  const answers: (string | null)[] = [];
  for (const email of [who.email, `not.${who.email}`]) {
    await page.goto(at("/reset-password", "velvet.localhost"));
    await page.locator('[name="email"]').fill(email);
    await press(page, page.locator("main form button"));
    expect(new URL(page.url()).search).toBe("?sent");
    answers.push(await page.locator("main").textContent());
  }
  expect(answers[1]).toBe(answers[0]);
  await expect
    .poll(async () => (await mailsTo(who.email)).some(({ text }) => text.includes("/reset-password/do?token=")))
    .toBe(true);
});

test("the language is chosen from a page that names each in its own words", async () => {
  const { page } = await person({ javaScriptEnabled: false, viewport: NARROW });
  await page.goto("/lang-config");
  await press(page, page.getByRole("button", { name: /^Nederlands/ }));
  expect(await page.locator("html").getAttribute("lang")).toBe("nl");
  expect(await heading(page)).toBe("Kies je taal");
  await expectNoScript(page);
});

/** A new member who has confirmed the address and looks for women, logged in. */
async function confirmed(options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await person(options);
  await page.goto("/login");
  const { email, name, password } = newcomer("Casper");
  const form = { email, name, password, gender: "male", looking_for: "female", date_of_birth: "1990-04-07", country: "NL" };
  const consents = { language: "en", terms: true, sensitive_data: true };
  expect((await post(page, "/api/signup.php", { ...form, ...consents })).status()).toBe(201);
  const [mail] = await mailsTo(email);
  const token = linkIn(mail?.text ?? "").slice(1);
  expect((await post(page, "/api/activate.php", { token })).status()).toBe(200);
  return page;
}
const card = (page: Page) => page.locator("[data-card]");
const shown = (page: Page) => card(page).getAttribute("data-card");

test("without a script: like, pass, undo, until the four likes of the day are used", async () => {
  const page = await confirmed({ javaScriptEnabled: false, viewport: NARROW });
  await page.goto("/members");
  await page.getByRole("link", { name: "Swipe game" }).click();
  expect(await heading(page)).toBe("Swipe game");
  const [like, pass, undo] = ["Like", "Pass", "Undo"].map((name) => page.getByRole("button", { name, exact: true }));
  if (!like || !pass || !undo) return expect.unreachable();
  expect(await undo.isDisabled()).toBe(true);
  const first = await shown(page);
  await press(page, pass);
  const second = await shown(page);
  expect(second).not.toBe(first);
  await press(page, undo);
  expect(await shown(page)).toBe(first);
  for (let left = 3; left >= 0; left--) {
    const id = await shown(page);
    await press(page, like);
    expect(await page.getByText(`${left} like${left === 1 ? "" : "s"} left today`).count()).toBe(1);
    await page.goto("/likes/sent");
    expect(await page.locator(`main li a[href="/likes/m/${id}"]`).count()).toBe(1);
    await page.goto("/swipe-game");
  }
  await page.getByText("You have used your 4 likes for today.").waitFor();
  await page.getByText(/New ones come at midnight, Central European Time\. That is in \d/).waitFor();
  expect(await like.isDisabled()).toBe(true);
  const last = await shown(page);
  await press(page, pass);
  expect(await shown(page)).not.toBe(last);
});

test("with a script a card is thrown, and the arrow keys press the buttons", async () => {
  const page = await confirmed({ viewport: PHONE, hasTouch: true });
  await page.goto("/swipe-game", { waitUntil: "networkidle" });
  const throwBy = async (dx: number) => {
    const box = await card(page).boundingBox();
    if (!box) return expect.unreachable();
    const [x, y] = [box.x + box.width / 2, box.y + 120];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + 4, { steps: 6 });
    await page.waitForTimeout(150);
    await page.mouse.up();
  };
  const first = await shown(page);
  await throwBy(20);
  await throwBy(-150);
  await expect.poll(() => shown(page)).not.toBe(first);
  const second = await shown(page);
  await throwBy(150);
  await expect.poll(() => shown(page)).not.toBe(second);
  await page.getByText("3 likes left today").waitFor();
  const third = await shown(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).not.toBe(third);
  await page.getByText("2 likes left today").waitFor();
  await page.goto("/likes/sent");
  const sent = page.locator("main li a");
  expect(await sent.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
    `/likes/m/${third}`,
    `/likes/m/${second}`,
  ]);
});

test("a like that is answered shows the match, and only a true one", async () => {
  const page = await confirmed({ viewport: PHONE });
  await page.goto("/swipe-game");
  const she = await shown(page);
  await page.goto(`/swipe-game?match=${she}`);
  expect(await heading(page)).toBe("Swipe game");
  const anna = await member({ javaScriptEnabled: false });
  const user = await account(page);
  expect((await post(anna, "/api/like.php", { profile: user.profile.id })).status()).toBe(200);
  const { profile } = await account(anna);
  expect((await post(page, "/api/swipe.php", { profile: profile.id, liked: true })).status()).toBe(200);
  await page.goto(`/swipe-game?match=${profile.id}`);
  expect(await heading(page)).toBe("It's a match!");
  await expectSound(page);
  await page.getByRole("link", { name: /^Write to / }).click();
  expect(page.url()).toBe(at(`/members/${profile.id}/chat`));
});

test("what has happened is listed, and says so where nothing has", async () => {
  const page = await confirmed({ javaScriptEnabled: false, viewport: NARROW });
  await page.goto("/notifications");
  await page.getByRole("heading", { name: "Nothing new" }).waitFor();
  const { profile } = await account(page);
  const anna = await member({ javaScriptEnabled: false });
  expect((await post(anna, "/api/like.php", { profile: profile.id })).status()).toBe(200);
  await page.goto("/notifications");
  await page.getByRole("link", { name: /Anna likes you/ }).click();
  expect(new URL(page.url()).pathname).toBe(`/likes/m/${(await account(anna)).profile.id}`);
  await page.goto("/notifications");
  expect(await page.getByText("New", { exact: true }).count()).toBe(0);
});

test("the match finder asks, compares, says why, and can be asked again", async () => {
  const page = await confirmed({ javaScriptEnabled: false, viewport: NARROW });
  await page.goto("/members");
  await page.getByRole("link", { name: "Match finder" }).click();
  expect(await page.locator("main fieldset").count()).toBe(8);
  const show = page.getByRole("button", { name: "Show who fits" });
  const choose = (name: string) => page.locator(`label:has-text("${name}")`).click();
  for (const name of ["Something lasting", "As it comes"]) await choose(name);
  await press(page, show);
  await page.getByText("Answer 2 more questions to compare.").waitFor();
  expect(await page.locator('[name="pace"]:checked').getAttribute("value")).toBe("steady");
  for (const name of ["Coffee", "An hour"]) await choose(name);
  await press(page, show);
  const results = page.getByRole("list", { name: "Who fits" }).locator("> li");
  const count = await results.count();
  expect(count).toBeGreaterThan(0);
  // The people of the seed are made up: no number of theirs is given as who was active lately.
  expect(await page.locator("main").textContent()).not.toContain("Compared with");
  const shares = (await page.locator("main strong").allTextContents()).flatMap((text) => /^(\d+)% match$/.exec(text)?.[1] ?? []);
  expect(shares.length).toBe(count);
  expect(shares).toEqual(shares.toSorted((a, b) => Number(b) - Number(a)));
  await results.first().locator("summary").click();
  await results.first().getByText("You agree").waitFor();
  await page.getByRole("link", { name: "Change my answers" }).click();
  await choose("Straight ahead");
  await press(page, show);
  expect(page.url()).toBe(at("/match-finder"));
  await page.goto("/match-finder?edit");
  expect(await page.locator('[name="pace"]:checked').getAttribute("value")).toBe("fast");
});

test("the results of the match finder are sound, and so are its questions with answers", async () => {
  const page = await confirmed({ viewport: NARROW });
  await page.goto("/match-finder");
  const answers = { goal: "chat", pace: "slow", first: "coffee", evening: "home" };
  const origin = new URL(at("/")).origin;
  expect((await page.context().request.put("/api/match-finder.php", { headers: { origin }, data: { answers } })).status()).toBe(
    200,
  );
  for (const path of ["/match-finder", "/match-finder?edit"]) {
    await page.goto(path);
    await expectSound(page);
  }
});

const VISITOR = [
  "/reset-password",
  "/reset-password?sent",
  "/reset-password/do",
  "/account-deleted",
  "/lang-config",
  "/mail-change/do",
];
const CHOOSE = `/reset-password/do?token=r${"x".repeat(43)}`;

test.each(SIZES)("every page is sound: %s", async (_, language, options) => {
  const visitor = (await person(options)).page;
  const anna = await member(options);
  for (const [page, paths] of [
    [visitor, [...VISITOR, CHOOSE]],
    [anna, MEMBER],
  ] as const) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    for (const path of paths) {
      await page.goto(path);
      expect(page.url()).toBe(at(path));
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await expectSound(page);
    }
  }
});

const MEMBER = ["/activate/error", "/mail-change/do", "/lang-config", "/notifications", "/match-finder", "/swipe-game"];

async function member(options: BrowserContextOptions = {}, email = "anna@demo.example"): Promise<Page> {
  const { page } = await person(options);
  await page.goto("/login");
  expect((await post(page, "/api/user.php", { email, password: DEMO_PASSWORD })).status()).toBe(200);
  return page;
}

async function expectNoScript(page: Page): Promise<void> {
  expect(await page.locator("script, link[rel=modulepreload]").count()).toBe(0);
}
