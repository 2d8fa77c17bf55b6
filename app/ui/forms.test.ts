import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Staff read English, as their browsers speak it. */
const STAFF = /^app\/(features|routes)\/backoffice\/(staff|work|support)\//;

test("no form leaves its errors to the browser, whose messages are in the browser's language", () => {
  const files = globSync("app/**/*.tsx").map((file) => file.replaceAll("\\", "/"));
  const forms = files
    .filter((file) => !STAFF.test(file))
    .flatMap((file) => openingTags(readFileSync(file, "utf8")).map((tag) => ({ file, tag })));
  expect(forms.length).toBeGreaterThan(100);
  expect(forms.filter(({ tag }) => !/\snoValidate(?=[\s/]|$)/.test(tag))).toEqual([]);
});

test("a form without the attribute is found, whatever else it has", () => {
  const found = openingTags("<form action={() => a > b}>{x}</form> <form\n  noValidate\n  onSubmit={(event) => send(event)}\n/>");
  expect(found.map((tag) => /\snoValidate(?=[\s/]|$)/.test(tag))).toEqual([false, true]);
});

/** Up to the bracket that ends the tag and none inside an expression. */
function openingTags(source: string): string[] {
  return [...source.matchAll(/<form(?=[\s>])/g)].map(({ index }) => {
    let [end, depth] = [index, 0];
    for (; end < source.length; end++) {
      if (source[end] === "{") depth++;
      if (source[end] === "}") depth--;
      if (source[end] === ">" && depth === 0) break;
    }
    return source.slice(index, end);
  });
}
