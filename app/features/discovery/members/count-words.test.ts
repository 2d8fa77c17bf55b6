import { expect, test } from "vitest";
import { translator } from "#locales/index.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { countWords, memberWords } from "./count-words.ts";

const OWN = { fictional_singular: "Entertainment profile", fictional_plural: "Entertainment profiles" };
const NONE = { fictional_singular: null, fictional_plural: null };
const t = await translator("en");

function said(settings: typeof OWN | typeof NONE, numReal: number, numResults: number): string {
  return withEdge({ t, settings } as never as Edge, () =>
    countWords({ numReal, numResults, numResultsExact: true, numResultsLeast: false }),
  );
}

test.each([
  ["without fictional profiles", 2, 2, "2 members", "2 members"],
  ["with some", 2, 5, "2 members, with fictional profiles for company", "2 members, and for company: Entertainment profiles"],
  ["with no others", 0, 3, "Fictional profiles only", "Entertainment profiles"],
])("a count %s takes the site's own word for several", (_, numReal, numResults, ours, own) => {
  expect([said(NONE, numReal, numResults), said(OWN, numReal, numResults)]).toEqual([ours, own]);
});

test("a number that is the least one says so and is not rounded, an estimate is", () => {
  const words = (count: number, least: boolean) =>
    withEdge({ t, settings: NONE } as never as Edge, () => memberWords(count, { exact: false, least }));
  expect([words(155, true), words(155, false), words(0, true)]).toEqual([
    "At least 155 members",
    "About 160 members",
    "About 0 members",
  ]);
});
