import { expect, test } from "vitest";
import { requireFindable, withoutIntimate } from "./unlisted.ts";

const PAIRS = { intimate_interests: null, niche: 1 };
const card = { id: "a", interests: ["coffee", "sex", "wine", "bondage"], both: ["sex"] };

test("an upstream that does not know the rule names no intimate interest of another in a profile and in the deck", () => {
  const shown = { id: "a", interests: ["coffee", "wine"], both: ["sex"] };
  expect(withoutIntimate("member", { profile: card, open: true }, PAIRS)).toEqual({ profile: shown, open: true });
  expect(withoutIntimate("deck", { cards: [card, card] }, PAIRS)).toEqual({ cards: [shown, shown] });
  for (const name of ["swipe", "undoSwipe"] as const)
    expect(withoutIntimate(name, { deck: { cards: [card] } }, PAIRS), name).toEqual({ deck: { cards: [shown] } });
});

test("the own profile keeps all, and so does a domain that shows them to everybody", () => {
  expect(withoutIntimate("profile", { profile: card }, PAIRS)).toEqual({ profile: card });
  for (const site of [
    { ...PAIRS, intimate_interests: "open" as const },
    { ...PAIRS, niche: 3 },
  ])
    expect(withoutIntimate("member", { profile: card }, site)).toEqual({ profile: card });
});

test.each([
  ["one", [["interests", "bondage"]]],
  ["one of several, in any spelling", [["interests", "coffee, Bondage"]]],
  [
    "one of two fields",
    [
      ["interests", "coffee"],
      ["interests", "sex"],
    ],
  ],
  ["a list, as some servers read it", [["interests[]", "sex_toys"]]],
  ["a list in a body", [["interests", ["coffee", "sex"]]]],
])("a filter that names what only pairs see is refused before the upstream: %s", (_, fields) => {
  const filter = fields as [string, unknown][];
  expect(() => requireFindable(filter, PAIRS)).toThrow(
    expect.objectContaining({ code: "invalid", fields: [{ field: "interests", code: "intimate_hidden" }] }),
  );
  expect(() => requireFindable(filter, { ...PAIRS, intimate_interests: "open" })).not.toThrow();
});

test("everyday interests, and a search that is only called so, are not refused", () => {
  for (const field of [
    ["interests", "coffee,tea"],
    ["name", "sex"],
    ["interests_match", "any"],
    ["interests", undefined],
  ])
    expect(() => requireFindable([field as [string, unknown]], PAIRS)).not.toThrow();
});
