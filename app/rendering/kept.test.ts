import { Fragment, createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server.edge";
import { describe, expect, test, vi } from "vitest";
import { kept } from "#app/request/kept.ts";
import { type Edge, edge, withEdge } from "#worker/edge/edge.ts";
import { write } from "./flight.ts";
import { madeOf } from "./kept.ts";
import type { Known, Reference } from "./references.ts";
import { resolve } from "./resolve.ts";
import { slim } from "./slim.ts";
import { elementOf, type Filled, isFilled, type Part, templateOf } from "./template.ts";
import { translate } from "./translate.ts";
import { Unresolvable } from "./unresolvable.ts";

const reference = (kind: string, id: string) =>
  Object.assign(() => null, { $$typeof: Symbol.for(`react.${kind}.reference`), $$id: id }) as unknown as Reference;
const save = reference("server", "form#save");
const other = reference("server", "form#other");
const row = (id: string) => ({ value: null, component: null, row: `{"id":"${id}","bound":null}` });
const known: Known = new WeakMap([save, other].map((one) => [one, row(one.$$id)]));

const t = () => "text";
const domain = { id: "liaison" };
const member = { domain, settings: { name: "Liaison" }, language: "en", t, user: async () => ({ id: "anna" }), session: "anna" };
const on = <T>(work: () => T, facts: object = {}) => withEdge({ ...member, ...facts } as never as Edge, work);
const made = (node: ReactNode, found = new Set<Reference>()) => resolve(node, found) as ReactNode;

test("a kept component is made once for a domain, a language and its props", () => {
  const make = vi.fn(({ size }: { size: number }) => h("ul", null, h("li", null, `${edge().settings.name} ${size}`)));
  const List = kept(make);
  const list = (size: number, facts?: object) => on(() => made(h(List, { size })), facts);
  const first = list(1);
  expect(list(1)).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
  expect(list(2)).not.toBe(first);
  expect(list(1, { t: () => "tekst", language: "nl" })).not.toBe(first);
  expect(list(1, { domain: { id: "liaison" }, settings: { name: "Renamed" } })).toMatchObject({
    props: { children: { props: { children: "Renamed 1" } } },
  });
  expect(make).toHaveBeenCalledTimes(4);
});

test("a kept component sees nothing of the request: no member, session, address or nonce", () => {
  const seen: string[][] = [];
  const Curious = kept((_: { of: string }) => {
    seen.push(Object.keys(edge()));
    return h("p", null, String(edge().session));
  });
  expect(on(() => made(h(Curious, { of: "a" })))).toMatchObject({ props: { children: "undefined" } });
  expect(seen).toEqual([["domain", "settings", "language", "t"]]);
  const Personal = kept((_: { of: string }) => {
    void edge().user();
    return null;
  });
  expect(() => on(() => made(h(Personal, { of: "a" })))).toThrow(TypeError);
});

test("outside of its components the request is seen as before", () => {
  const Plain = kept((_: { of: string }) => h("p", null, "plain"));
  const around = () => h("div", null, h(Plain, { of: "a" }), String(edge().session));
  expect(on(() => made(h(around)))).toMatchObject({ props: { children: [{ type: "p" }, "anna"] } });
});

test("its HTML stands for it, and is what React renders", () => {
  const Form = kept(({ value }: { value: string }) =>
    h(
      Fragment,
      null,
      h(
        "div",
        { className: "field", hidden: true },
        h("label", { htmlFor: "a" }, "A & b", null, "c"),
        h("select", { id: "a", defaultValue: value }, h("option", { value: "x" }, "X"), h("option", { value: "y" }, "<Y>")),
      ),
      h("input", { name: "alone" }),
      h("div", null, h("img", { alt: "", src: "/a.png" })),
    ),
  );
  const tree = on(() => made(h("form", null, h(Form, { value: "y" }))));
  const ready = vi.fn((part: Part | Filled) => {
    const { children, ...props } = (part as Part).props;
    return { ...part, props: { ...props, dangerouslySetInnerHTML: { __html: renderToStaticMarkup(children as ReactNode) } } };
  });
  const html = renderToStaticMarkup(translate(tree, known, ready) as ReactNode);
  // A field alone has no HTML inside, and React hoists a preload of each picture.
  expect(ready).toHaveBeenCalledTimes(1);
  expect(html).toContain('<option value="y" selected="">&lt;Y&gt;');
  expect(html).toBe(renderToStaticMarkup(tree));
});

test("its payload is written once, and its references get the numbers of each payload", () => {
  const Menu = kept((_: { of: string }) => h("div", { popover: "auto" }, h("form", { action: save as never }, "a\0b")));
  const plain = h("div", { popover: "auto" }, h("form", { action: save as never }, "a\0b"));
  const found = new Set<Reference>();
  const page = (menu: ReactNode) => h("main", null, h("form", { action: other as never }), menu);
  const first = on(() => made(h(Menu, { of: "a" }), found));
  expect([...found]).toEqual([save]);
  expect(write({ first: slim(first) }, known)).toBe(write({ first: slim(plain) }, known));
  const again = on(() => made(h(Menu, { of: "a" }), found));
  expect(write({ page: slim(page(again)) }, known)).toBe(write({ page: slim(page(plain)) }, known));
  expect(write({ page: page(again) }, known)).toBe(write({ page: page(plain) }, known));
  expect(write({ page: page(plain) }, known)).toContain('"$h2"');
  expect(madeOf(again as object)?.payload?.filter((piece) => piece === save)).toHaveLength(1);
});

test("what only shows is empty in the payload, as elsewhere", () => {
  const lines = Array.from({ length: 9 }, (_, index) => h("p", { key: index }, "words"));
  const Lines = kept((_: { of: string }) => h("section", null, ...lines));
  const shown = on(() => made(h("main", null, h("form", { action: save as never }, h(Lines, { of: "a" })))));
  for (const _ of [1, 2])
    expect(write({ shown: slim(shown) }, known)).toContain('["$","section",null,{"dangerouslySetInnerHTML"');
});

test("an island is not kept: its props are a member's", () => {
  const Island = reference("client", "island#Island") as never as () => ReactNode;
  const Around = kept((_: { of: string }) => h("div", null, h(Island)));
  expect(() => on(() => made(h(Around, { of: "a" })))).toThrow(Unresolvable);
});

test("no more than 200 are kept of a domain, those used last", () => {
  const make = vi.fn(({ of }: { of: number }) => h("p", null, of));
  const One = kept(make);
  const own = { domain: { id: "another" } };
  const ask = (of: number) => on(() => made(h(One, { of })), own);
  for (let of = 0; of < 200; of++) ask(of);
  ask(0);
  ask(200);
  expect(make).toHaveBeenCalledTimes(201);
  ask(0);
  expect(make).toHaveBeenCalledTimes(201);
  ask(1);
  expect(make).toHaveBeenCalledTimes(202);
});

type Shown = { id: string; name: string; note?: string; online: boolean };
const Row = ({ id, name, note, online }: Shown) =>
  h(
    "li",
    { id: `row-${id}`, title: name },
    h("a", { href: `/members/${id}` }, name, " ", note),
    online && h("b", null, "online"),
    h("form", { action: save as never }, h("input", { name: "of", type: "hidden", value: id })),
  );
const Menu = ({ id, name }: Pick<Shown, "id" | "name">): ReactNode =>
  h(
    Fragment,
    null,
    h("button", { popoverTarget: id, type: "button" }, h("svg", null, h("use", { href: "/icons.svg#more" })), name),
    false,
    h("form", { action: save as never, id }, h("input", { name: "of", type: "hidden", value: id }), h("dialog", null, name)),
  );
const Picture = ({ src }: { src: string }) => h("div", null, h("img", { alt: "", src }));

describe("texts of a kept component", () => {
  const make = vi.fn(Row);
  const KeptRow = kept<Shown>(make, ["id", "name", "note"]);
  const rows = (Component: (props: Shown) => ReactNode, shown: Shown[]) =>
    on(() => made(h("ul", null, ...shown.map((row) => h(Component, { key: row.id, ...row })))));
  const html = (tree: ReactNode) => {
    const template = (part: Part) => templateOf(part, renderToStaticMarkup(part.props.children as ReactNode));
    const ready = (node: Part | Filled) =>
      isFilled(node) ? elementOf(node, template(translate(node.root, known) as Part)) : node;
    return renderToStaticMarkup(translate(tree, known, ready) as ReactNode);
  };
  const anna = { id: "1", name: 'Anna <3 & "co"', note: "it's", online: false };
  const ben = { id: "2", name: "$1 Ben", note: "$", online: false };

  test("stand in the HTML of each as React writes it, and the component is made once", () => {
    make.mockClear();
    for (const shown of [[anna, ben], [ben], [anna]]) expect(html(rows(KeptRow, shown))).toBe(html(rows(Row, shown)));
    expect(make).toHaveBeenCalledTimes(1);
    expect(html(rows(KeptRow, [ben]))).not.toContain("Anna");
  });

  test("stand in the payload of each as in one that is made anew, slimmed or not", () => {
    const shown = [anna, ben, { ...anna, id: "3", note: undefined }, { ...ben, id: "4", note: "", online: true }];
    for (const form of [slim, (tree: unknown) => tree])
      expect(write({ rows: form(rows(KeptRow, shown)) }, known)).toBe(write({ rows: form(rows(Row, shown)) }, known));
  });

  test("are not kept: what is kept of one viewer's row holds nothing of his", () => {
    const secrets = { id: "secret-id", name: "secret-name", note: "secret-note", online: false };
    const tree = rows(KeptRow, [secrets]) as { props: { children: Filled } };
    const row = tree.props.children;
    expect(html(tree as never)).toContain("secret-note");
    expect(write({ row: slim(tree) }, known)).toContain("secret-name");
    expect(row.texts).toContain("secret-id");
    expect(JSON.stringify([row.root, row.made])).not.toContain("secret");
    expect(JSON.stringify([row.root, row.made])).toContain("row-");
  });

  test("decide what is kept by being there, other props by their value", () => {
    make.mockClear();
    const own = { domain: { id: "third" } };
    const one = (row: Shown) => on(() => made(h(KeptRow, row)), own);
    for (const row of [anna, ben, { ...anna, note: undefined }, { ...ben, note: undefined }, { ...anna, online: true }]) one(row);
    expect(make).toHaveBeenCalledTimes(3);
  });

  test("stand in several elements side by side, forms with server functions among them", () => {
    const KeptMenu = kept(Menu, ["id", "name"]);
    const menus = (Component: typeof Menu) =>
      on(() =>
        made(
          h(
            Fragment,
            null,
            h(Component, { key: "a", id: "1", name: "Anna" }),
            h("p", null, h(Component, { id: "2", name: "Ben" })),
          ),
        ),
      );
    expect(html(menus(KeptMenu))).toBe(html(menus(Menu)));
    for (const form of [slim, (tree: unknown) => tree])
      expect(write({ menus: form(menus(KeptMenu)) }, known)).toBe(write({ menus: form(menus(Menu)) }, known));
    const [first] = on(() => made(h(KeptMenu, { id: "1", name: "Anna" }))) as unknown as Filled[];
    expect(first && isFilled(first)).toBe(true);
  });

  test("come with the keys of their places", () => {
    const keys = (Component: (props: Shown) => ReactNode) =>
      write({ tree: on(() => made(h(Fragment, { key: "list" }, [h(Component, { key: "a", ...anna })]))) }, known);
    expect(keys(KeptRow)).toBe(keys(Row));
  });

  test("stand in plain elements where React hoists something, and within what is kept", () => {
    const KeptPicture = kept(Picture, ["src"]);
    expect(on(() => made(h(KeptPicture, { src: "/a.png" })))).toEqual(on(() => made(h(Picture, { src: "/a.png" }))));
    const Around = kept((row: Shown) => h("ul", null, h(KeptRow, row)));
    const outer = on(() => made(h(Around, anna))) as unknown as Part;
    expect(outer.props.children).toEqual(on(() => made(h(Row, anna))));
  });
});
