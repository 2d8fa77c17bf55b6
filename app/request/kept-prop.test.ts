import { createElement as h } from "react";
import { expect, test, vi } from "vitest";
import { write } from "#app/rendering/flight.ts";
import { type Known, know, type Reference } from "#app/rendering/references.ts";
import { resolve } from "#app/rendering/resolve.ts";
import { translate } from "#app/rendering/translate.ts";
import { type Edge, edge, withEdge } from "#worker/server/edge/edge.ts";
import { keptProp } from "./kept-prop.ts";

const Island = Object.assign(() => null, { $$typeof: Symbol.for("react.client.reference"), $$id: "a#b" }) as never as Reference;
const known: Known = new WeakMap();
know(known, { reference: Island, value: null, component: () => "island", row: 'I["a",[],"b"]' });
const member = { domain: { id: "liaison" }, settings: { name: "Liaison" }, language: "en", t: () => "text", session: "anna" };
const on = <T>(work: () => T, facts: object = {}) =>
  withEdge({ ...member, user: async () => ({ id: "anna" }), ...facts } as never as Edge, work);

test("a kept prop is made once for a domain and a language", () => {
  const make = vi.fn(({ settings }: Pick<Edge, "settings">) => ({ title: settings.name }));
  const prop = keptProp(make);
  const first = on(prop);
  expect(on(prop)).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
  expect(on(prop, { t: () => "tekst", language: "nl" })).not.toBe(first);
  expect(on(prop, { domain: { id: "liaison" }, settings: { name: "Renamed" } })).toEqual({ title: "Renamed" });
});

test("nothing of a request is there while a prop is made, and all of it afterwards", () => {
  const seen = keptProp((shared) => ({ edge: Object.keys(edge()), given: Object.keys(shared), session: String(edge().session) }));
  const facts = ["domain", "settings", "language", "t"];
  expect(on(() => [seen(), edge().session])).toEqual([{ edge: facts, given: facts, session: "undefined" }, "anna"]);
  expect(() =>
    on(
      keptProp(() => {
        void edge().user();
        return {};
      }),
    ),
  ).toThrow(TypeError);
});

test.each([
  ["an element", h("p", { key: "p" })],
  ["a function", () => "text"],
  ["a date", new Date(0)],
  ["a promise", Promise.resolve({})],
])("%s is refused, alone and in an object", (_, value) => {
  expect(() => on(keptProp(() => value as never))).toThrow(TypeError);
  expect(() => on(keptProp(() => ({ deep: [value] }) as never))).toThrow(TypeError);
});

test("one page cannot change what the next one gets", () => {
  const prop = on(keptProp(() => ({ lines: [{ text: "one" }] })));
  expect(() => prop.lines.push({ text: "two" })).toThrow(TypeError);
  expect(() => Object.assign(prop.lines[0] as object, { text: "two" })).toThrow(TypeError);
});

test("islands get the same object on each page, and it is written once", () => {
  const texts = on(keptProp(() => ({ title: "$1 <b>", lines: ["one"], none: undefined, inner: { $: 1 } })));
  const other = { title: "$1 <b>", lines: ["one"], none: undefined, inner: { $: 1 } };
  const page = (props: object) => {
    const tree = resolve(h(Island as never, props), new Set()) as { props: Record<string, unknown> };
    return { tree, shown: translate(tree, known) as typeof tree, payload: write(tree, known, true) };
  };
  const first = page({ texts, own: { lines: texts.lines } });
  expect(first.tree.props.texts).toBe(texts);
  expect(first.shown.props.texts).toBe(texts);
  expect(first.shown.props.own).toEqual({ lines: ["one"] });
  expect(first.payload).toBe(page({ texts: other, own: { lines: other.lines } }).payload);
  const stringify = vi.spyOn(JSON, "stringify");
  page({ texts });
  expect(stringify).not.toHaveBeenCalled();
  stringify.mockRestore();
});
