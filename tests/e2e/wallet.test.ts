import { expect, test } from "vitest";
import { at, DESKTOP, expectLayout, expectSound, person, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { HOUR, MEMBER, openPage, SECOND, SHOP, type State, setMemberState, useMember } from "./member-states.ts";
import { sql } from "./product.ts";
import { post } from "./steps.ts";

useBrowser();
useMember();

const NARROW = { width: 360, height: 740 };

test("the navigation shows 'Get Premium' before a payment, then credits with a badge from ten down", async () => {
  const page = await openPage();
  const look = async (state: State) => {
    await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR, ...state });
    await page.goto("/likes");
    return page.getByRole("banner").getByRole("link", { name: /^(Get Premium|Credits)/ });
  };
  const free = await look({ credits: 3 });
  expect([await free.textContent(), await free.getAttribute("href")]).toEqual(["Get Premium", "/premium"]);
  const rich = await look({ paid: true, credits: 11 });
  expect([await rich.textContent(), await rich.getAttribute("href")]).toEqual(["Credits", "/credits"]);
  const colours: string[] = [];
  for (const credits of [10, 1, 0]) {
    const entry = await look({ paid: true, credits });
    await expect.poll(() => entry.locator("[aria-hidden=true]").filter({ hasText: /^\d/ }).textContent()).toBe(String(credits));
    const badge = entry.getByText(credits === 1 ? "1 credit left" : `${credits} credits left`).locator("..");
    colours.push(await badge.evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  expect(colours).toEqual(["rgb(245, 196, 67)", "rgb(245, 196, 67)", "rgb(179, 38, 30)"]);
});

test("unknown packages, methods and transactions answer 404, and a visitor is led to the log-in", async () => {
  const page = await openPage("ben@demo.example");
  const status = async (path: string) => (await page.context().request.get(path)).status();
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
  const visitor = (await person({ baseURL: at("/", SHOP) })).context.request;
  for (const path of [
    "/credits",
    "/premium",
    "/credits/c60",
    "/credits/repeat-order",
    "/directdebit",
    "/transactions",
    "/transactions/1",
  ]) {
    const { pathname, search } = new URL((await visitor.get(path)).url());
    expect(pathname + search).toBe(`/login?next=${encodeURIComponent(path)}`);
  }
});

test("an order shows its discount, then its total and the button that pays", async () => {
  await setMemberState({ age: 600 * SECOND });
  const page = await openPage(MEMBER.email, { javaScriptEnabled: false });
  await page.goto("/credits");
  // Confirmation brings the first credits, so no offer comes before it.
  await expect.poll(() => page.getByText("You have no credits left").count()).toBe(0);
  await setMemberState({ age: 600 * SECOND, confirmed: 60 * SECOND });
  await page.goto("/credits");
  await page.getByText("You have no credits left").waitFor();
  await page.getByText("25% is already taken off.").waitFor();
  await page.getByRole("link", { name: "Choose 60 credits" }).click();
  await page.waitForURL("**/credits/c60");
  await expect.poll(() => page.getByRole("link", { name: /^Choose 60 credits/ }).getAttribute("aria-current")).toBe("true");
  await page.getByText("Prices include tax. You pay once: there is no subscription.").waitFor();
  await page.getByRole("link", { name: /^iDEAL/ }).click();
  await page.waitForURL("**/credits/c60/ideal");
  const summary = page.locator("main dl");
  await expect
    .poll(() => summary.locator("dt, dd").allTextContents())
    .toEqual([
      "60 credits",
      "€24.99",
      "25% off (TIMEBONUS25)",
      "-€6.25",
      "Way to pay",
      "iDEAL",
      "Total, including tax",
      "€18.74",
    ]);
  await expect.poll(() => page.getByRole("link", { name: /^iDEAL/ }).getAttribute("aria-current")).toBe("true");
  await page.getByRole("button", { name: "Pay €18.74 now" }).waitFor();
  await page.getByRole("link", { name: "Choose 150 credits" }).click();
  await page.waitForURL("**/credits/c150/ideal");
  await page.getByRole("button", { name: "Pay €37.49 now" }).waitFor();
  await page.goto("/credits/repeat-order");
  await page.getByRole("heading", { level: 1, name: "There is no order to repeat yet" }).waitFor();
});

const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];

