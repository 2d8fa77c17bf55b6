import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** In em of the browser's own text size (16 px by default): 576, 768, 992 and 1200 px, and a phone with large text. */
const BREAKPOINTS = [20, 36, 48, 62, 75];
/** Narrowest phones, 375 and 400 px, where a logo, three tabs or a language tag find no room; widest bars that one row holds. */
const OWN_WIDTHS: Record<string, number[]> = {
  "app/features/backoffice/staff/staff.module.css": [110],
  "app/features/billing/discounts/discounts.module.css": [80, 90],
  "app/layouts/language-menu.module.css": [23.4375],
  "app/layouts/logo.module.css": [23.4375, 25],
  "app/ui/tabs.module.css": [25],
};
/** `(width >= 48em)` and `(36em <= width < 48em)`, and the older form, of media queries, `media` and `sizes`. */
const QUERIES = /\([^()]*?(?:\bwidth\s*[<>]|[<>]=?\s*width\b|(?:min|max)-width:)[^()]*\)/g;

test("layouts change at the four breakpoints alone, which grow with the reader's text size", () => {
  const found = globSync("app/**/*.{css,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(QUERIES)].flatMap(([query]) =>
      [...query.matchAll(/([\d.]+)(px|r?em)\b/g)].map(([, value, unit]) => ({
        file: file.replaceAll("\\", "/"),
        query,
        width: Number(value),
        unit,
      })),
    ),
  );
  expect(found.filter(({ file }) => file.endsWith(".css")).length).toBeGreaterThan(70);
  expect(found.filter(({ file }) => file.endsWith(".tsx")).length).toBeGreaterThan(3);
  const others = found.filter(
    ({ file, query, width, unit }) =>
      unit !== "em" || /(min|max)-width:/.test(query) || ![...BREAKPOINTS, ...(OWN_WIDTHS[file] ?? [])].includes(width),
  );
  expect(others).toEqual([]);
});
