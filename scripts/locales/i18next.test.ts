import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AVAILABLE } from "#locales/index.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { fromI18next, toI18next } from "./i18next.ts";
import { leaves, type Tree } from "./tree.ts";

const textOf = (tag: string) => readFileSync(join(import.meta.dirname, `../../locales/${tag}.json`), "utf8");
const json = (tree: Tree) => `${JSON.stringify(tree, null, 2)}\n`;
const ENGLISH: Tree = {
  nav: { home: "{{name}}, home", unread: { one: "{{count}} message", other: "{{count}} messages" } },
  errors: { too_many: "Too many" },
};

test("each catalogue comes back byte for byte, and no plural form is a tree on the way", () => {
  expect(AVAILABLE).toEqual(LANGUAGES);
  const english = JSON.parse(textOf("en"));
  for (const tag of AVAILABLE) {
    const file = toI18next(JSON.parse(textOf(tag)));
    expect([...leaves(file).values()].filter((text) => typeof text !== "string")).toEqual([]);
    const { tree, problems } = fromI18next(tag, JSON.parse(json(file)), english);
    expect([tag, problems]).toEqual([tag, []]);
    expect(json(tree) === textOf(tag)).toBe(true);
  }
});

test("a key that only looks like a plural form is no form of another text", () => {
  const written = toI18next(ENGLISH);
  expect(written).toEqual({
    nav: { home: "{{name}}, home", unread_one: "{{count}} message", unread_other: "{{count}} messages" },
    errors: { too_many_: "Too many" },
  });
  expect(fromI18next("en", written, ENGLISH)).toEqual({ tree: ENGLISH, problems: [] });
});

test("texts in another order come back in that of the catalogue", () => {
  const { errors = {}, nav } = toI18next(ENGLISH) as Record<string, Tree>;
  const turned = { errors, nav: Object.fromEntries(Object.entries(nav ?? {}).reverse()) };
  expect(json(fromI18next("en", turned, ENGLISH).tree)).toBe(json(ENGLISH));
});

describe("a file is refused by the name of the key", () => {
  const problems = (tag: string, nav: unknown, rest: object = { errors: { too_many_: "Zu viele" } }) =>
    fromI18next(tag, { nav, ...rest }, ENGLISH).problems;
  const GOOD = { home: "{{name}}, Start", unread_one: "{{count}} Nachricht", unread_other: "{{count}} Nachrichten" };

  test.each([
    ["a plural form of its language is missing", "pl", GOOD, 'nav.unread lacks the plural form "few"'],
    ["a plural form is of another language", "de", { ...GOOD, unread_few: "{{count}}" }, "nav.unread_few is unknown"],
    ["a placeholder is lost", "de", { ...GOOD, home: "Start" }, "nav.home fills in {}, English {name}"],
    ["a placeholder is translated", "de", { ...GOOD, home: "{{Name}}, Start" }, "nav.home fills in {Name}, English {name}"],
    ["a key is unknown", "de", { ...GOOD, house: "Haus" }, "nav.house is unknown"],
    ["a text is empty", "de", { ...GOOD, home: " " }, "nav.home is empty"],
    ["a text is missing", "de", { ...GOOD, home: undefined }, "nav.home is missing"],
    ["plural forms are one text", "de", { home: GOOD.home, unread: "{{count}}" }, "nav.unread is missing"],
    ["plural forms are a tree", "de", { home: GOOD.home, unread: { one: "1", other: "2" } }, "nav.unread is unknown"],
    ["a text is a number", "de", { ...GOOD, home: 5 }, "nav.home is no text"],
    ["a part is a text", "de", "nav", "nav is no list of texts"],
    ["a part is missing", "de", undefined, "nav is missing"],
  ])("%s", (_, tag, nav, problem) => {
    expect(problems("de", GOOD)).toEqual([]);
    expect(problems(tag, nav)).toContain(`${tag}: ${problem}`);
  });

  test("the file is no object", () => {
    for (const file of [null, [], "x"])
      expect(fromI18next("de", file, ENGLISH).problems).toEqual(["de: the file is no list of texts"]);
  });
});
