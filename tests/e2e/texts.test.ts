import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { LANDER_PEOPLE } from "../../app/features/landers/people.ts";
import { at, useBrowser } from "./browser.ts";
import { routes, type Visitor, visitors } from "./routes.ts";

useBrowser();

/** Files of texts of their own, compared language by language in locales/pages. */
const LONG_TEXTS = /^\/(ban|cookies|faq|privacy|return-policy|service|terms)$/;

let found: Awaited<ReturnType<typeof visitors>>;
beforeAll(async () => {
  found = await visitors();
});

/** What a page says outside of the catalogue's marks: text nodes and the attributes that are read out or shown. */
function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rests: string[] = [];
    const look = (text: string | null) => {
      // Marks nest where one text is filled into another.
      let rest = text ?? "";
      for (let last = ""; last !== rest; ) {
        last = rest;
        rest = rest.replace(/⟦[^⟦⟧]*⟧/g, " ");
      }
      if (/\p{L}{2}/u.test(rest)) rests.push(rest.trim());
    };
    // A word that is kept whole on its line is part of the text around it.
    for (const kept of document.querySelectorAll(".kept")) kept.replaceWith(kept.textContent);
    document.documentElement.normalize();
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ["aria-label", "alt", "title", "placeholder"]) look(node.getAttribute(name));
        continue;
      }
      if (!node.parentElement?.closest("script, style, code, [translate=no], [lang]:not(html), option[lang]"))
        look(node.textContent);
    }
    return rests;
  });
}

/** What is nobody's text: names of members, places, companies and languages, and what members wrote. */
async function dataOf(page: Page): Promise<string[]> {
  const values: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") values.push(value);
    else if (value && typeof value === "object") Object.values(value).forEach(collect);
  };
  for (const call of ["settings", "companyinfo", "user", "members", "chats", "likes", "packages", "regions?country=NL"]) {
    const [name, query = ""] = call.split("?");
    const answer = await page.context().request.get(at(`/api/${name}.php?${query}`));
    if (answer.ok()) collect(await answer.json());
  }
  for (const id of [found.ids.member]) {
    const answer = await page.context().request.get(at(`/api/member.php?id=${id}`));
    if (answer.ok()) collect(await answer.json());
  }
  const chat = await page.context().request.get(at(`/api/chat.php?conversation=${found.ids.conversation}`));
  if (chat.ok()) collect(await chat.json());
  const similar = await page.context().request.get(at(`/api/similar.php?id=${found.ids.member}`));
  if (similar.ok()) collect(await similar.json());
  for (const type of ["region", "language"] as const) {
    const names = new Intl.DisplayNames("en", { type });
    const codes =
      type === "region"
        ? ["GB", "IE", "US", "NL", "BE", "DE", "AT", "FR", "ES", "IT", "DK", "SE", "NO", "FI", "PL", "LU", "CH"]
        : ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"];
    for (const code of codes) values.push(names.of(code) ?? code);
  }
  for (const tag of ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"])
    values.push(tag, new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag);
  for (let month = 0; month < 12; month++)
    for (const style of ["long", "short"] as const)
      values.push(new Intl.DateTimeFormat("en", { month: style }).format(Date.UTC(2024, month, 15)));
  values.push(...LANDER_PEOPLE.map(({ name }) => name));
  values.push("yesterday", "today", "AM", "PM");
  values.push("EUR", "USD", "GBP", "UTC", "km");
  return [...new Set(values)].filter((value) => /\p{L}{2}/u.test(value)).sort((a, b) => b.length - a.length);
}

test.each<Visitor>(["logged out", "free", "premium"])(
  "no page says anything that is not in the catalogue: %s",
  async (kind) => {
    const page = await found.contexts[kind].newPage();
    await page.goto(at("/lang-config"));
    const data = (await dataOf(page)).map((value) => value.toLowerCase());
    await page.context().addCookies([{ name: "locale", value: "xx", url: at("/") }]);
    const untranslated: string[] = [];
    for (const { path, leads } of routes(found.ids)) {
      if (leads?.[kind] || LONG_TEXTS.test(path)) continue;
      await page.goto(at(path));
      for (const text of await unmarked(page)) {
        let rest = text.toLowerCase().replace(/\b\d+ (second|minute|hour|day|week|month|year)s? ago\b/g, " ");
        // Somebody whom a journey beside this one has just signed up.
        rest = rest.replace(/\b[a-z]+_[a-z\d]+\b/g, " ");
        for (const value of data) rest = rest.replaceAll(value, " ");
        if (/\p{L}{2}/u.test(rest)) untranslated.push(`${path}: ${text.slice(0, 120)}`);
      }
    }
    expect(untranslated).toEqual([]);
  },
  240_000,
);

const LONG_WORDS = [
  "/",
  "/login",
  "/signup",
  "/pricing",
  "/members",
  "/members/{id}",
  "/likes",
  "/chats",
  "/profile",
  "/premium",
  "/credits",
  "/settings",
  "/notifications",
  "/swipe-game",
  "/match-finder",
];

/**
 * Elements whose own text is cut off or runs out of them; names of people and places may end in an ellipsis, and so may the
 * one line that a list shows of what a member wrote.
 */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bad: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!own || !element.checkVisibility() || element.closest(".visually-hidden, .skip-link, [translate=no]")) continue;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      // For screen readers only.
      if (box.width <= 1) continue;
      const line = element.dir === "auto" && style.textOverflow === "ellipsis";
      const sideways = element.scrollWidth > element.clientWidth + 1 && style.display !== "inline" && !line;
      const down = element.scrollHeight > element.clientHeight + 2 && style.overflowY !== "visible" && style.display !== "inline";
      const name = `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 60)}"`;
      if (sideways && element.clientWidth > 0 && !/^(TEXTAREA|SELECT)$/.test(element.tagName))
        bad.push(`${name} is cut or runs out sideways`);
      if (down && !/^(TEXTAREA|SELECT)$/.test(element.tagName)) bad.push(`${name} is cut below`);
      if (box.right > document.documentElement.clientWidth + 1 && box.width > 0 && !element.closest("[data-scrolls]"))
        bad.push(`${name} runs out of the window`);
    }
    return bad;
  });
}

test.each(["de", "fi"])(
  "nothing is cut or runs out of its place at 360 px: %s",
  async (language) => {
    const bad: string[] = [];
    for (const kind of ["logged out", "free"] as const) {
      const page = await found.contexts[kind].newPage();
      await page.setViewportSize({ width: 360, height: 780 });
      await page.context().addCookies([{ name: "locale", value: language, url: at("/") }]);
      for (const path of LONG_WORDS) {
        await page.goto(at(path.replace("{id}", found.ids.member)));
        expect(await page.locator("html").getAttribute("lang")).toBe(language);
        for (const text of await clipped(page)) bad.push(`${path} (${kind}): ${text}`);
      }
    }
    expect(bad).toEqual([]);
  },
  120_000,
);
