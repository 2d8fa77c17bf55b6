import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { longestIn } from "./longest.ts";
import { hydrated, newcomer } from "./steps.ts";

useBrowser({ whole: true });

const TITLE = "Hear of answers at once";
const SMALL = { width: 360, height: 740 };

/** Push is offered after a first message. The photo's strip would come first. */
async function offered(options: Parameters<typeof memberPage>[1] = {}): Promise<Page> {
  const { page, context } = await memberPage("Ole", { gender: "male", credits: 50, viewport: SMALL, ...options });
  const other = await insertMember(newcomer("Ada"));
  await context.addCookies([{ name: "dismissed", value: "entry-t0.photo-t0", url: at("/") }]);
  const data = { profile: other, text: "hello", client_id: crypto.randomUUID() };
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await context.request.post(at("/api/chat.php"), { data, headers })).status()).toBe(201);
  return page;
}

/** The texts that are shown of the offer, and where the page's content begins. */
const look = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll("[data-strip] :is(p > span, a > span, button)")].filter((part) =>
      part.checkVisibility(),
    );
    return {
      shown: texts.map(({ textContent }) => textContent),
      top: document.querySelector("main")?.getBoundingClientRect().top,
    };
  });

type Undo = () => Promise<void>;

async function grant(page: Page): Promise<Undo> {
  await page.context().grantPermissions(["notifications"], { origin: at("") });
  return () => page.context().clearPermissions();
}

async function deny(page: Page): Promise<Undo> {
  const script = await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  return () => script.dispose();
}

async function lack(page: Page): Promise<Undo> {
  const script = await page.addInitScript("delete window.PushManager");
  return () => script.dispose();
}

/** A route cannot delay requests of the service worker. */
const ROUTED = { serviceWorkers: "block" } as const;
let shared: Page;
beforeAll(async () => {
  shared = await offered(ROUTED);
});

test.each([
  { browser: "that may ask", prepare: grant, shown: [TITLE, "Switch on", "Do not show this again"], userAgent: undefined },
  {
    browser: "of a phone that installs first",
    prepare: lack,
    shown: [TITLE, "Do not show this again"],
    userAgent: "Mozilla/5.0 (iPhone)",
  },
  { browser: "that has refused", prepare: deny, shown: [], userAgent: undefined },
  { browser: "without push", prepare: lack, shown: [], userAgent: undefined },
])("the offer of push does not move the page once it is alive, in a browser $browser", async ({ prepare, shown, userAgent }) => {
  const page = userAgent ? await offered({ userAgent, ...ROUTED }) : shared;
  const undo = await prepare(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await intercept(page, "**/assets/*.js", (route) => released.then(() => route.continue()));
  await page.goto(at("/chats"), { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  const before = await look(page);
  expect(before.shown).toEqual(shown);
  release();
  await hydrated(page);
  await expect.poll(() => page.locator("[data-strip]").count()).toBe(Math.min(1, shown.length));
  expect(await look(page)).toEqual(before);
  await page.unroute("**/assets/*.js");
  await undo();
});

test("push is not offered without scripts, nor outside the chats", async () => {
  const still = await offered({ javaScriptEnabled: false });
  await still.goto(at("/chats"));
  const strips = await still.locator("[data-strip]").all();
  expect(strips).toHaveLength(2);
  for (const strip of strips) expect(await strip.isVisible()).toBe(false);
  for (const [path, strips] of [
    ["/chats", 2],
    ["/settings", 0],
    ["/members", 0],
    ["/credits", 0],
  ] as const) {
    const html = await (await still.context().request.get(at(path), { headers: { accept: "text/html" } })).text();
    expect([path, html.split("data-strip=").length - 1]).toEqual([path, strips]);
  }
});

test("a strip is one line, in the languages with the longest", async () => {
  // Another language is another service worker: Chromium may hold a navigation while it replaces one.
  const page = await offered({ viewport: { width: 360, height: 640 }, serviceWorkers: "block" });
  await grant(page);
  const found: [language: string, strip: number][] = [];
  const languages = await longestIn(page, ["notices.push.title", "notices.push.enable"]);
  for (const language of languages) {
    await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
    await page.goto(at("/chats"));
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    const strip = await page.locator("[data-strip]").filter({ visible: true }).boundingBox();
    found.push([language, strip?.height ?? 0]);
  }
  expect(found.filter(([, height]) => height < 44 || height > 45)).toEqual([]);
  expect(found).toHaveLength(languages.length);
});
