import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** In px; `max-width` ends 0.02 px below. */
const BREAKPOINTS = [576, 768, 992, 1200];
/** The narrowest phones, where a logo, three tabs or a language tag find no room. */
const NARROWEST: Record<string, number[]> = {
  "app/layouts/language-menu.module.css": [375],
  "app/layouts/logo.module.css": [375, 400],
  "app/ui/tabs.module.css": [400],
};

test("layouts change at the four breakpoints alone", () => {
  const found = globSync("app/**/*.css").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/@media[^{]*?\((min|max)-width: ?([\d.]+)(\w+)\)[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/\((min|max)-width: ?([\d.]+)(\w+)\)/g)].map(([, side, value, unit]) => ({
        file: file.replaceAll("\\", "/"),
        width: Number(value) + (side === "max" ? 0.02 : 0),
        unit,
      })),
    ),
  );
  expect(found.length).toBeGreaterThan(40);
  const others = found.filter(
    ({ file, width, unit }) =>
      unit !== "px" || ![...BREAKPOINTS, ...(NARROWEST[file] ?? [])].includes(Math.round(width * 100) / 100),
  );
  expect(others).toEqual([]);
});
