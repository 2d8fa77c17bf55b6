import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { at, expectSound, PHONE, person, useBrowser } from "./browser.ts";
import { fillSteps, newcomer, post, skipSteps } from "./steps.ts";

useBrowser();

/** Has the form of an activation link and was never sent to anybody. */
const LINK = `/a${"x".repeat(43)}`;
/** Search, profiles and likes are looked at in members.test.ts; every page in English and in the light by crawl.test.ts. */
const VISITOR = ["/", "/login", "/signup", "/signup?sent", LINK, "/activate/error", "/no/such/page"];
const MEMBER = ["/settings", "/credits", "/premium", "/chats", "/activate/done"];
const NARROW = { width: 360, height: 740 };
let profile = "";
let conversation = "";

async function anna(options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await person(options);
  await page.goto("/login");
  expect((await post(page, "/api/user.php", { email: "anna@demo.example", password: DEMO_PASSWORD })).status()).toBe(200);
  return page;
}

beforeAll(async () => {
  const page = await anna({ javaScriptEnabled: false });
  const found = await (await page.context().request.get("/api/members.php?country=NL")).json();
  profile = found.results[0].id;
  const sent = await post(page, "/api/chat.php", {
    profile,
    text: "A message\nof two lines, long enough to be broken once more on a phone",
    client_id: "anna-for-screens",
  });
  // Where journeys before this one have used up the conversations that a free member may start, one of those does.
  const { chats } = await (await page.context().request.get("/api/chats.php")).json();
  conversation = sent.status() === 201 ? (await sent.json()).message.conversation : chats[0].conversation.id;
  await page.context().close();
});

test.each([
  ["phone, dark, Dutch", "nl", { viewport: PHONE, colorScheme: "dark" as const }],
  ["360 px, light, German", "de", { viewport: NARROW, colorScheme: "light" as const }],
])(
  "every screen is sound: %s",
  async (_, language, options) => {
    const visitor = (await person(options)).page;
    const member = await anna(options);
    for (const [page, paths] of [
      [visitor, VISITOR],
      [member, [...MEMBER, `/chats/${conversation}`]],
    ] as const) {
      await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
      for (const path of paths) {
        await page.goto(path);
        expect(await page.locator("html").getAttribute("lang")).toBe(language);
        await expectSound(page);
      }
    }
  },
  120_000,
);

test("the main screens are sound at 360 px in the dark", async () => {
  const options = { viewport: NARROW, colorScheme: "dark" as const };
  const visitor = (await person(options)).page;
  for (const path of ["/", "/login"]) {
    await visitor.goto(path);
    await expectSound(visitor);
  }
  const member = await anna(options);
  for (const path of ["/members", `/members/${profile}`, "/likes", "/chats", `/chats/${conversation}`]) {
    await member.goto(path);
    await expectSound(member);
  }
});

test("a form with mistakes, and a member who is asked to confirm, are sound too", async () => {
  const { page } = await person({ viewport: PHONE });
  const who = newcomer("Uma");
  await page.goto("/signup");
  await fillSteps(page, { ...who, name: `@${who.name}`, email: "anna@demo.example" });
  await page.getByRole("button", { name: "Sign up free" }).click();
  await page.locator("#field-name-error").waitFor();
  await expectSound(page);
  await page.locator("#field-name").fill(who.name);
  await page.locator("#field-email").fill(who.email);
  await page.locator("#field-password").fill(who.password);
  await page.getByRole("button", { name: "Sign up free" }).click();
  await skipSteps(page);
  await expectSound(page);
  await page.goto(`/members/${profile}/chat`);
  await page.getByText("Confirm your e-mail address first").waitFor();
  await expectSound(page);
  await page.goto("/login");
  expect(page.url()).toBe(at("/members"));
});

test("the error page says what the spec says, and the way home", async () => {
  const { page } = await person();
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { level: 1, name: "This page could not be found" }).waitFor();
  await page.getByRole("link", { name: "Back to the home page" }).click();
  expect(page.url()).toBe(at("/"));
});

test("the language menu keeps its choice, here and in the account", async () => {
  const page = await anna();
  // Whatever another journey left in the account.
  await page.context().request.put("/api/user.php", { headers: { origin: at("").replace(/\/$/, "") }, data: { language: "en" } });
  await page.goto("/members");
  await page.getByRole("button", { name: /^Language/ }).click();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "locale");
  expect(cookie?.value).toBe("de");
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
  const elsewhere = await anna();
  await elsewhere.goto("/members");
  expect(await elsewhere.locator("html").getAttribute("lang")).toBe("de");
  await elsewhere.goto("/lang-config");
  await elsewhere.getByRole("main").getByRole("button", { name: "English" }).click();
  await expect.poll(() => elsewhere.locator("html").getAttribute("lang")).toBe("en");
});
