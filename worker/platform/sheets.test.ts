import { describe, expect, test } from "vitest";
import { createSheets, forgottenSheetsCookie } from "./sheets.ts";

const ROUTE = "/assets/sheet-aaaaaaaa.css";
const PART = "/assets/sheet-bbbbbbbb.css";
const sheets = createSheets({ rules: [".a{color:red}", ".b{top:0}", ".c{left:$&}"], sheets: { [ROUTE]: [0, 1], [PART]: [2] } });

const link = (href: string, precedence: string) =>
  `<link rel="stylesheet" href="${href}" crossorigin="anonymous" data-precedence="${precedence}"/>`;
const pageOf = (links: string) =>
  `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${links}</head><body><p>Hello</p></body></html>`;
const PAGE = pageOf(link(ROUTE, "route") + link(PART, "part"));

describe("a page for a browser without its sheets", () => {
  const { html, given } = sheets.inline(PAGE, { held: [], nonce: "n0nce" });

  test("holds their text, in the same order and with the nonce of the policy", () => {
    expect(given).toEqual(["aaaaaaaa", "bbbbbbbb"]);
    const styles = [...html.matchAll(/<style([^>]*)>(.*?)<\/style>/g)].map(([, , text]) => text);
    expect(styles).toEqual([".a{color:red}.b{top:0}", ".c{left:$&}"]);
    expect(html.split('<style nonce="n0nce"')).toHaveLength(3);
  });

  test("has no link that delays its picture, and links them for later pages at the end", () => {
    const [head = "", body = ""] = html.split("</head>");
    expect(head).not.toContain('rel="stylesheet"');
    expect([...body.matchAll(/<link media="not all" rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      ROUTE,
      PART,
    ]);
  });

  test("is painted as a whole: a part would move when the rest comes", () => {
    const id = /<link rel="expect" href="#([^"]+)" blocking="render">/.exec(html)?.[1];
    expect(html.endsWith(`<i hidden id="${id}"></i></body></html>`)).toBe(true);
  });
});

describe("fonts and scripts of a page", () => {
  const text = '<link as="font" href="/text.woff2" rel="preload"/>';
  const heading = '<link as="font" href="/heading.woff2" rel="preload"/>';
  const module = '<link rel="modulepreload" href="/shell.js"/>';
  const page = pageOf(text + heading + module + link(ROUTE, "route") + link(PART, "part"));

  test("come after the pictures of a first one, those of headings first", () => {
    const [head = "", body = ""] = sheets.inline(page, { held: [], nonce: "n" }).html.split("</head>");
    expect(head).not.toMatch(/font|modulepreload/);
    const places = ["Hello", "/heading.woff2", "/text.woff2", "/shell.js"].map((part) => body.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(body.split('<link fetchpriority="low" as="font"')).toHaveLength(3);
  });

  test("stay where they are later: the browser has them", () => {
    const [head = ""] = sheets.inline(page, { held: ["aaaaaaaa"], nonce: "n" }).html.split("</head>");
    for (const hint of [text, heading, module]) expect(head).toContain(hint);
  });
});

test("a page for a browser that has its sheets is left alone", () => {
  expect(sheets.inline(PAGE, { held: ["aaaaaaaa", "bbbbbbbb"], nonce: "n" })).toEqual({ html: PAGE, given: [] });
});

test("a browser gets only the sheets that it lacks", () => {
  const { html, given } = sheets.inline(PAGE, { held: ["aaaaaaaa"], nonce: "n" });
  expect(given).toEqual(["bbbbbbbb"]);
  expect(html.split("</head>")[0]).toContain(link(ROUTE, "route"));
});

test("a sheet that the build does not know stays a link", () => {
  const foreign = pageOf(link("/assets/sheet-zzzzzzzz.css", "route") + link("/other.css", "route"));
  expect(sheets.inline(foreign, { held: [], nonce: "n" })).toEqual({ html: foreign, given: [] });
});

describe("the cookie", () => {
  test("names each sheet once, the latest last, and none of another build", () => {
    const held = sheets.held("bbbbbbbb.zzzzzzzz.bbbbbbbb");
    expect(held).toEqual(["bbbbbbbb"]);
    expect(sheets.cookie([...held, "aaaaaaaa"], ["bbbbbbbb"], true)).toMatch(/^sheets=aaaaaaaa\.bbbbbbbb; .*HttpOnly; Secure/);
    expect(sheets.held(null)).toEqual([]);
  });

  test("stays short", () => {
    const many = Array.from({ length: 90 }, (_, index) => `sheet${index}`);
    expect(sheets.cookie(many, ["last"], false).split(";")[0]?.split(".")).toHaveLength(40);
  });

  test("ends with the browser's cache", () => {
    expect(forgottenSheetsCookie(true)).toMatch(/^sheets=; Max-Age=0/);
  });
});
