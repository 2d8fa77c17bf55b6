import { expect, it } from "vitest";
import { chooseSections, parseMarkdown, plainText } from "./markdown.ts";

it("reads the kinds of block that the texts use", () => {
  const text = [
    "# Title",
    "",
    "Words with **bold** and a [link](/path#part).",
    "",
    "## Heading {#id}",
    "",
    "A list:",
    "- one",
    "- two, **with [a link](/two)**",
    "  that goes on",
    "",
    "1. first",
    "2. second",
    "",
    "> Aside",
    ">",
    "> - with a list",
  ].join("\n");
  expect(parseMarkdown(text)).toEqual([
    { kind: "heading", level: 1, id: null, words: ["Title"] },
    { kind: "paragraph", words: ["Words with ", { bold: ["bold"] }, " and a ", { href: "/path#part", words: ["link"] }, "."] },
    { kind: "heading", level: 2, id: "id", words: ["Heading"] },
    { kind: "paragraph", words: ["A list:"] },
    {
      kind: "list",
      ordered: false,
      items: [["one"], ["two, ", { bold: ["with ", { href: "/two", words: ["a link"] }] }, " that goes on"]],
    },
    { kind: "list", ordered: true, items: [["first"], ["second"]] },
    {
      kind: "aside",
      blocks: [
        { kind: "paragraph", words: ["Aside"] },
        { kind: "list", ordered: false, items: [["with a list"]] },
      ],
    },
  ]);
});

it("keeps sections by their flag, on lines of their own and within one", () => {
  const text =
    "A{{#yes}} and B{{/yes}}{{#no}} and C{{/no}}.\n\n{{^no}}\nD\n{{/no}}\n\n- one\n  {{#no}}\n- two\n  {{/no}}\n- three\n";
  expect(chooseSections(text, (flag) => flag === "yes")).toBe("A and B.\n\nD\n\n- one\n- three\n");
});

it("keeps sections within sections, and within what stands out", () => {
  const text = [
    "> - one",
    "> {{#yes}}",
    "> - two",
    "> {{/yes}}",
    "> {{#no}}",
    "> - three",
    "> {{/no}}",
    "{{#yes}}",
    "A{{^no}} and B{{/no}}.",
    "{{#no}}",
    "C",
    "{{/no}}",
    "{{^no}}",
    "D{{#yes}}!{{/yes}}",
    "{{/no}}",
    "{{/yes}}",
  ].join("\n");
  expect(chooseSections(text, (flag) => flag === "yes")).toBe("> - one\n> - two\nA and B.\nD!\n");
});

it("says words without their marks", () => {
  expect(plainText(["a ", { bold: ["b ", { href: "/", words: ["c"] }] }])).toBe("a b c");
});
