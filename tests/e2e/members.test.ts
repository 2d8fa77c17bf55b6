import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { Element } from "#tests/setup/html.ts";
import { at, DESKTOP, PHONE, person, useBrowser } from "./browser.ts";
import { insertLikes, nextMember } from "./fixtures.ts";
import { longestIn } from "./longest.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { errorOf } from "./plain-steps.ts";
import { sql } from "./product.ts";
import { hydrated, newcomer, openAlive } from "./steps.ts";

useBrowser();

const BEN = "/members/demo0000000000000002";

const cards = (page: Page) => page.locator('main li:has(a[href^="/members/"], a[href^="/likes/m/"])');
const linksTo = (path: RegExp) => (one: Element) => one.tag === "a" && path.test(one.get("href") ?? "");
/** Cards of the shown list, and where each leads. */
const cardsOf = (page: PlainBrowser) =>
  page.all((one) => one.tag === "li" && one.find(linksTo(/^\/(?:members|likes\/m)\//)).length > 0);
const pathOf = (card: Element | undefined) =>
  card?.find(linksTo(/^\/(?:members|likes\/m)\//))[0]?.get("href") ?? expect.unreachable("no card");
const pathsOf = (page: PlainBrowser) => cardsOf(page).map(pathOf);
const toProfile = (path: string) => path.split("#")[0]?.split("?")[0] ?? path;
/** Its second word is seen while the answer is on its way. */
const LIKE = /^Like Liked$/;
const isPicture = ({ tag }: Element) => tag === "img";

test("a visitor searches and opens a profile; like and message lead to the log-in and back", async () => {
  const page = new PlainBrowser();
  await page.goto("/members?country=all");
  expect(cardsOf(page)).toHaveLength(24);
  // Members of other tests have no photo.
  await page.goto(pathOf(cardsOf(page).find((card) => card.find(isPicture).length > 0)));
  const profile = toProfile(page.path);
  expect(profile).toMatch(/^\/members\/\w+$/);
  expect(page.all((one) => isPicture(one) && one.isIn("article"))).toHaveLength(1);
  for (const [button, reason, next] of [
    ["Like", /Login to like .+'s profile/, `${profile}?intent=like`],
    ["Message", /You need to be logged in to chat/, `${profile}/chat`],
  ] as const) {
    await page.goto(profile);
    page.unfold(button);
    expect(page.text).toMatch(reason);
    expect(page.link("Sign up free")).toBe(`/signup?next=${encodeURIComponent(next)}`);
    expect(page.link("Log in")).toBe(`/login?next=${encodeURIComponent(next)}`);
    expect(page.buttons("Close")).toHaveLength(1);
  }
  for (const path of ["/likes", "/profile"]) {
    await page.goto(path);
    expect(page.path).toBe(`/login?next=${encodeURIComponent(path)}`);
  }
});

test("without a script: search, like, take back, and the lists follow", async () => {
  const { page } = await plainMember("Mara");
  await page.goto("/members");
  page.unfold(/^Filters/);
  await page.press("Search", { country: "BE", min_age: "21" });
  expect(new URL(page.path, at("/")).searchParams.get("country")).toBe("BE");
  expect(page.link("Remove filter: From 21")).not.toContain("min_age");
  const path = toProfile(pathOf(cardsOf(page)[0]));
  await page.goto(path);
  await page.press(LIKE);
  expect(toProfile(page.path)).toBe(path);
  expect(page.buttons(/Take like back$/)).toHaveLength(1);
  const sent = `/likes/m/${path.split("/")[2]}`;
  await page.goto("/likes/sent");
  expect(pathsOf(page)).toEqual([sent]);
  await page.goto(path);
  await page.press(/Take like back$/);
  expect(page.buttons(LIKE)).toHaveLength(1);
  await page.goto("/likes/sent");
  expect(pathsOf(page)).toEqual([]);
});

/** Without scripts, and with them: each test logs its own member in. */
let pages: Record<"still" | "alive", Page>;
beforeAll(async () => {
  pages = { still: (await person({ javaScriptEnabled: false })).page, alive: (await person()).page };
});

test("name and place on a profile's first photo are in view at once, below a strip", async () => {
  // The reminder to confirm is the strip of such a page.
  const page = pages.still;
  await nextMember(page, newcomer("Nora"), { confirmed: false });
  await page.goto(at(BEN));
  await expect.poll(() => page.locator("[data-strip]").count()).toBe(1);
  const photo = page.locator("main article section", { has: page.locator("[data-morph-to]") });
  const like = page.getByRole("main").getByRole("button", { name: "Like", exact: true });
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    const end = await photo.evaluate((one) => one.getBoundingClientRect().bottom);
    expect(end > 400 && end < 800, `${width} px: ${end}`).toBe(true);
    if (width === 1280) expect((await like.boundingBox())?.y, "the actions stand below the photo").toBeGreaterThan(end);
  }
});

test("on a small phone the actions of a profile are in view, in one line, in the languages with the longest words", async () => {
  const page = pages.still;
  const id = await nextMember(page, newcomer("Mara"), { viewport: { width: 360, height: 640 } });
  await insertLikes(id, 1);
  await page.goto(at("/likes"));
  const paths = [BEN, (await cards(page).first().locator("a").first().getAttribute("href")) ?? ""];
  expect(paths[1]).toMatch(/^\/likes\/m\//);
  const found: [language: string, path: string, ...heights: number[]][] = [];
  const languages = await longestIn(page, ["members.profile.like", "members.profile.likeBack", "members.profile.message"]);
  for (const language of languages) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    for (const path of paths) {
      await page.goto(at(path));
      const actions = page.locator("div:has(> form > [name=profile]):has(> a) > :is(form[data-state], a)");
      const boxes = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
      expect(boxes).toHaveLength(2);
      found.push([language, path, ...boxes.map(({ height }) => height)]);
      if (path !== BEN) continue;
      const tabs = await page.locator('header nav a[href="/chats"]').evaluate((one) => one.getBoundingClientRect().top);
      expect(tabs).toBeGreaterThan(500);
      for (const { bottom } of boxes) expect(bottom, `in view in ${language}`).toBeLessThan(tabs);
    }
  }
  expect(found.filter(([, , ...heights]) => heights.some((height) => height > 53))).toEqual([]);
  expect(found).toHaveLength(2 * languages.length);

  // The button that says how many fit is in view while the filters are open.
  await page.context().addCookies([{ name: "locale", value: "en", url: at("/") }]);
  await page.setViewportSize(PHONE);
  await page.goto(at("/members"));
  await page.getByRole("button", { name: "Filters" }).first().click();
  const show = page.getByRole("button", { name: "Search", exact: true });
  // The sheet rises first.
  await expect.poll(() => show.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThanOrEqual(PHONE.height);
  await show.click({ trial: true });
});

test("opening a new like marks it as seen, and liking back makes a match", async () => {
  const { page, id } = await plainMember("Bruno", { gender: "male" });
  await insertLikes(id, 2);
  await page.goto("/likes");
  const news = () => Number(/^\((\d+)\)/.exec(page.title)?.[1] ?? 0);
  const before = news();
  const fresh = () => cardsOf(page).filter(({ text }) => /\bNew\b/.test(text));
  expect(fresh()).toHaveLength(2);
  await page.goto(pathOf(fresh()[0]));
  expect(page.path).toMatch(/^\/likes\/m\//);
  expect(news()).toBe(before - 1);
  await page.press(/^Like back/);
  page.enter("It's a match!");
  await page.goto("/likes");
  expect(fresh()).toHaveLength(1);
});

test("an empty search names the filter to drop, and invalid filters are named", async () => {
  const { page } = await plainMember("Mara");
  await page.goto("/members?country=NL&hair=white&max_age=22");
  expect(cardsOf(page)).toEqual([]);
  await page.follow("Drop “Up to 22”");
  expect(page.path).not.toContain("max_age");
  expect(cardsOf(page).length).toBeGreaterThan(0);
  await page.goto("/members?cursor=nonsense&min_age=7&country=ZZ");
  page.shows("Not everything could be searched for");
  expect(cardsOf(page).length).toBeGreaterThan(0);
});

const SEARCH = "/members?country=all&min_age=20&sort=newest";

test("with scripts the way back from a profile leads to the same place of the same search", async () => {
  const page = pages.alive;
  await nextMember(page, newcomer("Mara"), { viewport: PHONE });
  await openAlive(page, at(SEARCH));
  await page.getByRole("link", { name: "Show more members" }).click();
  // Scripts add the next members below.
  await cards(page).nth(30).waitFor();
  const searched = new URL(page.url()).searchParams;
  expect(searched.has("cursor")).toBe(false);
  const card = cards(page).nth(30).locator("a");
  const path = (await card.getAttribute("href")) as string;
  await card.click();
  await page.waitForURL(`**${path}`);
  // Forms on the profile keep the way back.
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("button", { name: "Take like back" }).click();
  await page.getByRole("button", { name: "Like", exact: true }).waitFor();
  await page.locator("main").getByRole("link", { name: "Back to the search" }).click();
  await page.waitForURL(({ hash }) => hash === `#member-${path.split("/")[2]}`);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(Object.fromEntries(searched));
  const back = page.locator(`main li a[href="${path}"]`);
  await back.waitFor();
  await expect
    .poll(() => back.evaluate((one) => one.getBoundingClientRect().top < innerHeight && one.getBoundingClientRect().bottom > 0))
    .toBe(true);
});

test("without scripts the way back from a profile leads to the card on the same page of the same search", async () => {
  const { page } = await plainMember("Mara");
  await page.goto(SEARCH);
  const first = pathsOf(page).map(toProfile);
  // The next members are a page of their own.
  await page.follow("Show more members");
  page.shows("Page 2");
  const second = pathsOf(page).map(toProfile);
  expect([first.length, second.length]).toEqual([24, 24]);
  expect(first.filter((href) => second.includes(href))).toEqual([]);
  const searched = new URL(page.path, at("/")).searchParams;
  expect(searched.has("cursor")).toBe(true);
  const path = pathOf(cardsOf(page)[20]);
  await page.goto(path);
  for (const button of [LIKE, /Take like back$/]) await page.press(button);
  expect(page.buttons(LIKE)).toHaveLength(1);
  const back = new URL(page.link("Back to the search"), at("/"));
  expect(Object.fromEntries(back.searchParams)).toMatchObject(Object.fromEntries(searched));
  expect(back.hash).toBe(`#member-${toProfile(path).split("/")[2]}`);
  await page.goto(back.pathname + back.search);
  const target = page.all((one) => one.get("id") === back.hash.slice(1));
  expect(target).toHaveLength(1);
  expect([target[0], ...(target[0]?.find(linksTo(/./)) ?? [])].map((one) => one?.get("href"))).toContain(path);
});

test("a 404 page of an unknown path, profile or list keeps a member's navigation, and an ended session shows none", async () => {
  const { page } = await plainMember("Mara");
  const stateOf = (of: PlainBrowser) => of.anywhere(({ tag }) => tag === "body")[0]?.get("class") ?? "";
  const chats = (of: PlainBrowser) => of.anywhere((one) => linksTo(/^\/chats$/)(one) && one.isIn("nav"));
  for (const path of ["/no/such/page", "/members/nobody", "/likes/m/nobody", "/likes/nonsense"]) {
    await page.goto(path, { status: 404 });
    page.shows("This page could not be found");
    expect(chats(page).length, path).toBeGreaterThan(0);
    expect(stateOf(page), path).toMatch(/\blogged-in\b/);
  }
  for (const path of ["/", "/members", "/no/such/page"]) {
    const stranger = new PlainBrowser();
    stranger.cookies.set("session", `${"a".repeat(20)}.${"b".repeat(43)}`);
    await stranger.goto(path, path.startsWith("/no") ? { status: 404 } : {});
    expect(stateOf(stranger), path).toMatch(/\blogged-out\b/);
    expect(chats(stranger), path).toEqual([]);
  }
});

async function fictionalWoman() {
  const [one = expect.unreachable("nobody fictional")] = await sql<{ id: string; name: string }>(
    `SELECT id, name FROM profiles WHERE fictional = 1 AND pool = 'liaison' AND gender = 'female' AND looking_for = 'male'
     AND status = 'active' ORDER BY id LIMIT 1`,
  );
  return one;
}

test("with scripts a first message to a fictional profile needs its checkbox, and says so", async () => {
  const page = pages.alive;
  await nextMember(page, newcomer("Bruno", "male"), { viewport: DESKTOP });
  const { id, name } = await fictionalWoman();
  await page.goto(at(`/members/${id}/chat`));
  const known = page.getByRole("checkbox", { name: new RegExp(`^I know that ${name} is a fictional profile`) });
  await hydrated(page);
  await page.locator("textarea[name=text]").fill("Hello");
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await page.locator("#field-fictional_known-error").getByText("We need your consent for this.").waitFor();
  await expect.poll(() => known.evaluate((box) => box === document.activeElement)).toBe(true);
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/members/${id}/chat`);
  await expect.poll(() => page.locator("textarea[name=text]").inputValue()).toBe("Hello");
  await known.check();
  await expect.poll(() => page.locator("#field-fictional_known-error").count()).toBe(0);
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await page.waitForURL(/\/chats\/\w+$/);
  await expect.poll(() => known.count()).toBe(0);
});

test("without scripts a first message to a fictional profile needs its checkbox, and says so", async () => {
  const { page } = await plainMember("Bruno", { gender: "male" });
  const { id, name } = await fictionalWoman();
  await page.goto(`/members/${id}/chat`);
  const known = () => page.all((one) => one.get("name") === "fictional_known");
  page.shows(`I know that ${name} is a fictional profile`);
  await page.press(/^Send( ·|$)/, { text: "Hello" }, { status: 422 });
  expect(errorOf(page, "fictional_known")).toBe("We need your consent for this.");
  expect(known().map((box) => box.has("autofocus"))).toEqual([true]);
  expect([page.path, page.value("text")]).toEqual([`/members/${id}/chat`, "Hello"]);
  await page.press(/^Send( ·|$)/, { fictional_known: "on" });
  expect(page.path).toMatch(/^\/chats\/\w+$/);
  expect(known()).toEqual([]);
});

test("after a block the profile can be hidden from visitors", async () => {
  const { page } = await plainMember("Bruno", { gender: "male" });
  await page.goto("/members?country=all&sort=newest");
  await page.goto(pathOf(cardsOf(page)[0]));
  page.unfold(/^More options for/);
  page.unfold(/^Block .+\?$/);
  await page.press(/^Block [^?]+$/);
  expect(page.path).toMatch(/^\/settings\/blocked/);
  const offer = "Show me to members only";
  await page.press(offer);
  page.shows("Only members who are logged in see your profile from now on.");
  expect(page.buttons(offer)).toEqual([]);
  await page.goto("/settings/privacy");
  const [choice] = page.all((one) => one.get("type") === "checkbox" && one.has("checked"));
  expect(choice?.parent?.text).toContain("Do not show me to visitors");
  await page.press("Save", { [choice?.get("name") ?? ""]: null });
  await page.goto("/settings/blocked");
  expect(page.buttons(offer)).toHaveLength(1);
});
