import { createElement as h } from "react";
import { expect, test } from "vitest";
import { rowsOf, Unwritable, write } from "./flight.ts";
import { type Known, know, type Reference } from "./references.ts";

const reference = (kind: string, id: string) =>
  Object.assign(() => null, { $$typeof: Symbol.for(`react.${kind}.reference`), $$id: id }) as unknown as Reference;
const Island = reference("client", "island#Island");
const save = reference("server", "form#save");
const known: Known = new WeakMap();
know(known, { reference: Island, value: null, component: null, row: 'I["island",[],"Island",1]' });
know(known, { reference: save, value: null, component: null, row: '{"id":"form#save","bound":null}' });
const whole = (payload: object) => write(payload, known, false);
const model = (value: unknown) => JSON.parse(whole({ value }).split("\n0:")[1] ?? whole({ value }).slice(2)).value;

test("each reference has one row before the page's own", () => {
  const page = h("form", { action: save as never }, h(Island as never, { as: Island }), h(Island as never, { key: "a" }));
  expect(whole({ page }).split("\n")).toEqual([
    '1:{"id":"form#save","bound":null}',
    '2:I["island",[],"Island",1]',
    '0:{"page":["$","form",null,{"action":"$h1","children":[["$","$L2",null,{"as":"$2"}],["$","$L2","a",{}]]}]}',
    "",
  ]);
});

test("text that looks like a reference stays text", () => {
  expect(model(["$1", "$", "1$", h("p", { key: "$k", title: "$t" }, "$")])).toEqual([
    "$$1",
    "$$",
    "1$",
    ["$", "p", "$$k", { title: "$$t", children: "$$" }],
  ]);
});

test("what an element was not given takes no place, but what a list or an object holds does", () => {
  expect(model(h("p", { id: undefined }, undefined, null, false, 0))).toEqual([
    "$",
    "p",
    null,
    { children: ["$undefined", null, false, 0] },
  ]);
  expect(model({ given: undefined })).toEqual({ given: "$undefined" });
});

test("times and fragments are written as React reads them", () => {
  expect(model(new Date(0))).toBe("$D1970-01-01T00:00:00.000Z");
  expect(model({ ...h("p", { key: "a" }), type: Symbol.for("react.fragment") })).toEqual(["$", "$Sreact.fragment", "a", {}]);
});

test.each([Number.NaN, -0, new Map(), 1n, reference("client", "unknown#one")])("React's encoder takes %s", (value) => {
  expect(() => whole({ value })).toThrow(Unwritable);
});

test("a row that takes its files from another one is no row of its own", () => {
  const flight = '1:I["a",["a","/a.js"],"One"]\n2:I["a","$1:1","Two"]\n0:["$1","$2"]\n';
  expect(rowsOf(flight)).toEqual(['I["a",["a","/a.js"],"One"]', null]);
});

test("the rows of references are found in React's text, but not those with bound arguments", () => {
  const flight =
    ':HL["/a.css"]\n1:I["island",[],"Island",1]\n3:"bound"\n2:{"id":"form#save","bound":null}\n4:{"id":"form#with","bound":"$@3"}\n0:["$1","$h2","$h4"]\n';
  expect(rowsOf(flight)).toEqual(['I["island",[],"Island",1]', '{"id":"form#save","bound":null}', null]);
});

test("a reference whose name React wrote in a row of its own has the name in its row", () => {
  const flight = '1:"FirstMessageForm"\n2:I["form",[],"$1",1]\n0:["$2"]\n';
  expect(rowsOf(flight)).toEqual(['I["form",[],"FirstMessageForm",1]']);
});

test("no sign of a payload takes two bytes, and all read the same", () => {
  const texts = ["it’s", "\\’", "Łódź", "Zoë", "👋🏽", "\ud83d", "a\u2028b"];
  const written = whole({ value: texts });
  expect(written).toMatch(/^[\0-\xff]+$/);
  expect(written).toContain("Zoë");
  expect(model(texts)).toEqual(texts);
});
