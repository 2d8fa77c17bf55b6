import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DRAWN_GIFTS } from "#worker/sites/domains/gifts.vocabulary.ts";

const read = (path: string) => readFileSync(`${import.meta.dirname}/${path}`, "utf8");

test("each gift has one drawing, and a page that shows it twice repeats no id", () => {
  const ids = [...read("../../../../public/gifts.svg").matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.toSorted()).toEqual([...DRAWN_GIFTS, "wrapped"].toSorted());
  // The drawing refers to the sprite's file: its markup has no ids.
  const component = read("gift-drawing.shared.tsx");
  expect(component).toContain("/gifts.svg#");
  expect(component).not.toMatch(/<(?:svg|use|symbol)[^>]*\sid=/);
  expect([...component.matchAll(/^ {2}"([a-z]+)",$/gm)].map(([, id]) => id)).toEqual([...DRAWN_GIFTS]);
});
