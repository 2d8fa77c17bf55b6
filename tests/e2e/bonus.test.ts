import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import type { Element } from "#tests/setup/html.ts";
import { expectSound, useBrowser } from "./browser.ts";
import { HOUR, openPage, plainPage, SECOND, type State, setMemberState, useMember } from "./member-states.ts";
import type { PlainBrowser } from "./plain.ts";
import { hydrated } from "./steps.ts";

useBrowser();
useMember();

const pill = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Your welcome bonus: 25% off/ });
const bar = (page: Page) => page.getByRole("complementary", { name: "Welcome bonus", exact: true });
const modal = (page: Page) => page.getByRole("dialog", { name: "25% welcome bonus" });
const parts = (shown: string) => shown.split(":").map(Number) as [number, number, number];

/** The remaining time of a countdown, in seconds. */
async function left(place: Locator): Promise<number> {
  const [hours, minutes, seconds] = parts((await place.getByRole("timer").textContent()) ?? "");
  return hours * 3600 + minutes * 60 + seconds;
}

/** Offers in the HTML of a page: pills in the header, and the bars of both bonuses. */
function offers(page: PlainBrowser): Record<"pills" | "banners" | "bars", Element[]> {
  const called = (label: string) => page.anywhere((one) => one.tag === "aside" && one.get("aria-label") === label);
  const [header] = page.anywhere(({ tag }) => tag === "header");
  const pills = header?.find((one) => one.tag === "a" && one.has("data-offer")) ?? [];
  return { pills, banners: called("Your welcome bonus: 25% off"), bars: called("Welcome bonus") };
}

/** How many of each a page has. */
async function counts(page: PlainBrowser, path: string) {
  await page.goto(path);
  const { pills, banners, bars } = offers(page);
  return [path, pills.length, banners.length, bars.length];
}

test("the time bonus is a pill in the members area, whole on the pages with prices, and on no other page", async () => {
  await setMemberState({ age: 600 * SECOND });
  const page = await plainPage();
  const { json } = await page.call<{ results: { id: string }[] }>("/api/members.php?country=NL");
  const id = json.results[0]?.id ?? expect.unreachable();
  for (const path of ["/members", `/members/${id}`, `/likes/m/${id}`, "/chats", "/likes", "/likes/sent"]) {
    expect(await counts(page, path)).toEqual([path, 1, 0, 0]);
    const [pill] = offers(page).pills;
    expect([pill?.get("href"), pill?.text]).toEqual(["/credits", expect.stringContaining("Your welcome bonus: 25% off")]);
  }
  for (const path of ["/credits", "/premium", "/pricing"]) {
    expect(await counts(page, path)).toEqual([path, 0, 1, 0]);
    const links = offers(page).banners.flatMap((one) => one.find(({ tag }) => tag === "a"));
    const led = links.map((link) => [link.text, link.get("href")]);
    expect(led, path).toEqual(path === "/credits" ? [] : [["See the packages", "/credits"]]);
  }
  for (const path of ["/profile", "/settings", "/transactions", `/members/${id}/chat`])
    expect(await counts(page, path)).toEqual([path, 0, 0, 0]);
});

test("the welcome bonus is on every page: a pill in the header, a bar on the page with prices", async () => {
  const page = await plainPage();
  for (const age of [28 * HOUR, 4 * HOUR]) {
    await setMemberState({ age: age + HOUR, confirmed: age, timeBonus: false, credits: 10 });
    for (const path of ["/members", "/settings", "/credits"]) {
      expect(await counts(page, path)).toEqual(path === "/credits" ? [path, 0, 0, 1] : [path, 1, 0, 0]);
      const { pills, bars } = offers(page);
      const links = [...pills, ...bars].flatMap((one) => [one, ...one.find(({ tag }) => tag === "a")]);
      const link = links.find((one) => one.get("href") === "/credits");
      expect(link?.text, path).toContain("Welcome bonus: 25% off your first credits");
      expect(
        link?.find(({ tag }) => tag === "svg"),
        path,
      ).toHaveLength(1);
      expect(link?.find(({ tag }) => tag === "time")[0]?.text, path).toMatch(
        path === "/credits" ? /^until .* \d\d:\d\d$/ : /^until \w{3},? \d\d:\d\d$/,
      );
    }
  }
});

test("the countdown of the time bonus starts at the remaining time, counts seconds, and ends with the pill hidden", async () => {
  const begun = Date.now();
  await setMemberState({ age: 14_400 * SECOND - 3600 * SECOND });
  const page = await openPage();
  await page.goto("/likes");
  const before = await left(pill(page));
  expect(before).toBeGreaterThan(3600 - (Date.now() - begun) / SECOND - 2);
  expect(before).toBeLessThanOrEqual(3600);
  await expect.poll(() => left(pill(page))).toBeLessThan(before - 1);
  await page.clock.install();
  await page.reload();
  await counting(page);
  await expect.poll(() => pill(page).isVisible()).toBe(true);
  await page.clock.fastForward(3600 * SECOND);
  await pill(page).waitFor({ state: "hidden" });
  await setMemberState({ age: 14_400 * SECOND });
  await page.reload();
  await expect.poll(() => pill(page).count()).toBe(0);
});

