import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fontOf } from "#tests/setup/fonts.ts";
import { coordinatesOf } from "#worker/sites/brand/woff2.ts";
import { DISPLAY_FONTS } from "#worker/sites/domains/face.vocabulary.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = "{app,db,locales,public,scripts,tests,worker}";

test("the coordinates of a font's variations are read with their signs and ends", () => {
  expect(coordinatesOf(fontOf([0x20, 0x7e], [0, 0.5, 1]))).toEqual([0.5, 0, 1]);
  expect(coordinatesOf(fontOf([0x20, 0x7e], [-1.25, -1, 0]))).toEqual([-1, -1.25, 0]);
});

test("no font of the project varies beyond its axes, or Firefox draws one weight only", () => {
  const files = globSync(`${FOLDERS}/**/*.{woff2,woff,ttf,otf}`, { cwd: ROOT });
  expect(files.length).toBeGreaterThanOrEqual(DISPLAY_FONTS.length);
  for (const file of files) {
    const coordinates = coordinatesOf(readFileSync(join(ROOT, file)));
    expect(coordinates.length, `${file} varies`).toBeGreaterThan(0);
    expect(
      coordinates.filter((value) => Math.abs(value) > 1),
      file,
    ).toEqual([]);
  }
});
