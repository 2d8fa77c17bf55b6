import { beforeAll, expect, test } from "vitest";
import { at, DESKTOP, expectSound, PHONE, person, useBrowser } from "./browser.ts";
import { memberPage, nextMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { longestIn } from "./longest.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { answerAll, handTo } from "./plain-steps.ts";
import { sql } from "./product.ts";
import { fillAccount, newcomer, openAlive } from "./steps.ts";

useBrowser();

/** With scripts: each test logs its own member in. */
let browser: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  browser = await person({ viewport: PHONE });
});

test("a refused sign-up and the chat of an unconfirmed member pass axe", async () => {
  const { page, context } = browser;
  const who = newcomer("Uma");
  const answering = new PlainBrowser();
  await answering.goto("/signup");
  await answerAll(answering, who);
  await handTo(context, answering);
  await page.goto("/signup");
  await fillAccount(page, { ...who, name: `@${who.name}`, email: "anna@demo.example" });
  await page.getByRole("button", { name: "Sign up free" }).click();
  await page.locator("#field-name-error").waitFor();
  await expectSound(page);
  const id = await nextMember(page, newcomer("Uma"), { confirmed: false });
  await page.goto("/members/demo0000000000000002/chat");
  await page.getByText("Confirm your e-mail address first").waitFor();
  await expectSound(page);
  const plain = await PlainBrowser.of(id);
  await plain.goto("/login");
  expect(plain.path).toBe("/members");
});

test("the 404 page has its text and a link home", async () => {
  const page = new PlainBrowser();
  await page.goto("/no/such/page", { status: 404 });
  page.shows("This page could not be found");
  await page.follow("Back to the home page");
  expect(page.path).toBe("/");
});

test("the language menu stores its choice in a cookie and in the account", async () => {
  const { page } = browser;
  await page.setViewportSize(DESKTOP);
  const id = await nextMember(page, newcomer("Tara"));
  await page.goto("/members");
  await page.getByRole("button", { name: /^Language/ }).click();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "locale");
  expect(cookie?.value).toBe("de");
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
  const elsewhere = await PlainBrowser.of(id);
  await elsewhere.goto("/members");
  expect(elsewhere.html).toContain('<html lang="de"');
  await elsewhere.goto("/lang-config");
  await elsewhere.press(/English/);
  expect(elsewhere.html).toContain('<html lang="en"');
});

test("the answer of a form stays while a live event refreshes the page", async () => {
  const { page, context } = browser;
  await context.clearCookies({ name: "locale" });
  const mia = await nextMember(page, newcomer("Mia"));
  const [tom, jan] = [await plainMember("Tom", { gender: "male" }), await plainMember("Jan", { gender: "male" })];
  const like = async (from: PlainBrowser) => expect((await from.call("/api/like.php", { profile: mia })).status).toBe(200);
  const card = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await like(tom.page);
  await openAlive(page, "/likes");
  await card(tom.who.name).waitFor();
  // The news of Tom's like may come late: its refresh would take his card away.
  const refreshed = Promise.withResolvers<void>();
  await intercept(page, "**/likes.rsc*", async (route) => {
    await refreshed.promise;
    await route.continue();
  });
  await sql("UPDATE profiles SET status = 'disabled' WHERE id = ?", tom.id);
  await card(tom.who.name).getByRole("button", { name: "Like back" }).click();
  const refusal = page.getByRole("main").getByRole("alert");
  await refusal.waitFor();
  refreshed.resolve();
  await like(jan.page);
  await card(jan.who.name).waitFor();
  expect(await refusal.isVisible(), "after the refresh").toBe(true);
});

test("in a low window the upper bar scrolls away and the tab bar is one line, in the languages with the longest words", async () => {
  const { page } = await memberPage("Lena", { viewport: { width: 640, height: 360 }, javaScriptEnabled: false });
  const wrong: string[] = [];
  for (const language of await longestIn(page, ["nav.discover", "nav.search", "nav.likes", "nav.messages", "nav.you"])) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    await page.goto("/settings");
    await page.evaluate(() => scrollTo(0, 400));
    const nav = page.getByRole("banner").getByRole("navigation");
    await expect.poll(() => page.getByRole("banner").evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(0);
    expect(await nav.evaluate((one) => one.getBoundingClientRect().top)).toBe(360 - 44);
    const entries = await nav.locator(":scope a, :scope button").evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map(({ textContent, scrollWidth, clientWidth, scrollHeight, clientHeight }) => ({
          text: textContent,
          fits: scrollWidth <= clientWidth && scrollHeight <= clientHeight,
        })),
    );
    expect(entries).toHaveLength(5);
    wrong.push(...entries.filter(({ fits }) => !fits).map(({ text }) => `${language}: ${text}`));
  }
  expect(wrong).toEqual([]);
});
