import { expect, test } from "vitest";
import { withoutIntimate } from "./unlisted.ts";

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
