import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, inject } from "vitest";
import { kindOf } from "#tests/contract/forms.ts";
import { launch, PHONE } from "./browser.ts";

/** A button that a journey without a browser presses. */
interface Pressed {
  origin: string;
  path: string;
  html: string;
  /** What was opened: places of details among those of the document, ids of popovers and dialogs. */
  folds: (number | string)[];
  /** Its place among the buttons of the document. */
  at: number;
  name: string;
}

/** Since the last look. */
const waiting: Pressed[] = [];

export function notePressed(button: Pressed): void {
  if (isFirst(`${new URL(button.origin).hostname} ${kindOf(button.path)} ${button.name}`)) waiting.push(button);
}

/** One file of a run looks for all: a folder is made once, whichever process asks. */
function isFirst(key: string): boolean {
  const name = createHash("sha256").update(key).digest("hex");
  return mkdirSync(join(dirname(inject("template")), "pressed", name), { recursive: true }) !== undefined;
}

/**
 * A person could press each of these on a phone: Chromium without scripts draws the same HTML with its style sheets, finds the button, and
 * would click it. Each button of a kind of page once in a run.
 */
export async function seePressed(): Promise<void> {
  const buttons = waiting.splice(0);
  if (buttons.length === 0) return;
  const context = await (await launch()).newContext({ viewport: PHONE, javaScriptEnabled: false, reducedMotion: "reduce" });
  const page = await context.newPage();
  let shown = "";
  const unpressable: string[] = [];
  for (const { origin, path, html, folds, at, name } of buttons) {
    // The written document takes the address and the cached style sheets of this one.
    if (shown !== origin) await page.goto(`${origin}/robots.txt`);
    shown = origin;
    await page.setContent(html);
    const button = page.locator("button").nth(at);
    const look = async () => {
      for (const fold of folds)
        if (typeof fold === "number") await page.locator("details").nth(fold).locator("summary").first().click();
        else await page.locator(`[popovertarget="${fold}"]:visible, [commandfor="${fold}"]:visible`).first().click();
      await button.click({ trial: true, timeout: FOUND_WITHIN });
    };
    await look().catch((error) => unpressable.push(`${name} on ${path}: ${error}`));
  }
  await context.close();
  expect(unpressable, "buttons that nobody without scripts could press").toEqual([]);
}

/** In ms, on a busy machine. */
const FOUND_WITHIN = 30_000;
