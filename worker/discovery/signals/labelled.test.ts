import { expect, test } from "vitest";
import { LANGUAGES } from "#locales/languages.ts";
import TEMPLATES from "#tests/setup/labelled-texts.json" with { type: "json" };
import { findsContact } from "#worker/people/identity/contact.ts";
import { cautionOf } from "./caution.ts";
import { asksForMoney } from "./detect.ts";

const FILLINGS = [
  { n: "50", p: "+31 6 12345678", h: "maja_91" },
  { n: "200", p: "0176 4455 6677", h: "sunny.girl" },
  { n: "35", p: "06 98 76 54 32", h: "real_ben" },
];

interface Case {
  language: string;
  label: "money" | "contact" | "plain";
  text: string;
}

/** Each template once, or with each filling. */
function cases(): Case[] {
  return Object.entries(TEMPLATES).flatMap(([language, kinds]) =>
    (["money", "contact", "plain"] as const).flatMap((label) =>
      kinds[label].flatMap((template) =>
        [...new Set(FILLINGS.map((filling) => filled(template, filling)))].map((text) => ({ language, label, text })),
      ),
    ),
  );
}

function filled(template: string, filling: Record<string, string>): string {
  return template.replace(/\{(\w)\}/g, (_, name: string) => filling[name] ?? "");
}

function measured(all: Case[], label: Case["label"], detects: (text: string) => boolean) {
  const hits = all.filter(({ text }) => detects(text));
  const wanted = all.filter((one) => one.label === label);
  const right = hits.filter((one) => one.label === label).length;
  return { precision: right / hits.length, recall: right / wanted.length, missed: wanted.filter(({ text }) => !detects(text)) };
}

const ALL = cases();
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

test("there are more than 500 labelled texts of each kind in each language", () => {
  const counts = Object.groupBy(ALL, ({ language, label }) => `${language} ${label}`);
  expect(Object.keys(counts)).toHaveLength(3 * LANGUAGES.length);
  expect(ALL.length).toBeGreaterThan(500);
});

test.each([
  ["money", "signal", asksForMoney, { precision: 0.97, recall: 0.83 }],
  ["contact", "signal", findsContact, { precision: 0.97, recall: 0.75 }],
  ["money", "line", (text: string) => cautionOf(text) === "money", { precision: 0.97, recall: 0.83 }],
  ["contact", "line", (text: string) => cautionOf(text) === "contact", { precision: 0.97, recall: 0.75 }],
] as const)("precision and recall of %s by the %s do not fall below the floor", (label, use, detects, floor) => {
  const { precision, recall, missed } = measured(ALL, label, detects);
  // biome-ignore lint/suspicious/noConsole: the run prints the figures
  console.info(`${label}, ${use}: ${ALL.length} texts, precision ${percent(precision)}, recall ${percent(recall)}`);
  expect(precision).toBeGreaterThanOrEqual(floor.precision);
  expect(recall, missed.map(({ text }) => text).join("\n")).toBeGreaterThanOrEqual(floor.recall);
});
