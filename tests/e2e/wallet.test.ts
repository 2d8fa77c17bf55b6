import type { BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { at, DESKTOP, expectSound, person, useBrowser } from "./browser.ts";
import { newcomer, post } from "./steps.ts";

useBrowser();

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const NARROW = { width: 360, height: 740 };
const who = newcomer("Nova");
let id = "";

async function sql<T>(text: string, ...values: unknown[]): Promise<T[]> {
  const answer = await fetch(`http://127.0.0.1:${inject("sql")}/`, {
    method: "POST",
    body: JSON.stringify({ sql: text, values }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T[];
}

interface State {
  /** Since the sign-up, in ms. */
  age?: number;
  /** Since the address was confirmed; null before. */
  confirmed?: number | null;
  paid?: boolean;
  credits?: number;
}

/** Makes Nova a member in this state: the balance by an entry of the ledger, all else in the account. */
async function nova({ age = 60 * SECOND, confirmed = null, paid = false, credits = 0 }: State): Promise<void> {
  const now = Date.now();
  const activated = confirmed === null ? null : now - confirmed;
  await sql(
    "UPDATE accounts SET created_at = ?, activated_at = ?, status = ?, paid_user = ? WHERE id = ?",
    now - age,
    activated,
    activated === null ? "not_confirmed" : "active",
    Number(paid),
    id,
  );
  const [account] = await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id);
  const difference = credits - (account?.credits ?? 0);
  if (difference === 0) return;
  await sql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'adjustment', 'test', ?, ?)",
    id,
    difference,
    `test-${now}-${Math.random()}`,
    now,
  );
}

// One member may not have any number of pages open at once.
const open: BrowserContext[] = [];
afterEach(async () => {
  for (const context of open.splice(0)) await context.close();
});

/** Nova at a browser of her own; anybody else by e-mail address. */
async function member(email = who.email, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, context } = await person(options);
  open.push(context);
  const password = email === who.email ? who.password : DEMO_PASSWORD;
  const headers = { origin: new URL(at("/")).origin };
  const answer = await page.context().request.post(at("/api/user.php"), { headers, data: { email, password } });
  expect(answer.status()).toBe(200);
  return page;
}

const banner = (page: Page) => page.getByRole("complementary", { name: "Your welcome bonus: 25% off" });
const bar = (page: Page) => page.getByRole("complementary", { name: "Welcome bonus", exact: true });
const modal = (page: Page) => page.getByRole("dialog", { name: "25% welcome bonus" });
const parts = (shown: string) => shown.split(":").map(Number) as [number, number, number];

/** What a countdown says is left, in seconds. */
async function left(place: Locator): Promise<number> {
  const [hours, minutes, seconds] = parts((await place.getByRole("timer").textContent()) ?? "");
  return hours * 3600 + minutes * 60 + seconds;
}

beforeAll(async () => {
  const { page } = await person();
  await page.goto("/login");
  const { name, email, password, gender } = who;
  const answer = await post(page, "/api/signup.php", {
    name,
    email,
    password,
    gender,
    date_of_birth: "1990-04-07",
    looking_for: "male",
    country: "NL",
    language: "en",
    terms: true,
    sensitive_data: true,
  });
  expect(answer.status()).toBe(201);
  id = (await answer.json()).profile.id;
});

test("the time bonus stands above every page of the members area, and above no other", async () => {
  await nova({ age: 600 * SECOND });
  const page = await member();
  const [other] = (await (await page.context().request.get("/api/members.php?country=NL")).json()).results;
  for (const path of [
    "/members",
    `/members/${other.id}`,
    `/likes/m/${other.id}`,
    "/chats",
    "/likes",
    "/likes/sent",
    "/premium",
  ]) {
    await page.goto(path);
    expect(await banner(page).count(), path).toBe(1);
    expect(await bar(page).count(), path).toBe(0);
  }
  const link = banner(page).getByRole("link", { name: "See the packages" });
  expect(await link.getAttribute("href")).toBe("/credits");
  for (const path of ["/credits", "/profile", "/settings", "/pricing", "/transactions", `/members/${other.id}/chat`]) {
    await page.goto(path);
    expect(await banner(page).count(), path).toBe(0);
    expect(await bar(page).count(), path).toBe(0);
  }
});

test("its countdown is true, runs second by second, and takes the banner with it at the end", async () => {
  await nova({ age: 14_400 * SECOND - 3600 * SECOND });
  const page = await member();
  await page.goto("/members");
  const before = await left(banner(page));
  expect(before).toBeGreaterThan(3590);
  expect(before).toBeLessThanOrEqual(3600);
  await expect.poll(() => left(banner(page)), { timeout: 5000 }).toBeLessThan(before - 1);
  await nova({ age: 14_400 * SECOND - 4 * SECOND });
  await page.goto("/members");
  expect(await banner(page).isVisible()).toBe(true);
  await banner(page).waitFor({ state: "hidden", timeout: 10_000 });
  await page.reload();
  expect(await banner(page).count()).toBe(0);
});

