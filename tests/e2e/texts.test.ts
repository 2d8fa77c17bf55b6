import type { BrowserContext, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { LANDER_PEOPLE } from "#app/features/accounts/landers/people.ts";
import { SPOKEN } from "#db/schema/spoken.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { type Element, parseHtml } from "#tests/setup/html.ts";
import { at, person, useBrowser } from "./browser.ts";
import { intercept } from "./intercept.ts";
import { routes, type Visitor } from "./routes.ts";
import { visitors } from "./visitors.ts";

useBrowser();

/** Long texts; `npm run check` compares them in locales/pages. */
const LONG_TEXTS = /^\/(accessibility|ban|cookies|faq|imprint|privacy|return-policy|service|terms)$/;

let found: Awaited<ReturnType<typeof visitors>>;
beforeAll(async () => {
  found = await visitors();
});

const isKept = (one: Element) => (one.get("class") ?? "").split(" ").includes("kept");
/** Whether an element and its children hold text that does not come from the catalogue. */
const isOther = (one: Element) =>
  ["script", "style", "code"].includes(one.tag) || one.get("translate") === "no" || (one.tag !== "html" && one.has("lang"));

/** Text and accessible attributes without the catalogue's marks. */
function unmarked(html: string): string[] {
  const rests: string[] = [];
  const look = (text = "") => {
    // Marks nest when one text is a parameter of another.
    let rest = text;
    for (let last = ""; last !== rest; ) {
      last = rest;
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, " ");
    }
    if (/\p{L}{2}/u.test(rest)) rests.push(rest.trim());
  };
  const read = (element: Element, other: boolean) => {
    for (const name of ["aria-label", "alt", "title", "placeholder"]) look(element.get(name));
    // A nowrap word is part of the surrounding text.
    let run = "";
    for (const child of element.children) {
      if (typeof child === "string") run += child;
      else if (isKept(child)) run += child.text;
      else {
        if (!other) look(run);
        run = "";
        read(child, other || isOther(child));
      }
    }
    if (!other) look(run);
  };
  read(parseHtml(html), false);
  return rests;
}

/** The document that a browser would show. */
async function htmlOf({ request }: BrowserContext, path: string): Promise<string> {
  const answer = await request.get(at(path), { headers: { accept: "text/html" } });
  const html = await answer.text();
  expect([path, html.includes("</html>")]).toEqual([path, true]);
  return html;
}

/** Text outside the catalogue: names of members, places, companies and languages, and members' own texts. */
async function dataOf({ request }: BrowserContext, kind: Visitor): Promise<string[]> {
  const values: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") values.push(value);
    else if (value && typeof value === "object") Object.values(value).forEach(collect);
  };
  const read = async (call: string) => {
    const answer = await request.get(at(`/api/${call}`));
    expect([call, answer.status()]).toEqual([call, 200]);
    collect(await answer.json());
  };
  const { member, conversation } = found.ids;
  const everybody = [
    "settings.php",
    "companyinfo.php",
    "members.php",
    "packages.php",
    "regions.php?country=NL",
    `member.php?id=${member}`,
  ];
  const members = kind === "logged out" ? [] : ["user.php", "chats.php", "likes.php", "swipe.php"];
  for (const call of [...everybody, ...members, ...(kind === "free" ? [`chat.php?conversation=${conversation}`] : [])])
    await read(call);
  for (const type of ["region", "language"] as const) {
    const names = new Intl.DisplayNames("en", { type });
    const codes =
      type === "region"
        ? ["GB", "IE", "US", "NL", "BE", "DE", "AT", "FR", "ES", "IT", "DK", "SE", "NO", "FI", "PL", "LU", "CH"]
        : LANGUAGES;
    for (const code of codes) values.push(names.of(code) ?? code);
  }
  for (const code of SPOKEN) values.push(new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code);
  for (const tag of LANGUAGES) values.push(tag, new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag);
  for (let month = 0; month < 12; month++)
    for (const style of ["long", "short"] as const)
      values.push(new Intl.DateTimeFormat("en", { month: style }).format(Date.UTC(2024, month, 15)));
  for (let day = 1; day <= 7; day++)
    values.push(new Intl.DateTimeFormat("en", { weekday: "long" }).format(Date.UTC(2024, 0, day)));
  values.push(...LANDER_PEOPLE.map(({ name }) => name));
  values.push("yesterday", "today", "last week", "AM", "PM");
  values.push("EUR", "USD", "GBP", "UTC", "km", "cm");
  return [...new Set(values)].filter((value) => /\p{L}{2}/u.test(value)).sort((a, b) => b.length - a.length);
}

