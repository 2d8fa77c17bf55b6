import type { BrowserContextOptions, Page } from "playwright";
import { expect, test } from "vitest";
import { at, PHONE, person, useBrowser } from "./browser.ts";
import { insertLikes, memberPage } from "./fixtures.ts";
import { longestIn } from "./longest.ts";
import { hydrated, openAlive } from "./steps.ts";

useBrowser();

/** A logged-in woman or man; another journey covers the log-in. */
const member = async (options: BrowserContextOptions = { javaScriptEnabled: false }): Promise<Page> =>
  (await memberPage("Mara", options)).page;
const man = async (options: BrowserContextOptions = {}) =>
  memberPage("Bruno", { gender: "male", javaScriptEnabled: false, ...options });
const cards = (page: Page) => page.locator('main li:has(a[href^="/members/"], a[href^="/likes/m/"])');
/** Path of the first card's profile. */
const firstProfile = async (page: Page) => (await cards(page).first().locator("a").first().getAttribute("href")) as string;

test("a visitor searches and opens a profile; like and message lead to the log-in and back", async () => {
  const { page } = await person({ javaScriptEnabled: false });
  await page.goto(at("/members?country=all"));
  await expect.poll(() => cards(page).count()).toBe(24);
  // Members of other tests have no photo.
  await cards(page)
    .filter({ has: page.locator("img") })
    .first()
    .locator("a")
    .click();
  await page.waitForURL(/\/members\/\w+$/);
  const profile = new URL(page.url()).pathname;
  await expect.poll(() => page.locator("main article img").count()).toBe(1);
  for (const [button, reason, next] of [
    ["Like", /^Login to like .+'s profile$/, `${profile}?intent=like`],
    ["Message", "You need to be logged in to chat", `${profile}/chat`],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    const modal = page.getByRole("dialog", { name: reason });
    const way = (name: string) => modal.getByRole("link", { name }).getAttribute("href");
    expect(await way("Sign up free")).toBe(`/signup?next=${encodeURIComponent(next)}`);
    expect(await way("Log in")).toBe(`/login?next=${encodeURIComponent(next)}`);
    await modal.getByRole("button", { name: "Close" }).click();
    await modal.waitFor({ state: "hidden" });
  }
  for (const path of ["/likes", "/profile"]) {
    await page.goto(at(path));
    await expect.poll(() => page.url()).toBe(at(`/login?next=${encodeURIComponent(path)}`));
  }
});

test("without a script: search, like, take back, and the lists follow", async () => {
  const page = await member();
  await page.goto(at("/members"));
  await page.selectOption('[name="country"]', "BE");
  await page.getByLabel("Age from").fill("21");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get("country") === "BE");
  await expect.poll(() => page.getByRole("link", { name: "Remove filter: From 21" }).count()).toBe(1);
  const path = await firstProfile(page);

  await page.goto(at(path));
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("button", { name: "Take like back" }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  const sent = cards(page).locator(`a[href="/likes/m/${path.split("/")[2]}"]`);
  await page.goto(at("/likes/sent"));
  await expect.poll(() => sent.count()).toBe(1);
  await page.goto(at(path));
  await page.getByRole("button", { name: "Take like back" }).click();
  await page.getByRole("button", { name: "Like", exact: true }).waitFor();
  await page.goto(at("/likes/sent"));
  await expect.poll(() => sent.count()).toBe(0);
});

test("on a short phone the actions of a profile are in view at once, above the tab bar", async () => {
  const page = await member({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });
  await page.goto(at("/members/demo0000000000000002"));
  const bottom = await page
    .getByRole("button", { name: "Like", exact: true })
    .evaluate((one) => one.getBoundingClientRect().bottom);
  const tabs = await page.getByRole("link", { name: /^Chats/ }).evaluate((one) => one.getBoundingClientRect().top);
  expect(tabs).toBeGreaterThan(500);
  expect(bottom).toBeLessThan(tabs);
});

test("name and place on a profile's first photo are in view at once, below a strip", async () => {
  // The reminder to confirm is the strip of such a page.
  const { page } = await memberPage("Nora", { confirmed: false, javaScriptEnabled: false });
  await page.goto(at("/members/demo0000000000000002"));
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

test("on a small phone the actions of a profile keep their words in one line, in the languages with the longest", async () => {
  const options = { gender: "female", javaScriptEnabled: false, viewport: { width: 360, height: 640 } } as const;
  const { page, id } = await memberPage("Mara", options);
  await insertLikes(id, 1);
  await page.goto(at("/likes"));
  const paths = ["/members/demo0000000000000002", await firstProfile(page)];
  expect(paths[1]).toMatch(/^\/likes\/m\//);
  const found: [language: string, path: string, ...heights: number[]][] = [];
  const languages = await longestIn(page, ["members.profile.like", "members.profile.likeBack", "members.profile.message"]);
  for (const language of languages) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    for (const path of paths) {
      await page.goto(at(path));
      const actions = page.locator("div:has(> form > [name=profile]):has(> a) > :is(form[data-state], a)");
      expect(await actions.count()).toBe(2);
      found.push([language, path, ...(await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))]);
    }
  }
  expect(found.filter(([, , ...heights]) => heights.some((height) => height > 53))).toEqual([]);
  expect(found).toHaveLength(2 * languages.length);
});

test("opening a new like marks it as seen, and liking back makes a match", async () => {
  const { page, id } = await man({ reducedMotion: "no-preference" });
  await insertLikes(id, 2);
  await page.goto(at("/likes"));
  const news = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
  const before = await news();
  const fresh = cards(page).filter({ hasText: "New" });
  const count = await fresh.count();
  expect(count).toBeGreaterThan(0);
  await fresh.first().locator("a").first().click();
  await page.waitForURL("**/likes/m/*");
  expect(await news()).toBe(before - 1);
  await page.getByRole("button", { name: "Like back" }).click();
  await page.getByRole("heading", { name: "It's a match!" }).waitFor();
  const fade = await page.locator("dialog#match").evaluate((dialog) => getComputedStyle(dialog).animationDuration);
  expect(fade, "the moment of a match is not faded in for long").toBe("0.12s");
  await page.goto(at("/likes"));
  await expect.poll(() => fresh.count()).toBe(count - 1);
});

test("the button that says how many fit is in view while the filters are open on a phone", async () => {
  const page = await member({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto(at("/members"));
  await page.getByRole("button", { name: "Filters" }).first().click();
  const show = page.getByRole("button", { name: "Search", exact: true });
  // The sheet rises first.
  await expect
    .poll(async () => {
      const { y, height } = (await show.boundingBox()) ?? expect.unreachable();
      return y + height;
    })
    .toBeLessThanOrEqual(PHONE.height);
  await show.click({ trial: true });
});

test("an empty search names the filter to drop", async () => {
  const page = await member();
  await page.goto(at("/members?country=NL&hair=white&max_age=22"));
  await expect.poll(() => cards(page).allInnerTexts()).toEqual([]);
  await page.getByRole("link", { name: "Drop “Up to 22”" }).click();
  await page.waitForURL(({ searchParams }) => !searchParams.has("max_age"));
  await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
});

test("search pages follow by links, and invalid filters are named", async () => {
  const page = await member();
  await page.goto(at("/members?country=all"));
  const first = await cards(page)
    .locator("a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  await page.getByRole("link", { name: "Show more members" }).click();
  await page.waitForURL(/cursor=/);
  const second = await cards(page)
    .locator("a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect([first.length, second.length]).toEqual([24, 24]);
  expect(first.filter((href) => second.includes(href))).toEqual([]);
  await page.goto(at("/members?cursor=nonsense&min_age=7&country=ZZ"));
  await expect.poll(() => page.getByText("Not everything could be searched for").count()).toBe(1);
  await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
});

test("an unknown profile or list answers 404", async () => {
  const { request } = (await member()).context();
  for (const path of ["/members/nobody", "/likes/m/nobody", "/likes/nonsense"]) {
    const answer = await request.get(at(path));
    expect([path, answer.status()]).toEqual([path, 404]);
    expect(await answer.text(), path).toContain("This page could not be found");
  }
});

test.each([true, false])(
  "the way back from a profile leads to the same place of the same search, with scripts: %s",
  async (scripts) => {
    const page = await member({ javaScriptEnabled: scripts, viewport: PHONE });
    const search = at("/members?country=all&min_age=20&sort=newest");
    await (scripts ? openAlive(page, search) : page.goto(search));
    await page.getByRole("link", { name: "Show more members" }).click();
    // Scripts add the next members below; without them they are a page of their own.
    if (scripts) await cards(page).nth(30).waitFor();
    else await page.getByText("Page 2", { exact: true }).waitFor();
    const searched = new URL(page.url()).searchParams;
    expect(searched.has("cursor")).toBe(!scripts);
    const card = cards(page)
      .nth(scripts ? 30 : 20)
      .locator("a");
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
  },
);

test("a 404 page keeps a member's navigation, and an ended session shows none", async () => {
  const page = await member();
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  for (const path of ["/no/such/page", "/members/nobody"]) {
    expect((await page.goto(at(path)))?.status()).toBe(404);
    await expect.poll(() => navigation.getByRole("link", { name: /^Chats/ }).count(), { message: path }).toBeGreaterThan(0);
    await expect.poll(() => page.locator("body.logged-in").count()).toBe(1);
  }
  const { context, page: stranger } = await person({ javaScriptEnabled: false });
  const [session] = await page.context().cookies();
  await context.addCookies([
    {
      ...session,
      name: "session",
      value: `${"a".repeat(20)}.${"b".repeat(43)}`,
      url: undefined,
      domain: new URL(at("/")).hostname,
      path: "/",
    },
  ]);
  for (const path of ["/", "/members", "/no/such/page"]) {
    await stranger.goto(at(path));
    await expect.poll(() => stranger.locator("body.logged-out").count(), { message: path }).toBe(1);
    await expect.poll(() => stranger.getByRole("link", { name: /^Messages/ }).count(), { message: path }).toBe(0);
  }
});

test.each([true, false])(
  "a first message to a fictional profile needs its checkbox, and says so: scripts %s",
  async (scripts) => {
    const { page } = await memberPage("Bruno", { gender: "male", javaScriptEnabled: scripts });
    const api = page.context().request;
    const { results } = await (await api.get(at("/api/members.php?country=all&sort=newest&gender=female"))).json();
    const { id, name } = results.find(({ fictional }: { fictional: boolean }) => fictional);
    await page.goto(at(`/members/${id}/chat`));
    const known = page.getByRole("checkbox", { name: new RegExp(`^I know that ${name} is a fictional profile`) });
    if (scripts) await hydrated(page);
    await page.locator("textarea[name=text]").fill("Hello");
    await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
    await page.locator("#field-fictional_known-error").getByText("We need your consent for this.").waitFor();
    await expect.poll(() => known.evaluate((box) => box === document.activeElement)).toBe(true);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/members/${id}/chat`);
    await expect.poll(() => page.locator("textarea[name=text]").inputValue()).toBe("Hello");
    await known.check();
    if (scripts) await expect.poll(() => page.locator("#field-fictional_known-error").count()).toBe(0);
    await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
    await page.waitForURL(/\/chats\/\w+$/);
    await expect.poll(() => known.count()).toBe(0);
  },
);

test("after a block the profile can be hidden from visitors", async () => {
  const { page } = await man();
  await page.goto(at("/members?country=all&sort=newest"));
  const path = await firstProfile(page);
  await page.goto(at(path));
  await page.getByRole("button", { name: /^More options for/ }).click();
  await page
    .getByText(/^Block .+\?$/)
    .first()
    .click();
  await page.getByRole("button", { name: /^Block [^?]+$/ }).click();
  await page.waitForURL(/\/settings\/blocked/);
  const offer = page.getByRole("button", { name: "Show me to members only" });
  await offer.click();
  await page.getByText("Only members who are logged in see your profile from now on.").waitFor();
  await expect.poll(() => offer.count()).toBe(0);
  await page.goto(at("/settings/privacy"));
  const choice = page.getByRole("checkbox", { name: "Do not show me to visitors" });
  await expect.poll(() => choice.isChecked()).toBe(true);
  await choice.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.goto(at("/settings/blocked"));
  await offer.waitFor();
});
