import { expect, test } from "vitest";
import { at, DESKTOP, expectLayout, expectSound, useBrowser } from "./browser.ts";
import { HOUR, MEMBER, openPage, plainPage, SECOND, SHOP, type State, setMemberState, useMember } from "./member-states.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";

useBrowser();
useMember();

const NARROW = { width: 360, height: 740 };

test("the navigation shows 'Get Premium' before a payment, then credits with a badge from ten down", async () => {
  const page = await plainPage();
  /** The entry in the header: its words, its address and its badge. */
  const look = async (state: State) => {
    await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR, ...state });
    await page.goto("/likes");
    const links = page.anywhere(
      (one) =>
        one.tag === "a" &&
        one.isIn("header") &&
        !one.closest((outer) => outer.has("popover")) &&
        /^(Get Premium|Credits)/.test(one.text),
    );
    expect(links).toHaveLength(1);
    return [links[0]?.text, links[0]?.get("href")];
  };
  expect(await look({ credits: 3 })).toEqual(["Get Premium", "/premium"]);
  expect(await look({ paid: true, credits: 11 })).toEqual(["Credits", "/credits"]);
  for (const [credits, left] of [
    [10, "10 credits left"],
    [1, "1 credit left"],
    [0, "0 credits left"],
  ] as const)
    expect(await look({ paid: true, credits })).toEqual([`Credits ${credits} ${left}`, "/credits"]);
});

test("unknown packages, methods and transactions answer 404, and a visitor is led to the log-in", async () => {
  const page = await plainPage("ben@demo.example");
  for (const path of ["/credits/c60", "/credits/c60/ideal", "/credits/repeat-order", "/transactions"])
    await page.goto(path, { status: 200 });
  for (const path of [
    "/credits/gold",
    "/credits/c60/cash",
    "/credits/c60/ideal/x",
    "/transactions/0",
    "/transactions/999999",
    "/transactions/x",
  ])
    await page.goto(path, { status: 404 });
  const [entry] = await sql<{ id: number }>(
    "SELECT id FROM ledger WHERE account_id <> (SELECT id FROM accounts WHERE email = 'ben@demo.example')",
  );
  await page.goto(`/transactions/${entry?.id}`, { status: 404 });
  const visitor = new PlainBrowser(SHOP);
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
    expect(visitor.path).toBe(`/login?next=${encodeURIComponent(path)}`);
  }
});

test("an order shows its discount, then its total and the button that pays", async () => {
  await setMemberState({ age: 600 * SECOND });
  const page = await plainPage();
  const chosen = (name: RegExp) =>
    page.all((one) => one.tag === "a" && name.test(one.text) && one.get("aria-current") === "true").length;
  await page.goto("/credits");
  // Confirmation brings the first credits, so no offer comes before it.
  page.lacks("You have no credits left");
  await setMemberState({ age: 600 * SECOND, confirmed: 60 * SECOND });
  await page.goto("/credits");
  page.shows("You have no credits left", "25% is already taken off.");
  await page.follow(/^Choose 60 credits/);
  expect([page.path, chosen(/^Choose 60 credits/)]).toEqual(["/credits/c60", 1]);
  page.shows("Prices include tax. You pay once: there is no subscription.");
  await page.follow(/^iDEAL/);
  expect([page.path, chosen(/^iDEAL/)]).toEqual(["/credits/c60/ideal", 1]);
  expect(page.all((one) => /^d[td]$/.test(one.tag)).map(({ text }) => text)).toEqual([
    "60 credits",
    "€24.99",
    "25% off (TIMEBONUS25)",
    "-€6.25",
    "Way to pay",
    "iDEAL",
    "Total, including tax",
    "€18.74",
  ]);
  expect(page.buttons("Pay €18.74 now")).toHaveLength(1);
  await page.follow(/^Choose 150 credits/);
  expect([page.path, page.buttons("Pay €37.49 now").length]).toEqual(["/credits/c150/ideal", 1]);
  await page.goto("/credits/repeat-order");
  page.shows("There is no order to repeat yet");
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
  // The colour of the badge in the navigation warns.
  for (const [credits, left, colour] of [
    [1, "1 credit left", "rgb(245, 196, 67)"],
    [0, "0 credits left", "rgb(179, 38, 30)"],
  ] as const) {
    await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR, paid: true, credits });
    await page.goto("/likes");
    const badge = page.getByRole("banner").getByText(left).first().locator("..");
    expect(await badge.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(colour);
  }
});

