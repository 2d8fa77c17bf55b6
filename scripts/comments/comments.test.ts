// Each rule refuses a planted violation. `npm run check` runs it with Node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { commentsIn, longSentences } from "./comments.ts";

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
const longIn = (source: string) => longSentences("planted.ts", commentsIn(source));

test("a sentence of twenty-one words is refused in every kind of comment, one of twenty is not", () => {
  const kinds: ((text: string) => string)[] = [
    (text) => `// ${text}`,
    (text) => `/** ${text} */`,
    (text) => `/**\n * ${text}\n */`,
    (text) => `  {/* ${text} */}`,
    (text) => text.replace(/^(.{20}\S*) /, "// $1\n// "),
  ];
  for (const kind of kinds) {
    assert.equal(longIn(kind(`${words(21)}.`)).length, 1, kind("text"));
    assert.deepEqual(longIn(kind(`${words(20)}. ${words(20)}.`)), []);
  }
  assert.deepEqual(longIn(`/** ${words(20)}. @throws ${words(30)} */`), []);
});

test("comments that do not touch are counted by themselves", () => {
  assert.deepEqual(longIn(`// ${words(12)}\ncode();\n// ${words(12)}`), []);
  assert.deepEqual(longIn(`/** ${words(12)} */\n// ${words(12)}`), []);
});
