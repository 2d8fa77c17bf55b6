import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { activeSince } from "#worker/discovery/members/search.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import { LANGUAGES } from "./languages.ts";

/** `aria-label={t("a.b", …)}` of a button or link that shows `{t("a.c")}` and nothing else. */
const NAMED = /aria-label=\{t\(\s*"([\w.]+)"[^}]*(?:\}\s*)?\)\}[^<>]*>\s*\{t\("([\w.]+)"[^}]*\)\}\s*<\//g;

type Tree = { [key: string]: string | Tree };
const at = (tree: Tree, key: string) =>
  key.split(".").reduce<Tree | string | undefined>((part, name) => (typeof part === "object" ? part[name] : part), tree);

test("a control's label says the words that it shows, in every language: voice control finds it by them (WCAG 2.5.3)", () => {
  const pairs = globSync("app/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(NAMED)].map(([, label = "", shown = ""]) => ({ label, shown })),
  );
  expect(pairs.map(({ label }) => label)).toEqual(expect.arrayContaining(["sessions.devices.end_named", "blocks.unblockName"]));
  expect(pairs.length).toBeGreaterThanOrEqual(6);
  const others = LANGUAGES.flatMap((tag) => {
    const texts = JSON.parse(readFileSync(`locales/${tag}.json`, "utf8")) as Tree;
    return pairs
      .map(({ label, shown }) => ({ tag, label: String(at(texts, label)), shown: String(at(texts, shown)) }))
      .filter(({ label, shown }) => !label.toLowerCase().includes(shown.toLowerCase()));
  });
  expect(others).toEqual([]);
});

test("a card's one reason fits one line of a card on a phone of 360 px, in every language", () => {
  const TEXTS = ["answersWithinDay", "isNew", "inCommon"];
  /** Of 12 px in a pill of 139 px. */
  const MOST = 21;
  const reasons = LANGUAGES.flatMap((tag) => {
    const texts = JSON.parse(readFileSync(`locales/${tag}.json`, "utf8")) as Tree;
    return TEXTS.flatMap((key) => {
      const text = at(texts, `members.${key}`) ?? expect.unreachable(`${tag} lacks ${key}`);
      return (typeof text === "string" ? [text] : Object.values(text)).map((form) => String(form).replace("{{count}}", "10"));
    });
  });
  expect(reasons.length).toBeGreaterThanOrEqual(3 * LANGUAGES.length);
  expect(reasons.filter((text) => text.length > MOST)).toEqual([]);
});

test("the deck, the chats and a like have one name each, in every language", () => {
  const SAME = [
    ["nav.discover", "swipe.title"],
    ["nav.messages", "chat.title"],
    ["members.profile.like", "swipe.like"],
  ] as const;
  const other = LANGUAGES.flatMap((tag) => {
    const texts = JSON.parse(readFileSync(`locales/${tag}.json`, "utf8")) as Tree;
    return SAME.flatMap(([one, two]) => {
      const name = at(texts, one) ?? expect.unreachable(`${tag} lacks ${one}`);
      return name === at(texts, two) ? [] : [`${tag}: ${one} is ${name}, ${two} is ${at(texts, two)}`];
    });
  });
  expect(other).toEqual([]);
});

test("the search for who was here lately counts days in its words, not the week or month of a calendar, in every language", () => {
  for (const tag of LANGUAGES) {
    const texts = JSON.parse(readFileSync(`locales/${tag}.json`, "utf8")) as Tree;
    for (const within of ["week", "month"] as const)
      expect(at(texts, `members.activeIn.${within}`), tag).toMatch(new RegExp(`\\b${-activeSince(within, 0) / DAY}\\b`));
  }
});
