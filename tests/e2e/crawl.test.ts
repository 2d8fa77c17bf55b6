import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Page, Response } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invalidIn } from "#tests/setup/valid-html.ts";
import { axeFindings } from "./axe.ts";
import { at, expectLayout, expectNotWide, expectSound, settled, useBrowser } from "./browser.ts";
import { clipped, useWideFonts } from "./fit.ts";
import { isSilent, type Route, routes, states, type Visitor } from "./routes.ts";
import { chooseLanguage, visitors } from "./visitors.ts";

useBrowser();

/** Pages of a premium member are built as those of a free one: `texts.test.ts` reads both. */
const KINDS: Visitor[] = ["logged out", "free"];
const AXE_WIDTH = 360;
const WIDTHS = [AXE_WIDTH, 1280];
const RESULTS = join(import.meta.dirname, "../results");

let contexts: Record<Visitor, BrowserContext>;
let table: Route[] = [];
/** Bytes (gzip). `scripts/page-sizes.ts` has a limit for the named files of a page; this is for all that it loads. */
const MOST_JAVASCRIPT = 128_000;
/** The log-in offers passkeys (rendering.test.ts). Three pages read or delete the chats that the device keeps. */
const SMALL_SCRIPTS = new Set(["/login", "/account-deleted", "/offline"]);
const KEPT = "/offline-chats.js";
/** JavaScript per page in bytes (gzip), cached or not, by visitor and path. */
const bytes: Record<string, number> = {};
const sizes = new Map<string, number>();

async function sizeOf(script: Response): Promise<number> {
  const known = sizes.get(script.url()) ?? gzipSync(await script.body()).length;
  sizes.set(script.url(), known);
  return known;
}

beforeAll(async () => {
  const found = await visitors();
  contexts = found.contexts;
  table = [...routes(found.ids), ...states()];
});

afterAll(() => {
  const lines = Object.entries(bytes).map(([page, size]) => `${String(size).padStart(8)}  ${page}`);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, "javascript.txt"), `${lines.join("\n")}\n`);
});

test("every route answers in valid HTML, in its layout, with all its text and without a finding of axe, at 360 and 1280 px", async () => {
  expect((await Promise.all(KINDS.map(walk))).flat()).toEqual([]);
}, 900_000);

/** Visitors' pages are dark in the second width; a member's colours stay. */
async function look(page: Page, kind: Visitor, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  if (kind === "logged out") await page.emulateMedia({ colorScheme: width === AXE_WIDTH ? "light" : "dark" });
}

/** Colours that can be read, and the layout. */
async function expectReadable(page: Page): Promise<void> {
  await settled(page);
  expect(await axeFindings(page, { contrast: true })).toEqual([]);
  await expectLayout(page);
}

interface Look {
  kind: Visitor;
  /** The document is the visitor's own: no member sees the page, or its main part depends on who asks. */
  own: boolean;
  width: number;
  layout: string;
}

/** Layouts that all rules of axe have seen at the second width, by kind of visitor. */
const seenWide = new Set<string>();

/** All rules ask each document once, one that both kinds see as the member's, which is dark. Its colours are asked in both schemes. */
function checkOf({ kind, own, width, layout }: Look): (page: Page) => Promise<void> {
  const isVisitor = kind === "logged out";
  if (width === AXE_WIDTH) return isVisitor && !own ? expectReadable : expectSound;
  const isFirst = !seenWide.has(`${kind} ${layout}`);
  seenWide.add(`${kind} ${layout}`);
  if (isFirst) return expectSound;
  return own ? expectReadable : expectLayout;
}

/** Where the server leads, and whether that page answers. The browser opens it as a route of its own. */
async function redirected(context: BrowserContext, path: string): Promise<string> {
  const answer = await context.request.get(at(path), { headers: { accept: "text/html" } });
  const { pathname, search } = new URL(answer.url());
  await answer.dispose();
  return answer.ok() ? pathname + search : `status ${answer.status()}`;
}

