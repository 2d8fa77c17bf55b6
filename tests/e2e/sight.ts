import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator, Page } from "playwright";
import { expect, inject } from "vitest";
import { kindOf } from "#tests/contract/forms.ts";
import { expectSound, launch, PHONE } from "./browser.ts";
import { drawOnePixel } from "./drawing.ts";

/** The nth element that a selector finds in the document. */
export interface Place {
  css: string;
  nth: number;
}

interface Fold {
  opener: Place;
  opened: Place;
}

/** What a journey without a browser presses, follows or opens. */
interface Used {
  origin: string;
  path: string;
  html: string;
  /** What was opened, in turn. */
  folds: Fold[];
  /** One of these was pressed. */
  places: Place[];
  /** Name of a button, or kind of the page that a link leads to. */
  what: string;
}

/** Since the last look. */
const waiting: Used[] = [];

interface Drawn extends Pick<Used, "origin" | "html" | "folds"> {
  page: Page;
}

/** The page that looks, with the style sheets that it has loaded: files of one process share it. */
let looking: Drawn | undefined;

export function note(used: Used): void {
  if (isFirst(`${new URL(used.origin).hostname} ${kindOf(used.path)} ${used.what}`)) waiting.push(used);
}

/** One file of a run looks for all: a folder is made once, whichever process asks. */
function isFirst(key: string): boolean {
  const name = createHash("sha256").update(key).digest("hex");
  return mkdirSync(join(dirname(inject("template")), "pressed", name), { recursive: true }) !== undefined;
}

/**
 * A person could use each of these on a phone: Chromium without scripts draws the same HTML with its style sheets, opens what was opened
 * and sees it, finds the button or link, and would click it. Each of a kind of page once in a run, and the same HTML is drawn once.
 */
export async function seeUsed(): Promise<void> {
  if (waiting.length === 0) return;
  looking = looking?.page.isClosed() === false ? looking : await newLook();
  const drawn = looking;
  const failed: string[] = [];
  const byPage = [...Map.groupBy(waiting.splice(0), ({ origin, html }) => origin + html).values()];
  for (const one of byPage.flatMap((used) => used.toSorted((a, b) => a.folds.length - b.folds.length))) {
    if (failed.length === MOST_FAILED) break;
    await see(drawn, one).catch((error) => {
      failed.push(`${one.what} on ${one.path}: ${error}`);
      drawn.html = "";
    });
  }
  expect(failed, "what nobody without scripts could press or see").toEqual([]);
}

async function newLook(): Promise<Drawn> {
  const context = await (await launch()).newContext({ viewport: PHONE, javaScriptEnabled: false, reducedMotion: "reduce" });
  const page = await context.newPage();
  drawOnePixel(page);
  return { page, origin: "", html: "", folds: [] };
}

async function see(drawn: Drawn, { origin, html, folds, places }: Used) {
  const { page } = drawn;
  const at = ({ css, nth }: Place) => page.locator(css).nth(nth);
  const isOpen = drawn.folds.every(({ opened: { css, nth } }, i) => folds[i]?.opened.css === css && folds[i]?.opened.nth === nth);
  if (drawn.origin !== origin || drawn.html !== html || !isOpen) {
    // The written document takes the address and the cached style sheets of this one.
    if (drawn.origin !== origin) await page.goto(`${origin}/robots.txt`);
    await page.setContent(html.replace(FORWARDS, ""));
    Object.assign(drawn, { origin, html, folds: [] });
  }
  for (const fold of folds.slice(drawn.folds.length)) {
    await at(fold.opener).click({ timeout: FOUND_WITHIN });
    drawn.folds.push(fold);
    // What stands in a `details` has its own box.
    const held: Locator = at(fold.opened).locator(":scope > :not(summary)");
    await held.filter({ visible: true }).first().waitFor({ timeout: FOUND_WITHIN });
  }
  const [first, ...others] = places.map(at);
  const all = others.reduce<Locator | undefined>((found, other) => found?.or(other), first);
  await all?.filter({ visible: true }).first().click({ trial: true, timeout: FOUND_WITHIN });
}

/** For axe, which never ends in a page without scripts. */
let sounding: Page | undefined;

/** axe and the layout, on a phone, for the shown page of a browser without scripts. */
export async function expectPlainSound({ origin, path, html }: Pick<Used, "origin" | "path" | "html">): Promise<void> {
  if (sounding?.isClosed() !== false) {
    const context = await (await launch()).newContext({ viewport: PHONE, serviceWorkers: "block", reducedMotion: "reduce" });
    sounding = await context.newPage();
    drawOnePixel(sounding);
  }
  await sounding.goto(`${origin}/robots.txt`);
  await sounding.setContent(html.replace(FORWARDS, "").replace(SCRIPTS, ""));
  // Findings name the page.
  await sounding.evaluate((shown) => history.replaceState(null, "", shown), path);
  await expectSound(sounding);
}

const SCRIPTS = /<script\b.*?<\/script>/gis;

/** A page that forwards would leave before its link is looked at. */
const FORWARDS = /<meta[^>]*http-equiv="refresh"[^>]*>/i;

/** In ms, on a busy machine. */
const FOUND_WITHIN = 30_000;

/** Further ones would outlast the hook. */
const MOST_FAILED = 3;
