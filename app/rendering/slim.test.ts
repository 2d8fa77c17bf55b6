import { createElement as h } from "react";
import { expect, test } from "vitest";
import { slim } from "./slim.ts";

const Island = Object.assign(() => null, { $$typeof: Symbol.for("react.client.reference"), $$id: "island#Island" });
const text = (size: number) => Array.from({ length: size }, (_, index) => h("p", { key: index }, "words"));
const EMPTY = { dangerouslySetInnerHTML: { __html: "" } };

test("where nothing comes alive, an element keeps its place and attributes only", () => {
  expect(slim(h("section", { className: "list" }, ...text(5)))).toMatchObject({
    type: "section",
    props: { className: "list", ...EMPTY },
  });
  expect((slim(h("section", null, ...text(5))) as { props: object }).props).not.toHaveProperty("children");
});

test("elements that lead to an island stay, and so do the positions of their siblings", () => {
  const tree = slim(h("main", null, h("ul", null, ...text(5)), h("p", null, "few"), h("div", null, h(Island))));
  expect(tree).toMatchObject({
    props: { children: [{ type: "ul", props: EMPTY }, { type: "p", props: { children: "few" } }, { type: "div" }] },
  });
  expect((tree as { props: { children: object[] } }).props.children[2]).toMatchObject({ props: { children: { type: Island } } });
});

test("elements passed to an island are not touched", () => {
  const given = h(Island as never, null, h("div", null, ...text(9)));
  expect(slim(h("main", null, given))).toMatchObject({ props: { children: given } });
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
  const send = () => {};
  expect(slim(h("form", { action: send }, ...text(5)))).toMatchObject({ props: { action: send, children: expect.any(Array) } });
});