/** Opens every route as this kind of visitor; returns the problems. */
async function walk(kind: Visitor): Promise<string[]> {
  const page = await contexts[kind].newPage();
  const language = await chooseLanguage(contexts[kind], kind);
  const wrong: string[] = [];
  const led = new Set<string>();
  let looked = 0;
  const lookAt = async (width: number) => {
    if (width !== looked) await look(page, kind, width);
    looked = width;
  };
  for (const route of table) {
    const leads = route.leads?.[kind];
    if (leads?.test(await redirected(contexts[kind], route.path))) {
      led.add(route.path);
      continue;
    }
    const silent = isSilent(route, kind);
    // A page without scripts begins at the width at which the one before it ended: a change costs as much as drawing it again.
    const widths = silent ? WIDTHS.toSorted((a, b) => Number(b === looked) - Number(a === looked)) : WIDTHS;
    await lookAt(widths[0] ?? AXE_WIDTH);
    const requests: Response[] = [];
    const note = (response: Response) => {
      // A script that the page before asked for late is not of this one, and its body is gone.
      if (response.request().isNavigationRequest()) requests.length = 0;
      if (response.request().resourceType() === "script" && !response.url().endsWith(KEPT)) requests.push(response);
    };
    page.on("response", note);
    // Scripts load further scripts, which count too, and may redirect.
    const answer = await page.goto(at(route.path), { waitUntil: silent ? "load" : "networkidle" });
    page.off("response", note);
    const scripts = (await Promise.all(requests.map(sizeOf))).reduce((sum, size) => sum + size, 0);
    if (leads) {
      // Scripts may change the address after they have loaded.
      const there = page.waitForURL((url) => leads.test(url.pathname + url.search));
      await there.catch(() => wrong.push(`${route.path} leads to ${page.url()}`));
      continue;
    }
    const { pathname, search } = new URL(page.url());
    if (pathname + search !== route.path) wrong.push(`${route.path} leads to ${pathname}${search}`);
    const status = route.status?.[kind] ?? 200;
    if (answer?.status() !== status) wrong.push(`${route.path} answers ${answer?.status()}`);
    // A page without scripts has the same main part for a member, and its header is on every page.
    if (kind === "logged out" || route.plain !== true)
      wrong.push(...(await invalidIn((await answer?.text()) ?? "")).map((problem) => `${route.path} is invalid: ${problem}`));
    // A 404 or 410 keeps a member's navigation.
    const missing = kind === "logged out" ? "lander" : "default";
    const layout = status === 404 || status === 410 ? missing : route.layout;
    const state = kind === "logged out" ? "logged-out" : "logged-in";
    const shown = await page.evaluate(() => ({
      layouts: [...document.querySelectorAll("[class*=layout-]")].flatMap((element) => [...element.classList]),
      body: [...document.body.classList],
      scripts: document.querySelectorAll("script, link[rel=modulepreload]").length,
      language: document.documentElement.lang,
      unstyled: (() => {
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText);
        const styled = new Set(rules.join("").match(/(?<=\.)_[\w-]{5}(?![\w-])/g));
        const used = [...document.querySelectorAll("[class]")].flatMap((element) => [...element.classList]);
        const ours = used.filter((name) => /^_[\w-]{5}$/.test(name));
        return ours.length === 0 ? ["any class"] : ours.filter((name) => !styled.has(name));
      })(),
      text: document.querySelector("main")?.textContent ?? "",
    }));
    if (shown.layouts.filter((name) => name === `layout-${layout}`).length !== 1)
      wrong.push(`${route.path} is not in the layout ${layout}`);
    if (!shown.body.includes(state)) wrong.push(`${route.path} is not ${state}`);
    const small = SMALL_SCRIPTS.has(pathname) ? 1 : 0;
    if ((silent || status === 404) && scripts + shown.scripts > small) wrong.push(`${route.path} sends JavaScript`);
    if (shown.unstyled.length > 0) wrong.push(`${route.path} links no rules of ${shown.unstyled}`);
    if (shown.language !== language) wrong.push(`${route.path} is not in ${language}`);
    const [mark] = /\{\{|undefined|\*\*/.exec(shown.text) ?? [];
    if (mark) wrong.push(`${route.path} says ${mark}`);
    if (scripts > MOST_JAVASCRIPT) wrong.push(`${route.path} sends ${scripts} bytes of JavaScript`);
    bytes[`${route.path.replace(/[\w-]{20,}/, "{id}")} (${kind})`] = scripts;
    const visitorsOnly = route.layout === "lander" || route.leads?.free !== undefined;
    const own = kind === "logged out" && (visitorsOnly || route.plain !== true);
    // A page is the same at any width until its style sheet is applied: it is loaded once.
    for (const width of widths) {
      await lookAt(width);
      const check = checkOf({ kind, own, width, layout });
      await check(page).catch((error: Error & { actual?: unknown }) =>
        wrong.push(`${route.path} at ${width} px: ${error.message} ${JSON.stringify(error.actual) ?? ""}`),
      );
      if (width !== AXE_WIDTH) continue;
      wrong.push(...(await clipped(page)).map((text) => `${route.path}: ${text}`));
      await useWideFonts(page);
      wrong.push(...(await clipped(page)).map((text) => `${route.path} in wide fonts: ${text}`));
      await expectNotWide(page).catch((error: Error) => wrong.push(`in wide fonts ${error.message}`));
      await useWideFonts(page, { on: false });
    }
  }
  await page.close();
  expect(table.length).toBeGreaterThan(80);
  expect(led.size, `redirects of ${kind}`).toBeGreaterThan(10);
  return wrong.map((problem) => `${kind}: ${problem}`);
}
