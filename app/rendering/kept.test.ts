import { Fragment, createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server.edge";
import { describe, expect, test, vi } from "vitest";
import { kept } from "#app/request/kept.ts";
import { keepPlain } from "#app/request/kept-prop.ts";
import { type Edge, edge, withEdge } from "#worker/server/edge/edge.ts";
import { write } from "./flight.ts";
import { type Known, know, type Reference } from "./references.ts";
import { resolve } from "./resolve.ts";
import type { From, Part } from "./template.ts";
import { Unresolvable } from "./unresolvable.ts";

const reference = (kind: string, id: string) =>
  Object.assign(() => null, { $$typeof: Symbol.for(`react.${kind}.reference`), $$id: id }) as unknown as Reference;
const save = reference("server", "form#save");
const other = reference("server", "form#other");
const known: Known = new WeakMap();
/** As React's decoder makes it: a form gets a field with its name. */
const learn = (reference: Reference) => {
  const value = Object.assign(() => null, { $$FORM_ACTION: () => ({ name: reference.$$id, method: "POST", data: null }) });
  know(known, { reference, value, component: null, row: `{"id":"${reference.$$id}","bound":null}` });
};
for (const reference of [save, other]) learn(reference);

const t = () => "text";
const domain = { id: "liaison" };
const member = { domain, settings: { name: "Liaison" }, language: "en", t, user: async () => ({ id: "anna" }), session: "anna" };
const on = <T>(work: () => T, facts: object = {}) => withEdge({ ...member, ...facts } as never as Edge, work);
const innerHtml = vi.fn((children: unknown) => renderToStaticMarkup(children as ReactNode));
const show = () => ({ known, hydrated: true, innerHtml, complete: true, preloads: new Set<string>() });
const made = (node: ReactNode, found = new Set<Reference>()) => resolve(node, found, show()) as ReactNode;
const html = (tree: ReactNode) => renderToStaticMarkup(tree);
const fromOf = (tree: ReactNode) => (tree as Part).from as From;

test("a kept component is made once for a domain, a language and its props", () => {
  const make = vi.fn(({ size }: { size: number }) => h("ul", null, h("li", null, `${edge().settings.name} ${size}`)));
  const List = kept(make);
  const list = (size: number, facts?: object) => on(() => made(h(List, { size })), facts);
  const first = list(1);
  expect(list(1)).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
  expect(list(2)).not.toBe(first);
  expect(list(1, { t: () => "tekst", language: "nl" })).not.toBe(first);
  expect(html(list(1, { domain: { id: "liaison" }, settings: { name: "Renamed" } }))).toBe("<ul><li>Renamed 1</li></ul>");
  expect(make).toHaveBeenCalledTimes(4);
});

test("a kept component sees nothing of the request: no member, session, address or nonce", () => {
  const seen: string[][] = [];
  const Curious = kept((_: { of: string }) => {
    seen.push(Object.keys(edge()));
    return h("p", null, String(edge().session));
  });
  expect(html(on(() => made(h(Curious, { of: "a" }))))).toBe("<p>undefined</p>");
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

const Fields = ({ value }: { value: string }) =>
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
  );

test("its HTML stands for it, and is what React renders", () => {
  const Form = kept<{ value: string }>((props) => Fields(props));
  innerHtml.mockClear();
  const tree = on(() => made(h("form", null, h(Form, { value: "y" }))));
  expect(on(() => made(h("form", null, h(Form, { value: "y" }))))).toEqual(tree);
  // A field alone has no HTML inside, and React hoists a preload of each picture.
  expect(innerHtml).toHaveBeenCalledTimes(1);
  expect(html(tree)).toContain('<option value="y" selected="">&lt;Y&gt;');
  expect(html(tree)).toBe(html(on(() => made(h("form", null, Fields({ value: "y" }))))));
});

test("its payload is written once, and its references get the numbers of each payload", () => {
  const Menu = kept((_: { of: string }) => h("div", { popover: "auto" }, h("form", { action: save as never }, "a\0b")));
  const plain = h("div", { popover: "auto" }, h("form", { action: save as never }, "a\0b"));
  const found = new Set<Reference>();
  const page = (menu: ReactNode) => h("main", null, h("form", { action: other as never }), menu);
  const first = on(() => made(h(Menu, { of: "a" }), found));
  expect([...found]).toEqual([save]);
  const shownPlain = on(() => made(plain));
  expect(write({ first }, known, true)).toBe(write({ first: shownPlain }, known, true));
  const again = on(() => made(h(Menu, { of: "a" }), found));
  for (const slim of [true, false])
    expect(write({ page: page(again) }, known, slim)).toBe(write({ page: page(shownPlain) }, known, slim));
  expect(write({ page: page(again) }, known, true)).toContain('"$h2"');
  const { whole, slim } = fromOf(again).made.payload;
  for (const written of [whole, slim]) expect(written?.filter((piece) => typeof piece === "object")).toEqual([known.get(save)]);
});

test("what React hoists is kept as elements, with their payload", () => {
  const links = () => h(Fragment, null, h("link", { rel: "icon", href: "/a" }), h("title", null, "Title"));
  const Links = kept((_: { of: string }) => links());
  const page = (node: ReactNode) => on(() => made(h("head", null, node)));
  const [first, again] = [page(h(Links, { of: "a" })), page(h(Links, { of: "a" }))];
  expect(again).toEqual(first);
  for (const tree of [first, again]) {
    expect(html(tree)).toBe(html(page(links())));
    for (const slim of [true, false]) expect(write({ tree }, known, slim)).toBe(write({ tree: page(links()) }, known, slim));
  }
});

test("a frozen prop for everybody stands in the key by its number, another object by its content", () => {
  const List = kept(({ items }: { items: readonly string[] }) => h("ul", null, h("li", null, items.join())));
  const list = (items: readonly string[]) => on(() => made(h(List, { items })));
  const [one, two] = [keepPlain(["a"]), keepPlain(["b"])];
  expect([list(one), list(two), list(one)].map(html)).toEqual(["a", "b", "a"].map((item) => `<ul><li>${item}</li></ul>`));
  expect(list(one)).toBe(list(one));
  expect(list(["a"])).toBe(list(["a"]));
});

test("what only shows is empty in the payload, as elsewhere", () => {
  const lines = Array.from({ length: 9 }, (_, index) => h("p", { key: index }, "words"));
  const Lines = kept((_: { of: string }) => h("section", null, ...lines));
  const shown = on(() => made(h("main", null, h("form", { action: save as never }, h(Lines, { of: "a" })))));
  for (const _ of [1, 2]) expect(write({ shown }, known, true)).toContain('["$","section",null,{"dangerouslySetInnerHTML"');
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
type Shot = { src: string; fetchPriority?: "high" };
const Picture = (props: Shot): ReactNode => h("div", null, h("img", { alt: "", ...props }));

describe("texts of a kept component", () => {
  const make = vi.fn(Row);
  const KeptRow = kept<Shown>(make, ["id", "name", "note"]);
  const rows = (Component: (props: Shown) => ReactNode, shown: Shown[]) =>
    on(() => made(h("ul", null, ...shown.map((row) => h(Component, { key: row.id, ...row })))));
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
    for (const slim of [true, false])
      expect(write({ rows: rows(KeptRow, shown) }, known, slim)).toBe(write({ rows: rows(Row, shown) }, known, slim));
  });

  test("are not kept: what is kept of one viewer's row holds nothing of his", () => {
    const secrets = { id: "secret-id", name: "secret-name", note: "secret-note", online: false };
    const tree = rows(KeptRow, [secrets]) as { props: { children: ReactNode } };
    const { made: store, texts } = fromOf(tree.props.children);
    expect(html(tree as never)).toContain("secret-note");
    expect(write({ tree }, known, true)).toContain("secret-name");
    expect(texts).toContain("secret-id");
    expect(JSON.stringify(store)).not.toContain("secret");
    expect(JSON.stringify(store)).toContain("row-");
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
    for (const slim of [true, false])
      expect(write({ menus: menus(KeptMenu) }, known, slim)).toBe(write({ menus: menus(Menu) }, known, slim));
    const [first] = on(() => made(h(KeptMenu, { id: "1", name: "Anna" }))) as unknown as ReactNode[];
    expect(fromOf(first).texts).toEqual(["1", "Anna"]);
  });

  test("come with the keys of their places", () => {
    const keys = (Component: (props: Shown) => ReactNode) =>
      write({ tree: on(() => made(h(Fragment, { key: "list" }, [h(Component, { key: "a", ...anna })]))) }, known, false);
    expect(keys(KeptRow)).toBe(keys(Row));
  });

  test("stand in what React hoists for a picture that is loaded first", () => {
    const KeptPicture = kept((props: Shot) => Picture(props), ["src"]);
    const pictures = (Component: typeof Picture) => {
      const shown = show();
      const all = [..."ab"].map((src) => h(Component, { key: src, src, fetchPriority: "high" }));
      return { html: html(on(() => resolve(h("p", null, all), new Set(), shown)) as ReactNode), links: [...shown.preloads] };
    };
    const { html: plain } = pictures(Picture);
    for (const _ of [1, 2]) {
      const { html: own, links } = pictures(KeptPicture);
      expect(links.join("") + own).toBe(plain);
      expect(links).toHaveLength(2);
    }
    const NotFilled = kept((props: Shot) => h(Fragment, null, Picture(props), "text beside it"), ["src"]);
    for (const _ of [1, 2]) expect(pictures(NotFilled)).toEqual({ html: expect.stringMatching(/^<link/), links: [] });
  });

  test("stand in one text of HTML where all elements of another are kept", () => {
    const tree = rows(KeptRow, [anna, ben]) as unknown as Part;
    expect(tree.props).toEqual({ dangerouslySetInnerHTML: { __html: expect.stringContaining("&lt;3") } });
    expect((rows(Row, [anna, ben]) as unknown as Part).plain).toBeUndefined();
    const mixed = on(() => made(h("ul", null, h(KeptRow, anna), h(Row, ben)))) as unknown as Part;
    expect(mixed.plain).toBeUndefined();
  });

  test("stand in plain elements where React hoists something, and within what is kept", () => {
    const KeptPicture = kept((props: Shot) => Picture(props), ["src"]);
    expect(on(() => made(h(KeptPicture, { src: "/a.png" })))).toEqual(on(() => made(h(Picture, { src: "/a.png" }))));
    const Around = kept((row: Shown) => h("ul", null, h(KeptRow, row)));
    const outer = on(() => made(h(Around, anna)));
    expect(html(outer)).toBe(html(on(() => made(h("ul", null, h(Row, anna))))));
    expect(fromOf(outer).made.root.props.children).toEqual(resolve(h(Row, anna), new Set()));
  });
});

test("what calls a server function is kept once the function is known", () => {
  const later = reference("server", "form#later");
  const make = vi.fn((row: { name: string }) => h("li", null, h("form", { action: later as never }, row.name)));
  const Row = kept<{ name: string }>(make, ["name"]);
  const Menu = kept((_: { of: string }) => h("div", null, h("form", { action: later as never }, "menu")));
  const page = () => h("ul", null, h(Row, { name: "Anna" }), h(Menu, { of: "a" }));
  const found = new Set<Reference>();
  const first = show();
  expect(on(() => resolve(page(), found, first))).toEqual(on(() => resolve(page(), new Set())));
  expect([first.complete, [...found]]).toEqual([false, [later]]);
  learn(later);
  const second = show();
  const tree = on(() => resolve(page(), new Set(), second)) as { props: { children: ReactNode[] } };
  expect(second.complete).toBe(true);
  expect(tree.props.children.map((child) => fromOf(child).texts)).toEqual([["Anna"], null]);
  make.mockClear();
  on(() => made(page()));
  expect(make).not.toHaveBeenCalled();
});