test("the welcome bonus counts down on its last day, and names its date before and without scripts", async () => {
  const begun = Date.now();
  await setMemberState({ age: 30 * HOUR, confirmed: 28 * HOUR, timeBonus: false, credits: 10 });
  const page = await openPage();
  const link = page.getByRole("link", { name: /^Welcome bonus: 25% off your first credits/ });
  for (const path of ["/likes", "/credits"]) {
    await page.goto(path);
    const seconds = await left(link);
    expect(seconds).toBeGreaterThan(20 * 3600 - (Date.now() - begun) / SECOND - 2);
    expect(seconds).toBeLessThanOrEqual(20 * 3600);
  }
  // This page has no scripts.
  await page.goto("/pricing");
  await expect.poll(() => bar(page).getByRole("timer").isVisible()).toBe(false);
  await expect.poll(() => bar(page).locator("time").isVisible()).toBe(true);
  await setMemberState({ age: 5 * HOUR, confirmed: 4 * HOUR, timeBonus: false, credits: 10 });
  for (const path of ["/likes", "/credits"]) {
    await page.goto(path);
    await expect.poll(() => link.locator("time").isVisible(), { message: path }).toBe(true);
    await hydrated(page);
    expect(await link.getByRole("timer").count(), path).toBe(0);
  }
  await expectSound(page);
});

/** Nova in the members area, with a mocked clock. */
async function waiting(state: State = {}, path = "/chats"): Promise<Page> {
  await setMemberState(state);
  const page = await openPage();
  await page.clock.install();
  await page.goto(path);
  return page;
}
/** The same in another tab, which enters the area anew. */
async function waitingBeside(page: Page, state: State = {}): Promise<Page> {
  await setMemberState(state);
  const tab = await page.context().newPage();
  await page.close();
  await tab.goto("/chats");
  return tab;
}
/** Time of entry into the area; null until the script runs, and without a dialog to wait for. */
const entered = (page: Page) => page.evaluate(() => sessionStorage.getItem("members-area-entered"));
async function hasEntered(page: Page, before: string | null = null): Promise<Page> {
  await expect.poll(() => entered(page)).not.toBe(before);
  return page;
}
const pass = (page: Page, seconds: number) => page.clock.fastForward(seconds * SECOND);
const shown = (page: Page) => modal(page).isVisible();

/** Waits for hydration: time that passes before does not count. */
async function counting(page: Page): Promise<void> {
  const written = await left(pill(page));
  await expect.poll(() => left(pill(page))).toBeLessThan(written);
}

test("the bonus dialog opens 40 s after the first page of the area, and stays closed once closed", async () => {
  const begun = Date.now();
  const page = await hasEntered(await waiting({ age: 600 * SECOND }));
  await pass(page, 37);
  await expect.poll(() => shown(page)).toBe(false);
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
  expect(seconds).toBeGreaterThan(14_400 - 600 - 41 - (Date.now() - begun) / SECOND - 2);
  expect(seconds).toBeLessThanOrEqual(14_400 - 600 - 41 + 1);
  await expectSound(page);
  await modal(page).getByRole("button", { name: "Close" }).click();
  await modal(page).waitFor({ state: "hidden" });
  const age = () => page.evaluate(() => Date.now() - Number(localStorage.getItem("time-bonus-hidden")));
  await expect.poll(age).toBeLessThan(120 * SECOND);
  await page.goto("/likes");
  await counting(page);
  await pass(page, 300);
  await expect.poll(() => shown(page)).toBe(false);
});

test("the bonus dialog waits while a field has the focus; its link closes it for good and leads to the credits", async () => {
  const page = await hasEntered(await waiting({}, "/members"));
  await page.locator("main select:visible").first().focus();
  await pass(page, 60);
  await expect.poll(() => shown(page)).toBe(false);
  await page.locator("h1").click();
  await pass(page, 3);
  await modal(page)
    .getByRole("link", { name: /^Offer valid for/ })
    .click();
  await page.waitForURL("**/credits");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("time-bonus-hidden"))).toMatch(/^\d+$/);
  await page.goto("/likes");
  await counting(page);
  await pass(page, 300);
  await expect.poll(() => shown(page)).toBe(false);
});

test("the 40 s continue from page to page within the area, and restart after leaving it", async () => {
  const page = await hasEntered(await waiting());
  await pass(page, 25);
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: /^Likes/ })
    .click();
  await page.waitForURL("**/likes");
  await pass(page, 16);
  await modal(page).waitFor();

  const other = await hasEntered(await waitingBeside(page));
  await pass(other, 25);
  await pill(other).click();
  await other.waitForURL("**/credits");
  const before = await entered(other);
  await pass(other, 60);
  await expect.poll(() => modal(other).count()).toBe(0);
  await other
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: /^Likes/ })
    .click();
  await other.waitForURL("**/likes");
  await hasEntered(other, before);
  await pass(other, 30);
  await expect.poll(() => shown(other)).toBe(false);
  await pass(other, 11);
  await modal(other).waitFor();
});

test("no dialog opens for a member with a credit left, or once the bonus has ended", async () => {
  const page = await waiting({ credits: 1 });
  await pass(page, 120);
  await expect.poll(() => modal(page).count()).toBe(0);
  const late = await hasEntered(await waitingBeside(page, { age: 14_400 * SECOND - 20 * SECOND }));
  await pass(late, 120);
  await expect.poll(() => shown(late)).toBe(false);
  await expect.poll(() => pill(late).isVisible()).toBe(false);
});