test("the package that was bought last and the method that paid it are chosen", async () => {
  const { page, id } = await plainMember("Lena", { host: SHOP });
  const chosen = () =>
    page.all((one) => one.tag === "a" && one.get("aria-current") === "true").map((one) => one.get("aria-label") ?? one.text);
  await page.goto("/credits");
  expect(chosen(), "the middle package, the first method").toEqual([expect.stringMatching(/^Choose 60 credits/), "iDEAL"]);
  const ordered = await page.call<{ payment: { id: string } }>("/api/payment.php", { package: "c150", method: "paypal" });
  await sql(
    "UPDATE payments SET status = 'completed', completed_at = updated_at WHERE id = ? AND account_id = ?",
    ordered.json.payment.id,
    id,
  );
  await page.goto("/credits");
  expect(chosen()).toEqual([expect.stringMatching(/^Choose 150 credits/), "PayPal"]);
  await page.goto("/credits/c25");
  expect(chosen()).toEqual([expect.stringMatching(/^Choose 25 credits/), "PayPal"]);
});

test("prices and payment methods follow a visitor's place and a member's country", async () => {
  const visitor = new PlainBrowser(SHOP, { "cf-ipcountry": "SE" });
  await visitor.goto("/pricing");
  visitor.shows("SEK 145.00", "Ways to pay in your country: card or PayPal.");
  const { page: swede, id } = await plainMember("Olle", { host: SHOP });
  await sql("UPDATE profiles SET country = 'SE' WHERE id = ?", id);
  await swede.goto("/credits");
  swede.shows("SEK 145.00");
  await swede.goto("/directdebit");
  swede.shows("Direct debit is not offered in your country");
  await swede.goto("/credits/c60/directdebit", { status: 404 });
});

test("the ledger lists entries with balances over several pages, each with a page of its own", async () => {
  await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR, credits: 5 });
  for (let credits = 6; credits < 45; credits++) await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR, credits });
  const page = await plainPage();
  await page.goto("/transactions");
  const rows = () =>
    page.all((one) => one.tag === "li" && /^Transactions/.test(one.closest(({ tag }) => tag === "ul")?.get("aria-label") ?? ""));
  expect(rows()).toHaveLength(30);
  expect(rows()[0]?.text).toContain("44 credits left");
  await page.follow("Older transactions");
  expect(page.path).toMatch(/^\/transactions\?/);
  expect(rows()[0]?.text).toContain("14 credits left");
  await page.follow("Newest transactions");
  const [first] = rows()[0]?.find(({ tag }) => tag === "a") ?? [];
  await page.goto(first?.get("href") ?? "");
  page.shows("Credits booked by us");
  expect(page.all(({ tag }) => tag === "dl")[0]?.text).toMatch(/\+1[\s\S]*44/);
});

/** That the page sends no script is asked by the crawl. */
test("/pricing says all that credits cost", async () => {
  const page = new PlainBrowser(SHOP);
  await page.goto("/pricing");
  page.shows("€12.49", "€0.50 per message", "€0.25 to €0.50", "All prices include tax.", "within 14 days", "no subscription");
});

/** The crawl opens the others, in this scheme, language and width. */
test("what the crawl does not see of the pages of money passes axe: a running bonus, a mandate, an entry", async () => {
  await setMemberState({ age: 600 * SECOND });
  const page = await openPage(MEMBER.email, { viewport: NARROW, colorScheme: "dark" });
  await page.context().addCookies([{ name: "locale", value: "de", url: at("/", SHOP) }]);
  const device = await plainPage();
  await device.goto("/transactions");
  const [entry] = device.all((one) => one.tag === "a" && /^\/transactions\/\w/.test(one.get("href") ?? ""));
  for (const path of ["/likes", "/credits", "/credits/c150/directdebit", entry?.get("href") ?? expect.unreachable()]) {
    await page.goto(path);
    await expectSound(page);
    await page.setViewportSize(DESKTOP);
    await expectLayout(page);
    await page.setViewportSize(NARROW);
  }
});