test.each<[string, State]>([
  ["who has paid", { paid: true }],
  ["who signed up 14400 s ago", { age: 14_400 * SECOND }],
])("no time bonus for a member %s", async (_, state) => {
  await nova(state);
  const page = await member();
  await page.goto("/members");
  expect(await banner(page).count()).toBe(0);
  expect(await modal(page).count()).toBe(0);
});

test("no time bonus, no bar for visitors, nor after logging out", async () => {
  await nova({});
  const page = await member();
  await page.goto("/members");
  expect(await banner(page).count()).toBe(1);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  for (const path of ["/", "/members", "/pricing"]) {
    await page.goto(path);
    expect((await banner(page).count()) + (await bar(page).count()), path).toBe(0);
  }
});

test("the welcome bar is there on every page from the end of the time bonus until 48 hours after the confirmation", async () => {
  await nova({ age: 5 * HOUR, confirmed: 4 * HOUR, credits: 10 });
  const page = await member();
  for (const path of ["/members", "/credits", "/settings"]) {
    await page.goto(path);
    const link = bar(page).getByRole("link", { name: "Welcome bonus: 25% off your first credits" });
    expect(await link.getAttribute("href"), path).toBe("/credits");
    expect(await link.locator("svg").count()).toBe(1);
    expect(await banner(page).count()).toBe(0);
    const seconds = await left(bar(page));
    expect(seconds).toBeGreaterThan(44 * 3600 - 20);
    expect(seconds).toBeLessThanOrEqual(44 * 3600);
  }
  await expectSound(page);
});

test.each<[string, State]>([
  ["while the time bonus runs", { age: 3 * HOUR, confirmed: 2 * HOUR }],
  ["before the address is confirmed", { age: 5 * HOUR }],
  ["48 hours after it", { age: 60 * HOUR, confirmed: 48 * HOUR }],
  ["for who has paid", { age: 5 * HOUR, confirmed: 4 * HOUR, paid: true }],
])("no welcome bar %s", async (_, state) => {
  await nova(state);
  const page = await member();
  await page.goto("/members");
  expect(await bar(page).count()).toBe(0);
});

test("where nothing counts, the end is named in place of a countdown that stands still", async () => {
  await nova({ age: 5 * HOUR, confirmed: 4 * HOUR });
  const still = await member(who.email, { javaScriptEnabled: false });
  await still.goto("/members");
  expect(await bar(still).getByRole("timer").isVisible()).toBe(false);
  expect(await bar(still).locator("time").textContent()).toMatch(/^until .*\d{4}.* UTC$/);
  const page = await member();
  await page.goto("/pricing");
  expect(await bar(page).getByRole("timer").isVisible()).toBe(false);
  expect(await bar(page).locator("time").isVisible()).toBe(true);
});

/** Nova in the members area, at a clock that the test moves. */
async function waiting(state: State = {}): Promise<Page> {
  await nova(state);
  const page = await member();
  await page.clock.install();
  await page.goto("/members");
  return page;
}
/** When the page says it came into the area; null until its script runs, and where there is no modal to wait for. */
const entered = (page: Page) => page.evaluate(() => sessionStorage.getItem("members-area-entered"));
async function hasEntered(page: Page, before: string | null = null): Promise<Page> {
  await expect.poll(() => entered(page), { timeout: 10_000 }).not.toBe(before);
  return page;
}
const pass = (page: Page, seconds: number) => page.clock.fastForward(seconds * SECOND);
const shown = (page: Page) => modal(page).isVisible();

test("the modal opens 40 s after entering the area, says what the offer is, and stays closed once closed", async () => {
  const page = await hasEntered(await waiting({ age: 600 * SECOND }));
  await pass(page, 37);
  expect(await shown(page)).toBe(false);
  await pass(page, 4);
  await modal(page).waitFor();
  const text = (await modal(page).textContent()) ?? "";
  for (const part of [
    "Special offer",
    "25% welcome bonus",
    "Unlock your bonus: pay 25% less for your first credits.",
    "Act fast: the offer lasts 4 hours from the moment you signed up.",
    "You receive your credits at once when your payment is complete.",
  ])
    expect(text).toContain(part);
  const seconds = await left(modal(page));
  expect(seconds).toBeGreaterThan(14_400 - 600 - 41 - 30);
  expect(seconds).toBeLessThanOrEqual(14_400 - 600 - 41 + 1);
  await expectSound(page);
  await modal(page).getByRole("button", { name: "Close" }).click();
  expect(await shown(page)).toBe(false);
  const marker = Number(await page.evaluate(() => localStorage.getItem("time-bonus-hidden")));
  expect(Math.abs(marker - Date.now())).toBeLessThan(120 * SECOND);
  await page.goto("/likes");
  await pass(page, 300);
  expect(await shown(page)).toBe(false);
});

