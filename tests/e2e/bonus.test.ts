import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { parseHtml } from "#tests/setup/html.ts";
import { expectSound, useBrowser } from "./browser.ts";
import { HOUR, MEMBER, openPage, SECOND, type State, setMemberState, useMember } from "./member-states.ts";
import { hydrated } from "./steps.ts";

useBrowser();
useMember();

const pill = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Your welcome bonus: 25% off/ });
const welcomePill = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Welcome bonus: 25% off/ });
const banner = (page: Page) => page.getByRole("complementary", { name: "Your welcome bonus: 25% off" });
const bar = (page: Page) => page.getByRole("complementary", { name: "Welcome bonus", exact: true });
const modal = (page: Page) => page.getByRole("dialog", { name: "25% welcome bonus" });
const parts = (shown: string) => shown.split(":").map(Number) as [number, number, number];

/** The remaining time of a countdown, in seconds. */
async function left(place: Locator): Promise<number> {
  const [hours, minutes, seconds] = parts((await place.getByRole("timer").textContent()) ?? "");
  return hours * 3600 + minutes * 60 + seconds;
}

test("the time bonus is a pill in the members area, whole on the pages with prices, and on no other page", async () => {
  await setMemberState({ age: 600 * SECOND });
  const { request } = (await openPage(MEMBER.email, { javaScriptEnabled: false })).context();
  const [other] = (await (await request.get("/api/members.php?country=NL")).json()).results;
  /** As the server sends it: without scripts nothing is added. */
  const read = async (path: string) => {
    const page = parseHtml(await (await request.get(path, { headers: { accept: "text/html" } })).text());
    const called = (label: string) => page.find((one) => one.tag === "aside" && one.get("aria-label") === label);
    const [header] = page.find(({ tag }) => tag === "header");
    const pills = header?.find((one) => one.tag === "a" && one.has("data-offer")) ?? [];
    const banners = called("Your welcome bonus: 25% off");
    return { pills, banners, counts: [path, pills.length, banners.length, called("Welcome bonus").length] };
  };
  for (const path of ["/members", `/members/${other.id}`, `/likes/m/${other.id}`, "/chats", "/likes", "/likes/sent"]) {
    const { pills, counts } = await read(path);
    expect(counts).toEqual([path, 1, 0, 0]);
    expect([pills[0]?.get("href"), pills[0]?.text]).toEqual(["/credits", expect.stringContaining("Your welcome bonus: 25% off")]);
  }
  for (const path of ["/credits", "/premium", "/pricing"]) {
    const { banners, counts } = await read(path);
    expect(counts).toEqual([path, 0, 1, 0]);
    const links = banners.flatMap((one) => one.find(({ tag }) => tag === "a")).map((link) => [link.text, link.get("href")]);
    expect(links, path).toEqual(path === "/credits" ? [] : [["See the packages", "/credits"]]);
  }
  for (const path of ["/profile", "/settings", "/transactions", `/members/${other.id}/chat`])
    expect((await read(path)).counts).toEqual([path, 0, 0, 0]);
});

test("the countdown of the time bonus starts at the remaining time, counts seconds, and ends with the pill hidden", async () => {
  const begun = Date.now();
  await setMemberState({ age: 14_400 * SECOND - 3600 * SECOND });
  const page = await openPage();
  await page.goto("/members");
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

test("the welcome bonus counts down on every page on its last day, and names its date before", async () => {
  const begun = Date.now();
  await setMemberState({ age: 30 * HOUR, confirmed: 28 * HOUR, timeBonus: false, credits: 10 });
  const page = await openPage();
  for (const path of ["/members", "/credits", "/settings"]) {
    await page.goto(path);
    const link = page.getByRole("link", { name: "Welcome bonus: 25% off your first credits" });
    await expect.poll(() => link.getAttribute("href"), { message: path }).toBe("/credits");
    await expect.poll(() => link.locator("svg").count()).toBe(1);
    expect([await bar(page).count(), await welcomePill(page).count()], path).toEqual(path === "/credits" ? [1, 0] : [0, 1]);
    expect((await banner(page).count()) + (await pill(page).count())).toBe(0);
    const seconds = await left(link);
    expect(seconds).toBeGreaterThan(20 * 3600 - (Date.now() - begun) / SECOND - 2);
    expect(seconds).toBeLessThanOrEqual(20 * 3600);
  }
  await setMemberState({ age: 5 * HOUR, confirmed: 4 * HOUR, timeBonus: false, credits: 10 });
  for (const path of ["/members", "/credits"]) {
    await page.goto(path);
    const link = page.getByRole("link", { name: /^Welcome bonus: 25% off your first credits/ });
    await expect.poll(() => link.locator("time").isVisible(), { message: path }).toBe(true);
    await hydrated(page);
    expect(await link.getByRole("timer").count(), path).toBe(0);
  }
  await expectSound(page);
});

test("without scripts the welcome bonus names its end instead of a countdown", async () => {
  await setMemberState({ age: 30 * HOUR, confirmed: 28 * HOUR, timeBonus: false });
  const still = await openPage(MEMBER.email, { javaScriptEnabled: false });
  await still.goto("/members");
  await expect.poll(() => welcomePill(still).getByRole("timer").isVisible()).toBe(false);
  await expect.poll(() => welcomePill(still).locator("time").textContent()).toMatch(/^until \w{3},? \d\d:\d\d$/);
  const page = await openPage();
  await page.goto("/pricing");
  await expect.poll(() => bar(page).getByRole("timer").isVisible()).toBe(false);
  await expect.poll(() => bar(page).locator("time").isVisible()).toBe(true);
});

/** Nova in the members area, with a mocked clock. */
async function waiting(state: State = {}): Promise<Page> {
  await setMemberState(state);
  const page = await openPage();
  await page.clock.install();
  await page.goto("/members");
  return page;
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

test("the bonus dialog does not open while a field has the focus", async () => {
  const page = await hasEntered(await waiting());
  await page.locator("main select:visible").first().focus();
  await pass(page, 60);
  await expect.poll(() => shown(page)).toBe(false);
  await page.locator("h1").click();
  await pass(page, 3);
  await modal(page).waitFor();
});

test("the link of the bonus dialog closes it for good and leads to the credits", async () => {
  const page = await hasEntered(await waiting());
  await pass(page, 41);
  await modal(page)
    .getByRole("link", { name: /^Offer valid for/ })
    .click();
  await page.waitForURL("**/credits");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("time-bonus-hidden"))).toMatch(/^\d+$/);
  await page.goto("/members");
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

  const other = await hasEntered(await waiting());
  await pass(other, 25);
  await pill(other).click();
  await other.waitForURL("**/credits");
  const before = await entered(other);
  await pass(other, 60);
  await expect.poll(() => modal(other).count()).toBe(0);
  await other.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Search" }).click();
  await other.waitForURL("**/members");
  await hasEntered(other, before);
  await pass(other, 30);
  await expect.poll(() => shown(other)).toBe(false);
  await pass(other, 11);
  await modal(other).waitFor();
});

test("no modal for a member with a credit left", async () => {
  const page = await waiting({ credits: 1 });
  await pass(page, 120);
  await expect.poll(() => modal(page).count()).toBe(0);
});

test("no dialog opens once the bonus has ended", async () => {
  const page = await hasEntered(await waiting({ age: 14_400 * SECOND - 20 * SECOND }));
  await pass(page, 120);
  await expect.poll(() => shown(page)).toBe(false);
  await expect.poll(() => pill(page).isVisible()).toBe(false);
});
