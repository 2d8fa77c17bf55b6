import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { type Element, parseHtml } from "#tests/setup/html.ts";
import { BUILT } from "#worker/sites/domains/features.ts";
import { FEATURES, type Feature } from "#worker/sites/domains/features.vocabulary.ts";
import { newSession } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { answerOf } from "./plain-steps.ts";
import { port } from "./product.ts";

const ANNA = "demo0000000000000001";
/** A host with every feature on; demo domains have those that are built. */
const FULL = "127.0.0.1";
/** Sells nothing; its other features are those of the build. */
const UNSOLD = "unsold.localhost";
const hasFeature = (feature: Feature) => BUILT.includes(feature) && feature !== "payments" && feature !== "refunds";
const TEXTS = "locales/pages/en";
const legalPages = () => readdirSync(TEXTS).flatMap((name) => (name === "privacy-us.md" ? [] : [name.replace(".md", "")]));

/** Pages that mention buying, or another feature, when every feature is on. */
const MEMBER_PAGES = [
  "/members",
  "/likes",
  "/chats",
  "/profile",
  "/credits",
  "/premium",
  "/pricing",
  "/transactions",
  "/settings",
  "/settings/notifications",
  "/settings/privacy",
  "/settings/delete",
  "/notifications",
  "/complaints",
];
const VISITOR_PAGES = ["/", "/pricing", "/landers/socialnetwork", "/landers/tinderswipe", "/signup", "/complaints"];

/** A page of the server, and the text of its body: each of these is the same with and without scripts. */
async function read(path: string, host: string, session = "") {
  const headers = { host: `${host}:${port}`, cookie: `dismissed=entry-t0${session && `; session=${session}`}` };
  const { status, text } = await ask({ port, path, headers });
  const [body = expect.unreachable(path)] = parseHtml(text).find(({ tag }) => tag === "body");
  return { status, body, said: textIn(body) };
}

const HIDDEN = new Set(["script", "style", "template"]);

/** Without spaces between elements, like the browser's `textContent`. */
function textIn(element: Element): string {
  const parts = element.children.map((child) => (typeof child === "string" ? child : HIDDEN.has(child.tag) ? "" : textIn(child)));
  return parts.join("").replace(/\s+/g, " ");
}

const textOf = async (path: string, host: string) => (await read(path, host)).said;
const linksIn = (body: Element, wanted: RegExp) =>
  body.find(({ tag, attributes }) => tag === "a" && wanted.test(attributes.get("href") ?? ""));

