import { expect, test } from "vitest";
import type { Finder } from "#worker/discovery/match/match.contract.ts";
import { QUESTION_IDS } from "#worker/discovery/match/questions.vocabulary.ts";
import { askedIn, missingIn, nextAfter, questionPath } from "./finder-steps.ts";

const ASKED = QUESTION_IDS.slice(0, 6);
const [FIRST = "", SECOND, , , , LAST = ""] = ASKED;

function finder(...answered: number[]): Finder {
  const questions = ASKED.map((id, index) => ({ id, options: [], answer: answered.includes(index) ? "any" : null }));
  return { questions, needed: 4, compared: 0, country: "NL", results: [] };
}
const asked = (one: Finder, path: string) => askedIn(one, new URL(path, "https://example.com"))?.id ?? null;

test("the first open question is asked until enough are answered, then who fits is shown", () => {
  expect(asked(finder(), "/match-finder")).toBe(FIRST);
  expect(asked(finder(0, 2), "/match-finder")).toBe(SECOND);
  expect(asked(finder(0, 1, 2, 5), "/match-finder")).toBeNull();
});

test("an address names its question, and one that names none is the page itself", () => {
  expect(asked(finder(0, 1, 2, 3), questionPath("first"))).toBe("first");
  expect(asked(finder(0, 1, 2, 3), "/match-finder?edit")).toBe(FIRST);
  expect(asked(finder(0, 1, 2, 3), "/match-finder?question=shoes")).toBeNull();
  expect(asked(finder(0), "/match-finder?question=shoes")).toBe(SECOND);
});

test("after the last question come those that were skipped, as long as answers are missing", () => {
  expect(nextAfter(finder(0), FIRST)).toBe(SECOND);
  expect(nextAfter(finder(0, 2, 5), LAST)).toBe(SECOND);
  expect(nextAfter(finder(0, 2, 3, 5), LAST)).toBeNull();
  expect([missingIn(finder()), missingIn(finder(0, 1)), missingIn(finder(0, 1, 2, 3, 4))]).toEqual([4, 2, 0]);
});
