import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const FINDINGS: RunOptions = {
  runOnly: TAGS,
  // Of passed rules axe would describe each element, half of its time on a long page.
  resultTypes: ["violations"],
  // axe would also fetch and parse all style sheets for each run, which none of these rules reads.
  preload: { assets: ["media"] },
};

/** The next documents of a page that asks in a second one have axe before they ask. Each document pays for the source that it has. */
const DEFINED = `globalThis.defineAxe = () => {${AXE}\n};`;
const asking = new WeakSet<Page>();

function startAxe(): boolean {
  const page = globalThis as { axe?: unknown; defineAxe?: () => void };
  if (!page.axe) page.defineAxe?.();
  return page.axe !== undefined;
}

/** Rules of a run that read preloaded files. */
function preloadingRules(tags: string[]): string[] {
  interface Rule {
    id: string;
    preload: boolean;
    tags: string[];
  }
  const { axe } = globalThis as unknown as { axe: { _audit: { rules: Rule[] } } };
  const run = axe._audit.rules.filter(
    (rule) => rule.tags.some((tag) => tags.includes(tag)) && !rule.tags.includes("experimental"),
  );
  return run.filter(({ preload }) => preload).map(({ id }) => id);
}

/** The rule that asks for colours, which takes half of the time of all. */
const CONTRAST: RunOptions = { ...FINDINGS, runOnly: { type: "rule", values: ["color-contrast"] } };

/**
 * What axe finds, a line per rule. The page needs scripts: without them axe never ends. `contrast` alone is for another colour scheme of a
 * document that all rules have seen.
 */
export async function axeFindings(page: Page, { contrast = false } = {}): Promise<string[]> {
  if (!(await page.evaluate(startAxe))) {
    if (asking.has(page)) await page.addInitScript(DEFINED);
    asking.add(page);
    await page.evaluate(DEFINED);
    expect(await page.evaluate(startAxe), "axe starts").toBe(true);
    expect(await page.evaluate(preloadingRules, TAGS), "only the rule of media needs a preload").toEqual(["no-autoplay-audio"]);
  }
  const found = await page.evaluate(
    async (options) => {
      const { axe } = globalThis as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } };
      const sizes = Array.isArray(options.runOnly);
      const stuck = [...document.querySelectorAll<HTMLElement>("main *")].filter(
        (element) => sizes && getComputedStyle(element).position === "sticky",
      );
      const rules = sizes ? { "target-size": { enabled: stuck.length === 0 } } : {};
      const found = (await axe.run(document, { ...options, rules })).violations;
      if (stuck.length > 0) {
        // What sticks covers for a moment what a scroll uncovers: sizes are measured at the places of the layout.
        for (const element of stuck) element.style.position = "static";
        const measured = await axe.run(document, { ...options, runOnly: { type: "rule", values: ["target-size"] } });
        for (const element of stuck) element.style.position = "";
        found.push(...measured.violations);
      }
      return found.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html).join(" | ") }));
    },
    contrast ? CONTRAST : FINDINGS,
  );
  return found.map(({ id, html }) => `${page.url()} ${id}: ${html.slice(0, 400)}`);
}