test.each<Visitor>(["logged out", "free", "premium"])(
  "every text of a page comes from the catalogue: %s",
  async (kind) => {
    const context = found.contexts[kind];
    const data = (await dataOf(context, kind)).map((value) => value.toLowerCase());
    await context.addCookies([{ name: "locale", value: "xx", url: at("/") }]);
    expect(data.length).toBeGreaterThan(100);
    const untranslated: string[] = [];
    let looked = 0;
    for (const route of routes(found.ids)) {
      const { path, leads } = route;
      if (leads?.[kind] || LONG_TEXTS.test(path)) continue;
      const html = await htmlOf(context, path);
      expect(html.split("⟦").length, `${path} is in the marked language`).toBeGreaterThan(4);
      looked++;
      for (const text of unmarked(html)) {
        // How long ago: the store of a long run holds what happened just now, or a month before it.
        let rest = text
          .toLowerCase()
          .replace(/\b(\d+ (second|minute|hour|day|week|month|year)s? ago|now|last (month|year))\b/g, " ");
        // A member from another test file.
        rest = rest.replace(/\b[a-z]+_[a-z\d]+\b/g, " ");
        for (const value of data) rest = rest.replaceAll(value, " ");
        if (/\p{L}{2}/u.test(rest)) untranslated.push(`${path}: ${text.slice(0, 120)}`);
      }
    }
    expect(untranslated).toEqual([]);
    expect(looked).toBeGreaterThan(20);
  },
  240_000,
);

/** Line width in the text and display fonts, in px. */
function widths(page: Page): Promise<{ text: number; display: number }> {
  return page.evaluate(() => {
    const widthIn = (face: string, weight: number) => {
      const line = document.createElement("span");
      line.textContent = "Die meisten Mitglieder antworten noch am selben Abend, einige erst am nächsten Tag.";
      Object.assign(line.style, { position: "absolute", whiteSpace: "nowrap", font: `${weight} 16px var(${face})` });
      document.documentElement.lastElementChild?.appendChild(line);
      const { width } = line.getBoundingClientRect();
      line.remove();
      return width;
    };
    return { text: widthIn("--font-text", 400), display: widthIn("--font-display", 600) };
  });
}

/** The visitor's session in a 360 px window without web fonts. */
async function withoutFonts(kind: Visitor): Promise<Page> {
  const { context, page } = await person({ storageState: await found.contexts[kind].storageState() });
  await intercept(context, "**/*.woff2", (route) => route.abort());
  await page.setViewportSize({ width: 360, height: 780 });
  return page;
}

test("fallback fonts are as wide as ours", async () => {
  const { page } = await person();
  // A font that comes too late stays unused; the second time it is in the cache.
  for (let time = 0; time < 2; time++) await page.goto(at("/"), { waitUntil: "networkidle" });
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === "loaded").map((face) => face.family),
  );
  expect(loaded).toEqual(["Figtree", "Fraunces"]);
  const ours = await widths(page);
  const bare = await withoutFonts("logged out");
  await bare.goto(at("/"));
  const theirs = await widths(bare);
  for (const face of ["text", "display"] as const) {
    expect(theirs[face] / ours[face], face).toBeGreaterThan(0.96);
    expect(theirs[face] / ours[face], face).toBeLessThan(1.04);
  }
});
