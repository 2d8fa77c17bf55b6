import { expect, test } from "vitest";
import { LANGUAGES } from "#locales/languages.ts";
import TEXTS from "#tests/setup/labelled-profiles.json" with { type: "json" };
import { findsContact } from "#worker/people/identity/contact.ts";
import { causesOf } from "./suspect.ts";

type Label = "clear" | "suspicious" | "plain";
const LABELS: Label[] = ["clear", "suspicious", "plain"];
const ALL = Object.values(TEXTS).flatMap((kinds) => LABELS.flatMap((label) => kinds[label].map((text) => ({ label, text }))));

/** What a profile does with a text: refuses it at the field, holds it, or shows it. */
function judged(text: string): Label {
  if (findsContact(text)) return "clear";
  return causesOf([text]).length > 0 ? "suspicious" : "plain";
}

test.each([
  ["clear", { precision: 0.99, recall: 0.95 }],
  ["suspicious", { precision: 0.97, recall: 0.9 }],
] as const)("profile texts in each language: precision and recall of %s do not fall below the floor", (label, floor) => {
  expect(Object.keys(TEXTS).toSorted()).toEqual(LANGUAGES);
  const hits = ALL.filter(({ text }) => judged(text) === label);
  const wanted = ALL.filter((one) => one.label === label);
  const wrong = hits.filter((one) => one.label !== label).map(({ text }) => text);
  const missed = wanted.filter(({ text }) => judged(text) !== label).map(({ text }) => text);
  const [precision, recall] = [1 - wrong.length / hits.length, 1 - missed.length / wanted.length];
  // biome-ignore lint/suspicious/noConsole: the run prints the figures
  console.info(`${label}: ${ALL.length} texts, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`);
  expect(precision, wrong.join("\n")).toBeGreaterThanOrEqual(floor.precision);
  expect(recall, missed.join("\n")).toBeGreaterThanOrEqual(floor.recall);
});
