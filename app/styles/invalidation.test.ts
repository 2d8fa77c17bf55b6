import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

function selectors(): string[] {
  return globSync("app/**/*.css").flatMap((file) => {
    const css = readFileSync(file, "utf8").replace(/\/\*.*?\*\//gs, "");
    return [...css.matchAll(/([^{};]+)\{/g)].flatMap(([, list = ""]) => split(list.trim()));
  });
}

function split(list: string): string[] {
  if (list.startsWith("@")) return [];
  const parts = [""];
  let depth = 0;
  for (const char of list) {
    depth += Number(char === "(") - Number(char === ")");
    if (char === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

/** Compounds of a selector, without what their parentheses hold. */
const compoundsOf = (selector: string) =>
  selector.replace(/\([^()]*(\([^()]*(\([^()]*\)[^()]*)*\)[^()]*)*\)/g, "").split(/[\s>+~]+/);

/** Every inserted element lies in the body: such a rule restyles all its descendants, whatever was inserted. */
function restylesPage(selector: string): boolean {
  if (!/^(:root|html|body)(:not\(|:has\()/.test(selector) || !selector.includes(":has(")) return false;
  const compounds = compoundsOf(selector);
  return compounds.length > 1 && !/[.#[]/.test(compounds.at(-1) ?? "");
}

test("no rule restyles the whole page for one inserted element", () => {
  expect(restylesPage("body:has(> .open dialog[open]) > :not(.open)")).toBe(true);
  expect(restylesPage(":root:not(:has([data-from]:focus)) [data-from]:target > :first-child")).toBe(true);
  expect(restylesPage(":root:has(.tabs)")).toBe(false);
  expect(restylesPage(":root:has(.strip:not([data-push]) .text)")).toBe(false);
  expect(restylesPage(":root:not(:has(script)) .ticking")).toBe(false);
  const all = selectors();
  expect(all.filter((selector) => selector.includes(":has(")).length).toBeGreaterThan(30);
  expect(all.filter(restylesPage)).toEqual([]);
});
