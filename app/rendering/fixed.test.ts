import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { Fixed, FixedContent } from "#app/request/fixed.tsx";
import { type Edge, edge, withEdge } from "#worker/server/edge/edge.ts";
import type { Known, Reference } from "./references.ts";
import { resolve } from "./resolve.ts";
import { slim } from "./slim.ts";
import { translate } from "./translate.ts";
import { Unresolvable } from "./unresolvable.ts";

type Component = (props: Record<string, unknown>) => ReactNode;

// The HTML's module graph has the component itself, the others a reference to it.
const client = (component: Component, kind = "client") =>
  Object.assign(component, { $$typeof: Symbol.for(`react.${kind}.reference`), $$id: `${component.name}#${kind}` });
const Content = client(FixedContent as never);
const Drawing = Object.assign(
  client(({ of }) => h("b", null, String(of))),
  { drawsOnly: true },
);
const Island = client(function Island() {
  return h("i");
});
const send = client(function send() {
  return null;
}, "server");
const known = new Map(
  [Content, Drawing, Island, send].map((one) => [one as unknown, { value: one, component: one }]),
) as unknown as Known;

let rendered = 0;
let domain = {} as Edge["domain"];

function Words({ words = edge().t("app.skip") }: { words?: string }) {
  rendered++;
  return h("p", null, words, " ", edge().language);
}

async function Looks() {
  await Promise.resolve();
  return h("p", null, Object.keys(edge()).toSorted().join(" "));
}

function Country() {
  return h("p", null, edge().country);
}

async function page(node: ReactNode, changes: object = {}) {
  const request = { domain, settings: {}, language: "en", t: (key: string) => key, ...changes } as unknown as Edge;
  return withEdge(request, async () => {
    const elements = await resolve(node, new Set<Reference>());
    const shown = translate(elements, known, (children) => renderToStaticMarkup(children as ReactNode)) as ReactNode;
    return { html: renderToStaticMarkup(shown), payload: JSON.stringify(slim(elements)) };
  });
}

const htmlOf = async (node: ReactNode, changes?: object) => (await page(node, changes)).html;
const inFixed = (props: { id: string; of?: unknown }, content: ReactNode) => h(Fixed as never as Component, props, content);
const words = (props: { id?: string; of?: unknown } = {}) => inFixed({ id: "words", ...props }, h(Words));

beforeEach(() => {
  rendered = 0;
  domain = {} as Edge["domain"];
});

test("content is rendered once for each domain, language, id and what it depends on", async () => {
  const first = await htmlOf(words());
  expect(first).toBe('<div class="contents" id="words"><p>app.skip en</p></div>');
  expect(await htmlOf(words())).toBe(first);
  expect(rendered).toBe(1);
  expect(await htmlOf(words(), { language: "de" })).toContain("<p>app.skip de</p>");
  for (const other of [words({ id: "other" }), words({ of: "a" }), words({ of: { a: 1 } })]) await htmlOf(other);
  await htmlOf(words(), { domain: {} });
  expect(rendered).toBe(6);
  await htmlOf(words({ of: { a: 1 } }));
  expect(rendered).toBe(6);
});

test("nothing of the request is there while content is rendered, not even after a wait", async () => {
  const personal = { user: () => "Anna", url: new URL("https://a.example/"), country: "NL", session: "secret", reader: {} };
  expect(await htmlOf(inFixed({ id: "looks" }, h(Looks as never)), personal)).toContain("<p>domain language settings t</p>");
  // What is around it has the request again.
  expect(await htmlOf(h("div", null, h("div", null, words()), h("div", null, h(Country))), personal)).toContain("<p>NL</p>");
});

test("the payload leaves the content out, whether it was cached or not", async () => {
  const [made, cached] = [await page(words()), await page(words())];
  expect(cached).toEqual(made);
  expect(made.payload).toContain('"id":"words"');
  expect(made.payload).not.toMatch(/app\.skip|html|children/);
});

test("an island that keeps content for later gets its HTML", async () => {
  const later = () => page(h(Drawing, { of: 1 }, words()));
  await later();
  expect((await later()).payload).toContain('"html":"<p>app.skip en</p>"');
});

test("a page rendered through its payload shows the content itself", async () => {
  const shown = withEdge({ domain, language: "en", t: () => "words" } as unknown as Edge, () => renderToStaticMarkup(words()));
  expect(shown).toBe('<div class="contents" id="words"><p>words en</p></div>');
});

test("a client component that only draws is drawn", async () => {
  expect(await htmlOf(inFixed({ id: "drawn" }, h(Drawing, { of: 7 })))).toContain("<b>7</b>");
});

test.each([
  ["an island", h(Island, { key: 1 })],
  ["a form with a server function", h("form", { action: send as never }, h("p"))],
  ["a button with a server function", h("form", null, h("button", { formAction: send as never, type: "submit" }))],
  ["content within", words()],
])("%s would be dead in it, and is refused each time", async (_, inner) => {
  for (const __ of [1, 2]) await expect(page(inFixed({ id: "dead" }, inner))).rejects.toBeInstanceOf(Unresolvable);
});
