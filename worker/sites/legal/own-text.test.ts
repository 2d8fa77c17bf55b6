import { describe, expect, test } from "vitest";
import { pageText } from "#locales/pages/index.ts";
import { withoutFront } from "#worker/platform/markdown.ts";
import { OWN_TEXTS, type OwnTextName } from "./legal.vocabulary.ts";
import { readOwnText } from "./own-text.ts";

const TODAY = "2026-12-01";
const FRONT = "---\nversion: 2026-12-01\n---\n\n";
const START = `${FRONT}# Terms\n\nThe rules of {{site}}.\n\n`;
const said = (source: string, name: OwnTextName = "terms") =>
  readOwnText(name, source, TODAY).problems.map(({ line, message }) => `${line}: ${message}`);

test.each(OWN_TEXTS)("our %s would be right as a text of a niche's own", async (name) => {
  const text = FRONT + (await pageText("de", name));
  expect(readOwnText(name, text, TODAY)).toMatchObject({ version: "2026-12-01", problems: [] });
  expect(withoutFront(text)).toBe(`\n${await pageText("de", name)}`);
});

describe("a mistake is told with its line", () => {
  test.each([
    ["no version", "# Terms\n\nThe rules.\n", ["1: begins with its version, in three lines: ---, version: 2026-12-01, ---"]],
    [
      "a version that is no day",
      START.replace("2026-12-01", "2026-02-30"),
      ["2: version is the day from which the text applies, as 2026-12-01"],
    ],
    [
      "a version ahead",
      START.replace("2026-12-01", "2026-12-24"),
      ["2: version lies ahead: the text applies from the day on which it is published"],
    ],
    [
      "a version before ours",
      START.replace("2026-12-01", "2023-12-01"),
      ["2: version is not after 2023-12-01, that of our text: who agreed to ours would not be asked for yours"],
    ],
    ["no title", `${FRONT}The rules.\n`, ["4: begins with a title (# …) and a sentence"]],
    ["a misspelt placeholder", `${START}By {{compny}}.\n`, ["9: there is no placeholder compny; did you mean company?"]],
    ["a misspelt flag", `${START}{{#payment}}Prices.{{/payment}}\n`, ["9: there is no flag payment; did you mean payments?"]],
    ["a section without an end", `${START}{{#payments}}\nPrices.\n`, ["9: {{#payments}} has no end"]],
    [
      "sections that cross",
      `${START}{{#us}}A{{#uk}}B{{/us}}C{{/uk}}\n`,
      ["9: {{/us}} stands where {{/uk}} should", "9: {{/uk}} stands where {{/us}} should"],
    ],
    [
      "a placeholder of other systems",
      `${START}{{ company }} and {{company\n`,
      [
        "9: there is no placeholder  company ; did you mean company?",
        "9: {{ is no placeholder: {{name}}, {{#flag}}, {{^flag}} or {{/flag}}",
      ],
    ],
    ["HTML", `${START}Read <a href="x">this</a>.\n`, ["9: is HTML, which is not shown"]],
    [
      "a picture and a table",
      `${START}![x](/x)\n\n| a | b |\n`,
      ["9: is a picture, which a text cannot have", "11: is a table; write a list"],
    ],
    ["a heading without an id", `${START}## Costs\n`, ["9: needs an id after the words of the heading: {#who}"]],
    ["an id twice", `${START}## A {#a}\n\n## B {#a}\n`, ["9: names {#a} a second time"]],
    [
      "a link that runs something",
      `${START}[x](javascript:alert) and [y](//evil.example) and [z](#none)\n`,
      [
        "9: javascript:alert is no address: https://…, mailto:…, tel:…, /page or #heading",
        "9: //evil.example is no address: https://…, mailto:…, tel:…, /page or #heading",
        "9: there is no heading {#none}",
      ],
    ],
  ])("%s", (_, source, expected) => {
    expect(said(source)).toEqual(expected);
  });

  test("what the law and other pages ask of a text", () => {
    expect(said(START, "privacy").map((line) => /needs a heading with \{#(\w+)\}/.exec(line)?.[1])).toEqual([
      "consent",
      "deletion",
      "rights",
    ]);
    expect(said(START, "imprint").length).toBe(3);
    expect(said(START, "return-policy")).toEqual(["4: needs ](/withdraw): a link to the withdrawal function"]);
  });
});