test("the modal waits while somebody fills in a field", async () => {
  const page = await hasEntered(await waiting());
  await page.locator("main select:visible").first().focus();
  await pass(page, 60);
  expect(await shown(page)).toBe(false);
  await page.locator("h1").click();
  await pass(page, 3);
  await modal(page).waitFor();
});

test("its link closes it for good and goes to the credits", async () => {
  const page = await hasEntered(await waiting());
  await pass(page, 41);
  await modal(page)
    .getByRole("link", { name: /^Offer valid for/ })
    .click();
  await page.waitForURL("**/credits");
  expect(await page.evaluate(() => localStorage.getItem("time-bonus-hidden"))).toMatch(/^\d+$/);
  await page.goto("/members");
  await pass(page, 300);
  expect(await shown(page)).toBe(false);
});

test("a walk through the area does not start the 40 s anew, leaving it does", async () => {
  const page = await hasEntered(await waiting());
  await pass(page, 25);
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: /^Likes/ })
    .click();
  await page.waitForURL("**/likes");
  await pass(page, 16);
  await modal(page).waitFor();

  const other = await hasEntered(await waiting());
  await pass(other, 25);
  await other.getByRole("link", { name: "See the packages" }).click();
  await other.waitForURL("**/credits");
  const before = await entered(other);
  await pass(other, 60);
  expect(await modal(other).count()).toBe(0);
  await other.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Search" }).click();
  await other.waitForURL("**/members");
  await hasEntered(other, before);
  await pass(other, 30);
  expect(await shown(other)).toBe(false);
  await pass(other, 11);
  await modal(other).waitFor();
});

test.each<[string, State]>([
  ["with a credit left", { credits: 1 }],
  ["whose time bonus is over", { age: 14_400 * SECOND }],
  ["who has paid", { paid: true }],
])("no modal for a member %s", async (_, state) => {
  const page = await waiting(state);
  await pass(page, 120);
  expect(await modal(page).count()).toBe(0);
});

test("no modal once the time has run out while waiting", async () => {
  const page = await hasEntered(await waiting({ age: 14_400 * SECOND - 20 * SECOND }));
  await pass(page, 120);
  expect(await shown(page)).toBe(false);
  expect(await banner(page).isVisible()).toBe(false);
});

