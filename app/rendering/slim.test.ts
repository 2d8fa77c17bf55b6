import { createElement as h } from "react";
import { expect, test } from "vitest";
import { FixedContent } from "#app/request/fixed.tsx";
import type { Reference } from "./references.ts";
import { slim } from "./slim.ts";

const reference = (kind: string, id: string) =>
  Object.assign(() => null, { $$typeof: Symbol.for(`react.${kind}.reference`), $$id: id }) as unknown as Reference;
const Island = reference("client", "island#Island");
const send = reference("server", "form#send");

const text = (size: number) => Array.from({ length: size }, (_, index) => h("p", { key: index }, "words"));
const EMPTY = { dangerouslySetInnerHTML: { __html: "" } };

test("where nothing comes alive, an element keeps its place and attributes only", () => {
  expect(slim(h("section", { className: "list" }, ...text(5)))).toMatchObject({
    type: "section",
    props: { className: "list", ...EMPTY },
  });
  expect((slim(h("section", null, ...text(5))) as { props: object }).props).not.toHaveProperty("children");
});

test.each(["button", "summary"])("a %s keeps its place and attributes only", (type) => {
  const icon = h("svg", null, h("use", { href: "/icons.svg#search" }));
  const given = h(type, { className: "name" }, icon, h("span", null, "Search"));
  expect(slim(h("details", null, given))).toMatchObject({
    props: { children: { type, props: { className: "name", ...EMPTY } } },
  });
});

test("elements that lead to an island stay, and so do the positions of their siblings", () => {
  const tree = slim(h("main", null, h("ul", null, ...text(5)), h("p", null, "few"), h("div", null, h(Island as never))));
  expect(tree).toMatchObject({
    props: { children: [{ type: "ul", props: EMPTY }, { type: "p", props: { children: "few" } }, { type: "div" }] },
  });
  expect((tree as { props: { children: object[] } }).props.children[2]).toMatchObject({ props: { children: { type: Island } } });
});

test("elements passed to an island are not touched", () => {
  const given = h(Island as never, null, h("div", null, ...text(9)));
  expect(slim(h("main", null, given))).toMatchObject({
    props: { children: { props: { children: { type: "div", props: { children: expect.objectContaining({ length: 9 }) } } } } },
  });
});

test.each(["input", "textarea", "details", "select", "dialog"])("a visitor's %s is not made anew by the next payload", (type) => {
  const form = h("form", null, h("div", null, ...text(5)), h("label", null, h(type)));
  expect(slim(form)).toMatchObject({ type: "form", props: { children: [{ props: EMPTY }, { props: { children: { type } } }] } });
});

test("titles stay for React to keep, style sheets are linked already", () => {
  const tree = slim(
    h(
      "div",
      null,
      h("title", null, "Title"),
      h("link", { rel: "stylesheet", href: "/a.css", precedence: "x" }),
      h("ul", null, ...text(5)),
    ),
  );
  expect(tree).toMatchObject({ props: { children: [{ type: "title" }, null, { props: EMPTY }] } });
});

test("a form that calls a server function stays alive", () => {
  expect(slim(h("form", { action: send as never }, ...text(5)))).toMatchObject({
    props: { action: send, children: expect.any(Array) },
  });
});

test("what lives inside keeps what is around it, but nothing beside it that is worth leaving out", () => {
  const few = h("p", { key: "few" }, "few");
  const table = h("table", null, h("tbody", null, h("tr", null, h("td", null, h("div", null, ...text(5))))));
  const tree = slim(h("main", null, table, h("div", null, few, h("section", null, h("input")))));
  expect(JSON.stringify(tree)).not.toContain("words");
  expect(tree).toMatchObject({
    props: {
      children: [
        { type: "table", props: { children: { type: "tbody" } } },
        { props: { children: [{ props: { children: "few" } }, { type: "section", props: { children: { type: "input" } } }] } },
      ],
    },
  });
});

test("React's encoder is not given what an element was not given, but all that an island was", () => {
  const tree = slim(h("p", { id: undefined, title: "t" }, h(Island as never, { of: undefined })));
  expect(tree).toStrictEqual({
    ...h("p", { title: "t" }, h(Island as never, { of: undefined })),
  });
});

test("a page that refetches its payload keeps its content, but neither what is undefined nor the HTML that the document has", () => {
  const fixed = h(FixedContent, { id: "footer", of: "[]", html: "<footer></footer>" });
  const tree = slim(h("main", { id: undefined }, h("section", { title: undefined }, ...text(5)), fixed), true);
  expect(tree).toStrictEqual({
    ...h("main", null, h("section", null, ...text(5)), h(FixedContent, { id: "footer", of: "[]" })),
  });
});
