import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at, expectSound, useBrowser } from "./browser.ts";
import { type Route, routes, type Visitor, visitors } from "./routes.ts";

useBrowser();

const KINDS: Visitor[] = ["logged out", "free", "premium"];
const WIDTHS = [360, 1280];
const RESULTS = join(import.meta.dirname, "../results");

let contexts: Record<Visitor, BrowserContext>;
let table: Route[] = [];
/** JavaScript that a page needs, in bytes (gzip), by visitor and path; out of the cache or not. */
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
  table = routes(found.ids);
});

afterAll(() => {
  const lines = Object.entries(bytes).map(([page, size]) => `${String(size).padStart(8)}  ${page}`);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, "javascript.txt"), `${lines.join("\n")}\n`);
});

test.each(WIDTHS)(
  "every route stands, sound and in its layout, logged out, free and premium, at %i px",
  async (width) => {
    // Side by side: each waits for its network as long as it works.
    expect((await Promise.all(KINDS.map((kind) => walk(kind, width)))).flat()).toEqual([]);
  },
  400_000,
);

/** Opens every route as this kind of visitor; answers what is not as it should be. */
async function walk(kind: Visitor, width: number): Promise<string[]> {
  const page = await contexts[kind].newPage();
  await page.setViewportSize({ width, height: 800 });
  const wrong: string[] = [];
  for (const route of table) {
    const asked: Response[] = [];
    const note = (response: Response) => void (response.request().resourceType() === "script" && asked.push(response));
    page.on("response", note);
    const silent = (kind === "logged out" && !route.scripts) || route.plain === true;
    // Where scripts run, what they fetch at once belongs to the page.
    const answer = await page.goto(at(route.path), { waitUntil: silent ? "load" : "networkidle" });
    page.off("response", note);
    const scripts = (await Promise.all(asked.map(sizeOf))).reduce((sum, size) => sum + size, 0);
    const { pathname, search } = new URL(page.url());
    const leads = route.leads?.[kind];
    if (leads) {
      if (!leads.test(pathname + search)) wrong.push(`${route.path} leads to ${pathname}${search}`);
      continue;
    }
    if (pathname !== route.path) wrong.push(`${route.path} leads to ${pathname}${search}`);
    const status = route.status?.[kind] ?? 200;
    if (answer?.status() !== status) wrong.push(`${route.path} answers ${answer?.status()}`);
    // A page that is not there keeps a member's navigation.
    const missing = kind === "logged out" ? "lander" : "default";
    const layout = status === 404 ? missing : route.layout;
    if ((await page.locator(`.layout-${layout}`).count()) !== 1) wrong.push(`${route.path} is not in the layout ${layout}`);
    const state = kind === "logged out" ? "logged-out" : "logged-in";
    if ((await page.locator(`body.${state}`).count()) !== 1) wrong.push(`${route.path} is not ${state}`);
    if ((silent || status === 404) && (scripts > 0 || (await page.locator("script").count()) > 0))
      wrong.push(`${route.path} sends JavaScript`);
    bytes[`${route.path.replace(/[\w-]{20,}/, "{id}")} (${kind})`] = scripts;
    await expectSound(page).catch((error: Error) => wrong.push(error.message));
  }
  return wrong.map((problem) => `${kind}: ${problem}`);
}
