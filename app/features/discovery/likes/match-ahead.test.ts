import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { translator } from "#locales/index.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { MatchAhead } from "./match-ahead.client.tsx";
import { faceOf } from "./moment.tsx";

const t = await translator("en");
const texts = { matched: "It's a match!", match: "You and {{name}} like each other", close: "Close" };
const mine = { name: "Ben", src: null, fictional: undefined };

/** The moment at the press of a like of Mia, read from the page as `data-match` hands it over. */
function shown(fictional: boolean, fictional_singular: string | null): string {
  const edge = { t, settings: { fictional_singular, cdn_prefix: "" } } as never as Edge;
  const face = withEdge(edge, () => JSON.stringify(faceOf({ name: "Mia", main_image: null, fictional })));
  const theirs = JSON.parse(face);
  return renderToStaticMarkup(createElement(MatchAhead, { theirs, mine, sheets: [], texts, onClose() {} }));
}

test("the moment at the press marks a fictional profile with the site's word, and no real member", () => {
  expect(shown(true, null)).toContain(">Fictional profile<");
  expect(shown(true, "Entertainment profile")).toContain(">Entertainment profile<");
  const real = shown(false, "Entertainment profile");
  expect(real).toContain("You and Mia like each other");
  expect(real).not.toContain("profile");
});
