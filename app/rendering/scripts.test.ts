import { expect, test } from "vitest";
import { literalOf } from "./scripts.ts";

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

test.each([
  ["in strings of JSON", `0:${JSON.stringify(TEXTS)}\n`],
  ["in a row of its own, as React writes a long text", `1:T${TEXTS.join().length.toString(16)},${TEXTS.join()}0:"$1"\n`],
])("a payload with any text %s reads the same in the browser, and cannot end its script", (_where, payload) => {
  const literal = literalOf(payload);
  expect(literal).not.toMatch(/<\/?script|<!--/i);
  const read = new Function(`return ${literal}`)() as string;
  expect(payload.startsWith("0:") ? JSON.parse(read.slice(2)) : read).toEqual(payload.startsWith("0:") ? TEXTS : payload);
});
