import { expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { parseHtml } from "#tests/setup/html.ts";
import { at, expectLayout, expectSound, PHONE, person, useBrowser } from "./browser.ts";
import { PlainBrowser } from "./plain.ts";
import { accountOf, answerOf, chosenOf, errorOf, personOf } from "./plain-steps.ts";
import { port } from "./product.ts";
import { newcomer, VELVET_LINK, VELVET_SOURCE } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };
const SLUGGED = [
  "alonetonight",
  "collagelanding",
  "gallery",
  "iconslanding",
  "maplanding",
  "socialnetwork",
  "transitionsvideolanding",
  "video",
];
const LANDERS = [...SLUGGED, "tinderswipe"];

const read = async (path: string, host = "localhost") => {
  const headers = { host: `${host}:${port}`, cookie: "dismissed=entry-t0", accept: "text/html" };
  const { status, text } = await ask({ port, path, headers });
  expect(status, path).toBe(200);
  return { html: text, root: parseHtml(text) };
};

test("each landing page has a title, a description and a canonical address", async () => {
  for (const name of LANDERS) {
    const { root } = await read(`/landers/${name}`);
    const [title] = root.find(({ tag }) => tag === "title");
    const [description] = root.find((one) => one.tag === "meta" && one.get("name") === "description");
    const [canonical] = root.find((one) => one.tag === "link" && one.get("rel") === "canonical");
    expect(title?.text, name).toContain(" · Liaison");
    expect(description?.get("content"), name).toMatch(/\w{3}/);
    expect(canonical?.get("href")).toBe(at(`/landers/${name}`));
  }
});

/** On a niche with long words. The crawl asks the layout in another language. */
test("with reduced motion nothing on a landing page moves, and each fits a phone", async () => {
  const { page } = await person({ viewport: NARROW, reducedMotion: "reduce" });
  for (const name of LANDERS) {
    await page.goto(at(`/landers/${name}`, "funken.localhost"));
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ timeline, effect }) => timeline === document.timeline && Number(effect?.getComputedTiming().endTime) > 50)
        .map((animation) => (animation as CSSAnimation).animationName),
    );
    expect(moving, name).toEqual([]);
    await expectLayout(page);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await page.evaluate(() => document.getAnimations().length), "transitions of a changed colour scheme").toBe(0);
});

test("a landing page names a known town or region of its address and never shows other text", async () => {
  const htmlOf = async (path: string) => (await read(path)).html;
  for (const name of SLUGGED) {
    for (const [place, said] of [
      ["den-haag", "Den Haag"],
      ["noord-holland", "Noord-Holland"],
    ] as const) {
      const [, heading] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(await htmlOf(`/landers/${name}/${place}`)) ?? [];
      expect(heading, `${name}/${place}`).toContain(said);
    }
    for (const hostile of ["<script>alert(1)</script>", "free-money-here", "__proto__"]) {
      const html = await htmlOf(`/landers/${name}/${encodeURIComponent(hostile)}`);
      expect(html).not.toContain(hostile);
      expect(html).toContain(`<link href="${at(`/landers/${name}`)}" rel="canonical"/>`);
    }
  }
});