test("the navigation: 'Get Premium' until one has paid, then credits with a badge from ten down", async () => {
  const page = await member();
  const nav = page.getByRole("navigation", { name: "Main navigation" });
  const look = async (state: State) => {
    await nova({ age: 100 * HOUR, confirmed: 99 * HOUR, ...state });
    await page.goto("/likes");
    return nav.getByRole("link").last();
  };
  const free = await look({ credits: 3 });
  expect([await free.textContent(), await free.getAttribute("href")]).toEqual(["Get Premium", "/premium"]);
  const rich = await look({ paid: true, credits: 11 });
  expect([await rich.textContent(), await rich.getAttribute("href")]).toEqual(["Credits", "/credits"]);
  const colours: string[] = [];
  for (const credits of [10, 1, 0]) {
    const entry = await look({ paid: true, credits });
    expect(await entry.locator("[aria-hidden=true]").filter({ hasText: /^\d/ }).textContent()).toBe(String(credits));
    const badge = entry.getByText(credits === 1 ? "1 credit left" : `${credits} credits left`).locator("..");
    colours.push(await badge.evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  expect(colours).toEqual(["rgb(245, 196, 67)", "rgb(245, 196, 67)", "rgb(179, 38, 30)"]);
});

test("what is asked for and is not there is a 404, and what is a member's asks to log in", async () => {
  const page = await member("ben@demo.example");
  const status = async (path: string) => (await page.goto(path))?.status();
  for (const path of ["/credits/c60", "/credits/c60/ideal", "/credits/repeat-order", "/transactions"])
    expect(await status(path)).toBe(200);
  for (const path of [
    "/credits/gold",
    "/credits/c60/cash",
    "/credits/c60/ideal/x",
    "/transactions/0",
    "/transactions/999999",
    "/transactions/x",
  ])
    expect(await status(path), path).toBe(404);
  const [entry] = await sql<{ id: number }>(
    "SELECT id FROM ledger WHERE account_id <> (SELECT id FROM accounts WHERE email = 'ben@demo.example')",
  );
  expect(await status(`/transactions/${entry?.id}`)).toBe(404);
  const visitor = (await person()).page;
  for (const path of [
    "/credits",
    "/premium",
    "/credits/c60",
    "/credits/repeat-order",
    "/directdebit",
    "/transactions",
    "/transactions/1",
  ]) {
    await visitor.goto(path);
    expect(new URL(visitor.url()).pathname + new URL(visitor.url()).search).toBe(`/login?next=${encodeURIComponent(path)}`);
  }
});

test("from the price to the order, with the discount in it, and an honest end", async () => {
  await nova({ age: 600 * SECOND });
  const page = await member(who.email, { javaScriptEnabled: false });
  await page.goto("/credits");
  // The first credits come by confirming the address: nobody is told to buy before that.
  expect(await page.getByText("You have no credits left").count()).toBe(0);
  await nova({ age: 600 * SECOND, confirmed: 60 * SECOND });
  await page.goto("/credits");
  await page.getByText("You have no credits left").waitFor();
  await page.getByText("25% is already taken off.").waitFor();
  await page.getByRole("link", { name: "Choose 60 credits" }).click();
  const summary = page.locator("main dl");
  expect(await summary.locator("dt, dd").allTextContents()).toEqual([
    "60 credits",
    "€24.99",
    "25% off (TIMEBONUS25)",
    "-€6.25",
    "Total, including tax",
    "€18.74",
  ]);
  await page.getByRole("link", { name: /^iDEAL/ }).click();
  expect(new URL(page.url()).pathname).toBe("/credits/c60/ideal");
  expect(await page.getByRole("link", { name: /^iDEAL/ }).getAttribute("aria-current")).toBe("true");
  await page.getByText("Paying is not connected on this site yet").waitFor();
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
  await page.getByRole("link", { name: "Other packages" }).click();
  expect(new URL(page.url()).pathname).toBe("/credits");
  await page.goto("/credits/repeat-order");
  await page.getByRole("heading", { level: 1, name: "There is no order to repeat yet" }).waitFor();
});

test("prices and ways to pay are those of the country", async () => {
  const { page } = await person({ javaScriptEnabled: false, extraHTTPHeaders: { "cf-ipcountry": "SE" } });
  await page.goto("/pricing");
  await page.getByText("SEK 145.00").first().waitFor();
  await page.getByText("Ways to pay in your country: Card or PayPal.").waitFor();
  const swede = await member("ben@demo.example", { extraHTTPHeaders: { "cf-ipcountry": "SE" } });
  await swede.goto("/directdebit");
  await swede.getByRole("heading", { level: 1, name: "Direct debit is not offered in your country" }).waitFor();
  expect((await swede.goto("/credits/c60/directdebit"))?.status()).toBe(404);
});

test("the ledger: every entry with its balance, older ones on further pages, each with a page of its own", async () => {
  await nova({ age: 100 * HOUR, confirmed: 99 * HOUR, credits: 5 });
  for (let credits = 6; credits < 45; credits++) await nova({ age: 100 * HOUR, confirmed: 99 * HOUR, credits });
  const page = await member();
  await page.goto("/transactions");
  const rows = page.getByRole("list", { name: "Transactions" }).getByRole("listitem");
  expect(await rows.count()).toBe(30);
  expect(await rows.first().textContent()).toContain("44 credits left");
  await page.getByRole("link", { name: "Older transactions" }).click();
  expect(await rows.first().textContent()).toContain("14 credits left");
  await page.getByRole("link", { name: "Newest transactions" }).click();
  await rows.first().getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Credits booked by us" }).waitFor();
  expect(await page.locator("main dl").textContent()).toMatch(/\+1[\s\S]*44/);
});

test("/pricing sends no script and says all that credits cost", async () => {
  const { page } = await person();
  const asked: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && asked.push(request.url()));
  await page.goto("/pricing", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  expect(await page.locator("script, link[rel=modulepreload]").count()).toBe(0);
  const text = await page.getByRole("main").textContent();
  for (const part of [
    "€12.49",
    "€0.50 per message",
    "€0.25 to €0.50",
    "All prices include tax.",
    "within 14 days",
    "no subscription",
  ])
    expect(text).toContain(part);
});

test.each([
  ["1280 px, light, English", "en", { viewport: DESKTOP, colorScheme: "light" as const }],
  ["360 px, dark, German", "de", { viewport: NARROW, colorScheme: "dark" as const }],
])(
  "every page of money is sound: %s",
  async (_, language, options) => {
    await nova({ age: 600 * SECOND });
    const page = await member(who.email, options);
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    const [entry] = await sql<{ id: number }>("SELECT max(id) AS id FROM ledger WHERE account_id = ?", id);
    for (const path of [
      "/members",
      "/credits",
      "/premium",
      "/pricing",
      "/credits/c150",
      "/credits/c150/directdebit",
      "/credits/repeat-order",
      "/directdebit",
      "/transactions",
      `/transactions/${entry?.id}`,
    ]) {
      await page.goto(path);
      await expectSound(page);
    }
    const visitor = (await person(options)).page;
    await visitor.goto("/pricing");
    await expectSound(visitor);
  },
  120_000,
);
