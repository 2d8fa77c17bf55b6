import { expect, test } from "vitest";
import { readJson } from "./json-source.ts";

test.each([
  ["{", 1, 2],
  ['{"a": x}', 1, 7],
  ['{\n  "a": 1,\n}', 3, 1],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['{"x": "x",\n "a": tru}', 2, 10],
  ["", 1, 1],
])("a syntax error in %j stands at line %i, column %i", (text, line, column) => {
  const { value, problems } = readJson(text);
  expect(value).toBeUndefined();
  expect(problems).toMatchObject([{ place: { line, column }, message: expect.stringMatching(/^is not JSON: .{10}/) }]);
  expect(problems[0]?.message).not.toMatch(/position|line \d/);
});

test.each(['{\n  // prices\n  "a": 1}', '{"a": 1 /* euros */}', '{\n# prices\n"a": 1}', "// prices\n{}"])(
  "the comment in %j is called one",
  (text) => {
    const [problem] = readJson(text).problems;
    expect(problem?.message).toBe("is not JSON: a comment, and JSON has none. Delete it");
    expect(problem?.place.line).toBe(text.slice(0, text.search(/\/[/*]|#/)).split("\n").length);
  },
);

test("names and values are found by line and column, a missing one where its parent starts", () => {
  const source = readJson(`{
  "list": [1, {"deep": "é\\"}"}],
  "after": {  "b":
    ["x"] }
}`);
  expect(source.placeOf(["list", 1, "deep"], "name")).toEqual({ line: 2, column: 16, text: "" });
  expect(source.placeOf(["list", 1, "deep"], "value")).toEqual({ line: 2, column: 24, text: '"é\\"}"' });
  expect(source.placeOf(["after"], "value")).toEqual({ line: 3, column: 12, text: '{"b": ["x"]}' });
  expect(source.placeOf(["after", "none", "here"], "value")).toEqual({ line: 3, column: 12, text: "" });
});

test("a name that stands twice is a mistake: JSON.parse would take the last in silence", () => {
  expect(readJson('{"a": {"b": 1,\n "b": 2}}').problems).toMatchObject([{ path: ["a", "b"], place: { line: 2, column: 2 } }]);
});