test("three swiped cards lead to a sign-up that keeps the traffic source", async () => {
  const { page } = await person({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/landers/tinderswipe?network=partner&ref=spring&sub1=a&sub2=b&sub3=c");
  await expect.poll(() => page.locator("#signup").isVisible()).toBe(false);
  for (const choice of ["Like Mila", "Not Omar", "Like Clara"]) await page.getByRole("radio", { name: choice }).check();
  await page.getByRole("heading", { name: "That is how it feels" }).waitFor();
  await page.locator("#signup").waitFor();

  const source = { network: "partner", ref: "spring", sub1: "a", sub2: "b", sub3: "c" };
  for (const [name, value] of Object.entries(source)) {
    await expect.poll(() => page.locator(`#signup [name="${name}"]`).inputValue(), { message: name }).toBe(value);
  }
});

test("on a phone the front page's form comes early, and a bar leads back to it while it is out of sight", async () => {
  const { page } = await person({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await page.goto("/");
  expect((await page.locator("#signup").boundingBox())?.y).toBeLessThan(584);
  const bar = page.locator('a[href="#signup"]', { hasText: "Create your free account" });
  await expect.poll(() => bar.isVisible()).toBe(false);
  await page.getByRole("heading", { name: "Honest, on purpose" }).scrollIntoViewIfNeeded();
  await expect.poll(() => bar.isVisible()).toBe(true);
  const box = await bar.boundingBox();
  expect([box?.x, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 844]);
  await bar.click();
  await expect.poll(() => bar.isVisible()).toBe(false);
  // A visitor without an account is not asked to log in first.
  const filled = page.getByRole("banner").getByRole("link", { name: "Log in" });
  await expect.poll(() => filled.evaluate((one) => getComputedStyle(one).borderTopColor !== "rgba(0, 0, 0, 0)")).toBe(true);
});

test("an invite-only domain's landing page offers sign-up only with a signed link", async () => {
  const page = new PlainBrowser("velvet.localhost");
  await page.goto("/landers/alonetonight");
  page.shows("By invitation only");
  expect(page.value("email")).toBeUndefined();
  for (const path of ["/", "/landers/alonetonight"]) {
    await page.goto(path);
    expect(page.html).toContain("For adults only, from 18");
    expect(page.html).not.toMatch(/Signing up and reading are free|credits to begin with/);
  }
  await page.goto("/landers/alonetonight?network=velvetletter");
  page.shows("By invitation only");
  expect(page.value("email")).toBeUndefined();
  await page.goto(`/landers/alonetonight?${VELVET_LINK}`);
  for (const [name, value] of Object.entries(VELVET_SOURCE))
    expect(page.all((one) => one.get("name") === name).map((one) => one.get("value"))).toContain(value);
});

test("the film plays muted by itself, and stays a picture with reduced motion", async () => {
  const { page } = await person();
  for (const [reducedMotion, plays] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto("/landers/video", { waitUntil: "networkidle" });
    const film = page.locator("video");
    await expect
      .poll(() => film.evaluate((video: HTMLVideoElement) => video.muted && video.loop && video.playsInline))
      .toBe(true);
    const source = () => film.evaluate((video: HTMLVideoElement) => video.currentSrc !== "" && !video.paused);
    await expect.poll(source).toBe(plays);
  }
});

test("the reason chosen by an icon and the traffic source reach the new account, also after a refusal", async () => {
  const page = new PlainBrowser();
  const source = { network: "partner", ref: "spring", sub1: "a", sub2: "b", sub3: "c" };
  await page.goto(`/landers/iconslanding?${new URLSearchParams(source)}`);
  page.cookies.delete("source");
  const who = newcomer("Fay");
  const typed = { ...personOf(who), ...accountOf(who), reason: "friends", name: `@${who.name}` };
  await page.press("Sign up free", typed, { status: 422 });
  expect([errorOf(page, "name") === undefined, chosenOf(page, "reason")]).toEqual([false, ["friends"]]);
  for (const [name, value] of Object.entries(source))
    expect(page.all((one) => one.get("name") === name)[0]?.get("value"), name).toBe(value);
  await page.press("Sign up free", { name: who.name, password: who.password });
  expect(page.path).not.toMatch(/^\/landers/);
  expect((await answerOf(page, "/api/profile.php")).profile.reason).toBe("friends");
  expect((await answerOf(page, "/api/user.php")).status).toBe("not_confirmed");
  // A member is redirected to the search.
  await page.goto("/landers/video");
  expect(page.path).toBe("/members");
});

test("the map zooms to a region, names its towns, and keeps the traffic source", async () => {
  const plain = new PlainBrowser();
  const pictured = (name: string) => expect(plain.html).toContain(`aria-label="${name}"`);
  await plain.goto("/landers/maplanding?network=partner&utm=other");
  pictured("Map of Netherlands, drawn in dots");
  await plain.follow("Zeeland");
  expect(plain.path).toBe("/landers/maplanding/zeeland?network=partner");
  pictured("Map of Netherlands, drawn in dots, with Zeeland marked");
  await plain.follow("Middelburg");
  plain.shows("Have a look around Middelburg");
  const { page } = await person({ viewport: PHONE });
  await page.goto(plain.path);
  await expect.poll(() => page.locator("svg text").allTextContents()).toContain("Middelburg");
  await expectSound(page);
  await plain.follow("The whole country");
  plain.shows("Netherlands, town by town");
});

test("a picture of the gallery opens large and closes again", async () => {
  const { page } = await person({ viewport: PHONE });
  await page.goto("/landers/gallery");
  await page.getByRole("button", { name: "Clara, 41: see the picture large" }).click();
  const large = page.getByRole("dialog", { name: "Clara, 41" });
  await large.waitFor();
  const picture = large.locator("img").first();
  const file = await page.request.get((await picture.getAttribute("src")) ?? expect.unreachable());
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, expect.stringMatching(/^image\//)]);
  expect((await picture.boundingBox())?.width).toBeGreaterThan(PHONE.width / 2);
  await expectSound(page);
  await large.getByRole("button", { name: "Close" }).click();
  await large.waitFor({ state: "hidden" });
  await expect.poll(() => page.locator(":popover-open").count()).toBe(0);
});

test.each([
  ["curves.localhost", "For curves, and for those who adore them"],
  ["funken.localhost", "Für Frauen in ihren besten Jahren und alle, die sie bewundern"],
])("on %s every landing page names the niche", async (host, people) => {
  for (const name of LANDERS) {
    const { status, text } = await ask({ port, path: `/landers/${name}`, headers: { host: `${host}:${port}` } });
    const found = parseHtml(text).find((element) => element.children.length === 1 && element.text === people);
    expect([name, status, found.length]).toEqual([name, 200, 1]);
  }
});

test("a long name stands whole beside the log-in of a phone", async () => {
  const { page } = await person({ viewport: NARROW });
  await page.goto(at("/login", "spaetsommer.localhost"));
  const name = page.getByRole("banner").getByText("Spätsommer");
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