const ELSEWHERE = /\{\{(?:\^(fictional)|#(us|uk|invite))\}\}[\s\S]*?\{\{\/(?:\1\2)\}\}/g;

/** Sections for a feature that is off. */
const WITHOUT = /\{\{\^(\w+)\}\}[\s\S]*?\{\{\/\1\}\}/g;

/** Text that appears only with a feature on: pieces without links, placeholders and Markdown. */
function wordsOf(markdown: string, feature: Feature, sign: "#" | "^"): string[] {
  const section = new RegExp(`\\{\\{\\${sign}${feature}\\}\\}([\\s\\S]*?)\\{\\{/${feature}\\}\\}`, "g");
  return [...markdown.matchAll(section)].flatMap(([, inner = ""]) =>
    inner
      .replaceAll(/\{\{[#^](\w+)\}\}[\s\S]*?\{\{\/\1\}\}/g, "|")
      .split(/\{\{\w+\}\}|\[[^\]]*\]\([^)]*\)|\*\*|[|\n#>]|\{#[\w-]+\}|^\d+\. |^ *- /m)
      .map((piece) => piece.trim().replace(/^- /, ""))
      // Shorter pieces occur in other sentences too.
      .filter((piece) => piece.length > 20),
  );
}

const OF_CALLS = /\{\{#calls\}\}[\s\S]*?\{\{\/calls\}\}/g;

/** A phrase may also stand in the section of a feature that is on. */
function isOfOthers(markdown: string, words: string): boolean {
  const others = FEATURES.filter(hasFeature);
  return others.some((feature) => wordsOf(markdown.replaceAll(WITHOUT, ""), feature, "#").includes(words));
}

test("legal and help texts describe the features that are on, and no others", async () => {
  const seen = new Set<Feature>();
  for (const name of legalPages()) {
    const markdown = readFileSync(`${TEXTS}/${name}.md`, "utf8").replaceAll(ELSEWHERE, "");
    const [off, on] = [await textOf(`/${name}`, UNSOLD), await textOf(`/${name}`, FULL)];
    for (const feature of FEATURES) {
      for (const words of wordsOf(markdown.replaceAll(WITHOUT, ""), feature, "#")) {
        seen.add(feature);
        if (!hasFeature(feature) && !isOfOthers(markdown, words)) expect(off, `/${name} without ${feature}`).not.toContain(words);
        // Calls need a relay, which this deployment does not name.
        if (markdown.replaceAll(OF_CALLS, "").includes(words)) expect(on, `/${name} with ${feature}`).toContain(words);
      }
      for (const words of wordsOf(markdown, feature, "^"))
        if (markdown.split(words).length === 2) expect(on, `/${name} with ${feature}`).not.toContain(words);
    }
  }
  expect([...seen].sort()).toEqual([...FEATURES].sort());
});

/** Phrases that only a site with payments or gifts uses. */
const PROMISES =
  /Get Premium|Get credits|See the packages|25%|Choose \d+ credits|€|give (it|them|credits|what)[^.]* back|given back|refund|Spending limit|True timers|payments?\b/i;

test("no page promises a feature that is off: no price, no countdown, no way to buy", async () => {
  const session = await newSession(ANNA, { host: UNSOLD });
  for (const path of MEMBER_PAGES) {
    const { status, body, said } = await read(path, UNSOLD, session);
    expect([status, PROMISES.exec(said)?.[0]], path).toEqual([200, undefined]);
    expect(body.find((element) => element.get("role") === "timer").length, path).toBe(0);
    expect(linksIn(body, /^\/(premium|pricing|return-policy)/).length, path).toBe(0);
  }
  for (const path of VISITOR_PAGES) {
    const { status, body, said } = await read(path, UNSOLD);
    expect([status, PROMISES.exec(said)?.[0]], path).toEqual([200, undefined]);
    expect(linksIn(body, /^\/(pricing|return-policy)/).length, path).toBe(0);
  }
});

test("pages describe a feature where it is on", async () => {
  const found: Record<string, RegExp> = {
    "/": /True timers/,
    "/pricing": /€12\.49[\s\S]*Unlocking a member's photos[\s\S]*gift/,
  };
  for (const [path, words] of Object.entries(found)) {
    const { body, said } = await read(path, FULL);
    expect(said, path).toMatch(words);
    expect(linksIn(body, /^\/return-policy$/).length, path).toBe(1);
  }
});

test("the pages of buying answer and lead to no purchase while nothing can be bought", async () => {
  const page = await PlainBrowser.of(ANNA, UNSOLD);
  for (const path of ["/credits", "/premium", "/pricing", "/credits/repeat-order", "/directdebit"]) {
    await page.goto(path);
    page.shows("Buying credits is not possible on this site yet");
    const ways = page.all((one) => one.tag === "a" && /^\/premium|\/credits\//.test(one.get("href") ?? ""));
    expect(ways.length, path).toBe(0);
  }
  // The header sells nothing; the balance stands in the account menu.
  const [header = expect.unreachable()] = parseHtml(page.html).find(({ tag }) => tag === "header");
  const balances = header.find((one) => one.tag === "a" && one.get("href") === "/credits");
  expect(balances.length).toBeGreaterThan(0);
  for (const one of balances) {
    expect(one.text).toMatch(/^Credits/);
    expect(one.closest((outer) => outer.has("popover"))).not.toBeNull();
  }
  for (const path of ["/credits/gold", "/credits/c60", "/credits/c60/card"]) await page.goto(path, { status: 404 });
});

test("settings.php lists every feature as on or off", async () => {
  const features = async (host: string) => (await answerOf(new PlainBrowser(host), "/api/settings.php")).settings.features;
  const all = (on: (feature: Feature) => boolean) => Object.fromEntries(FEATURES.map((feature) => [feature, on(feature)]));
  expect([await features("localhost"), await features(FULL)]).toEqual([
    all((feature) => BUILT.includes(feature) && feature !== "calls"),
    // Calls need a relay, which this deployment does not name.
    all((feature) => feature !== "calls"),
  ]);
});

test("the advertisement in the search is labelled, and absent on a domain without one", async () => {
  const adsOf = (page: PlainBrowser) => page.all((one) => one.get("aria-label") === "Advertisement");
  const [full, other] = [new PlainBrowser("full.localhost"), new PlainBrowser()];
  await full.goto("/members");
  const [link] = adsOf(full)[0]?.find(({ tag, text }) => tag === "a" && text.includes("Go to cams.example.org")) ?? [];
  expect([link?.get("href"), link?.get("rel")]).toEqual(["https://cams.example.org/live", "sponsored noopener nofollow"]);
  await other.goto("/members");
  expect(other.all(({ tag }) => tag === "li").length).toBeGreaterThan(10);
  expect(adsOf(other)).toEqual([]);
});