test("the first price and the button that pays are on the first screen of a phone", async () => {
  await setMemberState({ age: 600 * SECOND, confirmed: 60 * SECOND });
  const page = await openPage(MEMBER.email, { viewport: NARROW });
  for (const path of ["/premium", "/credits"]) {
    await page.goto(path);
    await page.getByRole("complementary", { name: "Your welcome bonus: 25% off" }).waitFor();
    // One page to buy, one to compare.
    const offers =
      path === "/premium"
        ? page.getByRole("table", { name: "Free and Premium side by side" })
        : page.getByRole("list", { name: "Credit packages" });
    const first = offers.getByText("€9.36");
    for (const viewport of PHONES) {
      await page.setViewportSize(viewport);
      expect((await first.boundingBox())?.y, `${path} at ${viewport.width} px`).toBeLessThanOrEqual(300);
    }
  }
  const pay = page.getByRole("button", { name: "Pay €18.74 now" });
  for (const viewport of PHONES) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => scrollTo(0, 0));
    const bar = await page.getByRole("navigation", { name: "Main navigation" }).boundingBox();
    const isSeen = async () => {
      const box = await pay.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height <= (bar?.y ?? 0);
    };
    await expect.poll(isSeen, { message: `in view at the top, ${viewport.width} px` }).toBe(true);
    await page.getByRole("heading", { name: "What happens next" }).scrollIntoViewIfNeeded();
    await expect.poll(isSeen, { message: `in view further down, ${viewport.width} px` }).toBe(true);
  }
});

test("the package that was bought last and the method that paid it are chosen", async () => {
  const { page, id } = await memberPage("Lena", { host: SHOP, javaScriptEnabled: false });
  await page.goto("/credits");
  const chosen = () => page.locator("main a[aria-current=true]").allTextContents();
  await expect
    .poll(chosen, { message: "the middle package, the first method" })
    .toEqual([expect.stringMatching(/^Choose 60 credits/), "iDEAL"]);
  const { payment } = await (await post(page, "/api/payment.php", { package: "c150", method: "paypal" })).json();
  await sql(
    "UPDATE payments SET status = 'completed', completed_at = updated_at WHERE id = ? AND account_id = ?",
    payment.id,
    id,
  );
  await page.goto("/credits");
  await expect.poll(chosen).toEqual([expect.stringMatching(/^Choose 150 credits/), "PayPal"]);
  await page.goto("/credits/c25");
  await expect.poll(chosen).toEqual([expect.stringMatching(/^Choose 25 credits/), "PayPal"]);
});

test("prices and payment methods follow a visitor's place and a member's country", async () => {
  const { page } = await person({ baseURL: at("/", SHOP), javaScriptEnabled: false, extraHTTPHeaders: { "cf-ipcountry": "SE" } });
  await page.goto("/pricing");
  await page.getByText("SEK 145.00").first().waitFor();
  await page.getByText("Ways to pay in your country: card or PayPal.").waitFor();
  const { page: swede, id } = await memberPage("Olle", { host: SHOP, javaScriptEnabled: false });
  await sql("UPDATE profiles SET country = 'SE' WHERE id = ?", id);
  await swede.goto("/credits");
  await swede.getByText("SEK 145.00").first().waitFor();
  await swede.goto("/directdebit");
  await swede.getByRole("heading", { level: 1, name: "Direct debit is not offered in your country" }).waitFor();
  expect((await swede.goto("/credits/c60/directdebit"))?.status()).toBe(404);
});

test("the ledger lists entries with balances over several pages, each with a page of its own", async () => {
  await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR, credits: 5 });
  for (let credits = 6; credits < 45; credits++) await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR, credits });
  const page = await openPage();
  await page.goto("/transactions");
  const rows = page.getByRole("list", { name: "Transactions" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(30);
  await expect.poll(() => rows.first().textContent()).toContain("44 credits left");
  await page.getByRole("link", { name: "Older transactions" }).click();
  await page.waitForURL(/\/transactions\?/);
  await expect.poll(() => rows.first().textContent()).toContain("14 credits left");
  await page.getByRole("link", { name: "Newest transactions" }).click();
  await rows.first().getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Credits booked by us" }).waitFor();
  await expect.poll(() => page.locator("main dl").textContent()).toMatch(/\+1[\s\S]*44/);
});

test("/pricing sends no script and says all that credits cost", async () => {
  const { page } = await person({ baseURL: at("/", SHOP) });
  const requests: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && requests.push(request.url()));
  await page.goto("/pricing", { waitUntil: "networkidle" });
  expect(requests).toEqual([]);
  await expect.poll(() => page.locator("script, link[rel=modulepreload]").count()).toBe(0);
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

/** The crawl opens the others, in this scheme, language and width. */
test("what the crawl does not see of the pages of money passes axe: a running bonus, a mandate, an entry", async () => {
  await setMemberState({ age: 600 * SECOND });
  const page = await openPage(MEMBER.email, { viewport: NARROW, colorScheme: "dark" });
  await page.context().addCookies([{ name: "locale", value: "de", url: at("/", SHOP) }]);
  await page.goto("/transactions");
  const entry = (await page.locator('a[href^="/transactions/"]').first().getAttribute("href")) as string;
  for (const path of ["/members", "/credits", "/credits/c150/directdebit", entry]) {
    await page.goto(path);
    await expectSound(page);
    await page.setViewportSize(DESKTOP);
    await expectLayout(page);
    await page.setViewportSize(NARROW);
  }
});
