import { expect, test } from "vitest";
import { literalOf, literalOfJson } from "./scripts.ts";

const TEXTS = [
  "`$" + "{1}`",
  "$`",
  "</script><script>",
  "<!-- a",
  "\\`",
  "\\\\$" + "{",
  "a\nb\r\u2028",
  'quote " and \\u0060',
  "<\u0000$",
];

test("a payload reads the same in the browser, and cannot end its script", () => {
  const row = `0:${JSON.stringify(TEXTS)}\n`;
  for (const literal of [literalOf(row), literalOfJson(row)]) {
    expect(literal).not.toMatch(/<\/?script|<!--/i);
    const read = new Function(`return ${literal}`)() as string;
    expect(JSON.parse(read.slice(2))).toEqual(TEXTS);
  }
});
