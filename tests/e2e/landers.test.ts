import { expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { parseHtml } from "#tests/setup/html.ts";
import { at, expectLayout, expectSound, PHONE, person, useBrowser } from "./browser.ts";
import { port } from "./product.ts";
import { account, fillSignup, newcomer, VELVET_LINK, VELVET_SOURCE } from "./steps.ts";

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

test("with reduced motion nothing on a landing page moves, and each has a title, a description and a canonical address", async () => {
  const { page } = await person({ viewport: NARROW, reducedMotion: "reduce" });
  for (const name of LANDERS) {
    await page.goto(`/landers/${name}`);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ timeline, effect }) => timeline === document.timeline && Number(effect?.getComputedTiming().endTime) > 50)
        .map((animation) => (animation as CSSAnimation).animationName),
    );
    expect(moving, name).toEqual([]);
    await expect.poll(() => page.title(), { message: name }).toContain(" · Liaison");
    await expect.poll(() => page.locator("meta[name=description]").getAttribute("content"), { message: name }).toMatch(/\w{3}/);
    await expect.poll(() => page.locator("link[rel=canonical]").getAttribute("href")).toBe(at(`/landers/${name}`));
  }
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await page.evaluate(() => document.getAnimations().length), "transitions of a changed colour scheme").toBe(0);
});

test("a landing page names a known town or region of its address and never shows other text", async () => {
  const { page } = await person({ javaScriptEnabled: false });
  const htmlOf = async (path: string) => {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    return answer.text();
  };
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

  const who = newcomer("Tess");
  await fillSignup(page, who);
  await page.locator('#signup [name="password"]').fill("password123");
  await page.getByRole("button", { name: "Sign up free" }).click();
  // The refused form shows its error and keeps the parameters of the link.
  await page.locator("#field-password-error").waitFor();
  const source = { network: "partner", ref: "spring", sub1: "a", sub2: "b", sub3: "c" };
  for (const [name, value] of Object.entries(source)) {
    await expect.poll(() => page.locator(`#signup [name="${name}"]`).inputValue(), { message: name }).toBe(value);
  }
  await page.locator('#signup [name="password"]').fill(who.password);
  await page.getByRole("button", { name: "Sign up free" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/landers"));
  expect((await account(page)).status).toBe("not_confirmed");
  // A member is redirected to the search.
  await page.goto("/landers/video");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/members");
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
  const { page } = await person({ javaScriptEnabled: false });
  await page.goto(at("/landers/alonetonight", "velvet.localhost"));
  await page.getByRole("heading", { name: "By invitation only" }).waitFor();
  await expect.poll(() => page.locator('#signup [name="email"]').count()).toBe(0);
  for (const path of ["/", "/landers/alonetonight"]) {
    await page.goto(at(path, "velvet.localhost"));
    await page.getByText("For adults only, from 18").first().waitFor();
    await expect.poll(() => page.getByText(/Signing up and reading are free|credits to begin with/).count()).toBe(0);
  }
  await page.goto(at("/landers/alonetonight?network=velvetletter", "velvet.localhost"));
  await expect.poll(() => page.locator('#signup [name="email"]').count()).toBe(0);
  await page.goto(at(`/landers/alonetonight?${VELVET_LINK}`, "velvet.localhost"));
  for (const [name, value] of Object.entries(VELVET_SOURCE))
    await expect.poll(() => page.locator(`#signup form [name="${name}"]`).inputValue()).toBe(value);
});

test("the film plays muted by itself, and stays a picture with reduced motion", async () => {
  for (const [reducedMotion, plays] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    const { page } = await person({ reducedMotion });
    await page.goto("/landers/video", { waitUntil: "networkidle" });
    const film = page.locator("video");
    await expect
      .poll(() => film.evaluate((video: HTMLVideoElement) => video.muted && video.loop && video.playsInline))
      .toBe(true);
    const source = () => film.evaluate((video: HTMLVideoElement) => video.currentSrc !== "" && !video.paused);
    await expect.poll(source).toBe(plays);
  }
});

test("the reason chosen by an icon reaches the new profile", async () => {
  const { page } = await person({ javaScriptEnabled: false });
  await page.goto("/landers/iconslanding");
  await page.locator('label:has([name="reason"][value="friends"])').click();
  const who = newcomer("Fay");
  await fillSignup(page, { ...who, name: `@${who.name}` });
  await page.getByRole("button", { name: "Sign up free" }).click();
  await page.locator("#field-name-error").waitFor();
  // The refused form keeps the reason too.
  await expect.poll(() => page.locator('[name="reason"]:checked').inputValue()).toBe("friends");
  await page.locator("#field-name").fill(who.name);
  await page.locator("#field-password").fill(who.password);
  await page.getByRole("button", { name: "Sign up free" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/landers"));
  const { profile } = await (await page.context().request.get("/api/profile.php")).json();
  expect(profile.reason).toBe("friends");
});

test("the map zooms to a region, names its towns, and keeps the traffic source", async () => {
  const { page } = await person({ viewport: PHONE });
  await page.goto("/landers/maplanding?network=partner&utm=other");
  await page.getByRole("img", { name: "Map of Netherlands, drawn in dots" }).waitFor();
  await page.getByRole("link", { name: "Zeeland" }).click();
  await page.waitForURL(at("/landers/maplanding/zeeland?network=partner"));
  await page.getByRole("img", { name: "Map of Netherlands, drawn in dots, with Zeeland marked" }).waitFor();
  await page.getByRole("link", { name: "Middelburg" }).click();
  await page.getByRole("heading", { level: 1, name: "Have a look around Middelburg", exact: true }).waitFor();
  await page.locator("svg text", { hasText: "Middelburg" }).first().waitFor();
  await expect.poll(() => page.locator("svg text").allTextContents()).toContain("Middelburg");
  await expectSound(page);
  await page.getByRole("link", { name: "The whole country" }).click();
  await page.getByRole("heading", { level: 1, name: "Netherlands, town by town", exact: true }).waitFor();
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

test("on a niche with long words every landing page fits a phone", async () => {
  const { page } = await person({ viewport: NARROW });
  for (const name of LANDERS) {
    await page.goto(at(`/landers/${name}`, "funken.localhost"));
    await expectLayout(page);
  }
});

test("a long name stands whole beside the log-in of a phone", async () => {
  const { page } = await person({ viewport: NARROW });
  await page.goto(at("/login", "spaetsommer.localhost"));
  const name = page.getByRole("banner").getByText("Spätsommer");
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
