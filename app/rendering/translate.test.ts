import fc from "fast-check";
import { Fragment, createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server.edge";
import { beforeAll, expect, test, vi } from "vitest";
import { ATTRIBUTES, ELEMENTS } from "./plain.ts";
import type { Known, Reference } from "./references.ts";
import { translate } from "./translate.ts";

const Island = Object.assign(() => null, { $$typeof: Symbol.for("react.client.reference"), $$id: "island#Island" });
const shown = ({ children, aside }: { children?: ReactNode; aside?: ReactNode }) => h("output", null, children, aside);
const known: Known = new WeakMap([[Island as never as Reference, { value: shown, component: shown, row: null }]]);
const asReact = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(asReact);
  const part = node as { type?: unknown; props?: Record<string, unknown> } | null;
  if (!part?.props) return node;
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(part.props)) props[name] = asReact(value);
  return { ...part, type: part.type === Island ? shown : part.type, props };
};
const translated = (node: ReactNode, separator: string) => translate(node, known, { separator }) as ReactNode;

// React warns of keys and attributes that these trees lack or have on purpose.
beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

const CODE = ["javascript", "alert(1)"].join(":");
const VOID = ["br", "hr", "img"];
const words = fc.constantFrom(
  "",
  " ",
  "words",
  "a & b",
  '<b>"it\'s"</b>',
  "Łódź ’",
  "javascript:alert(1)",
  "/path",
  "data:image/gif;base64,R",
);
const values = fc.oneof(
  words,
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, Number.NaN, "lazy", "https://a.test/?a=1&b"),
);
const names = fc.constantFrom(
  ...ATTRIBUTES,
  "aria-label",
  "data-a-b",
  "hidden",
  "disabled",
  "style2",
  "fetchPriority",
  "tabindex",
  "dataX",
);
const attributes = fc.dictionary(names, values, { maxKeys: 4 });
const tags = fc.constantFrom(...ELEMENTS, "output", "title2", "fieldset");

const { tree } = fc.letrec<{ tree: ReactNode; element: ReactNode }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    words,
    fc.constantFrom(0, 12, null, undefined, true, false),
    fc.array(tie("tree"), { maxLength: 4 }),
    tie("element"),
    tie("element"),
  ),
  element: fc
    .tuple(
      tags,
      attributes,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.constantFrom("host", "host", "host", "fragment", "island"),
    )
    .map(([tag, props, children, kind]) => {
      if (kind === "fragment") return h(Fragment, { key: "f" }, ...children);
      if (kind === "island") return h(Island, { aside: children[0] } as object, ...children.slice(1));
      return VOID.includes(tag) ? h(tag, props) : h(tag, props, ...children);
    }),
}));

test("React writes the same HTML of what was translated, markers included", () => {
  fc.assert(
    fc.property(tree, (node) => {
      expect(renderToString(translated(node, "<!-- -->"))).toBe(renderToString(asReact(node) as ReactNode));
      expect(renderToStaticMarkup(translated(node, ""))).toBe(renderToStaticMarkup(asReact(node) as ReactNode));
    }),
    { numRuns: 1000 },
  );
});

test("of an element with plain content React gets one element, also beside an island", () => {
  const card = h("a", { className: "card", href: "/members/1" }, h("span", null, "A & b"), " c", 3);
  const html = "<span>A &amp; b</span> c<!-- -->3";
  expect(translated(h("main", null, card, h(Island)), "<!-- -->")).toMatchObject({
    props: {
      children: [{ type: "a", props: { className: "card", dangerouslySetInnerHTML: { __html: html } } }, { type: shown }],
    },
  });
});

test.each([
  ["an address that runs code", h("a", { href: CODE }, h("b"))],
  ["a picture that React preloads", h("div", null, h("img", { alt: "", src: "/a.png" }))],
  ["a field", h("div", null, h("input", { name: "a" }))],
  ["a handler's attribute", h("div", { onclick: "alert(1)" }, h("b"))],
])("%s is left to React", (_, node) => {
  const written = translated(node, "") as { props: object };
  expect(written.props).not.toHaveProperty("dangerouslySetInnerHTML");
});
