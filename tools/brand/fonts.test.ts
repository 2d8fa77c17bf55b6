import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cmapOf, fontOf, woff2 } from "#tests/setup/fonts.ts";
import { codePointsOf, coordinatesOf } from "#worker/sites/brand/woff2.ts";
import { DISPLAY_FONTS } from "#worker/sites/domains/face.vocabulary.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = "{app,db,locales,public,scripts,tests,worker}";

test("the coordinates of a font's variations are read with their signs and ends", () => {
  expect(coordinatesOf(fontOf([0x20, 0x7e], [0, 0.5, 1]))).toEqual([0.5, 0, 1]);
  expect(coordinatesOf(fontOf([0x20, 0x7e], [-1.25, -1, 0]))).toEqual([-1, -1.25, 0]);
});

test("a font cannot fill the memory: by its size, by points beyond Unicode, by tables that repeat themselves", () => {
  const plane: [number, number] = [0, 0xff_ff];
  expect(codePointsOf(woff2({ cmap: cmapOf([plane, plane]) })).size).toBe(0x1_00_00);
  expect(() => codePointsOf(woff2({ cmap: cmapOf(Array(8).fill(plane)) }))).toThrow("too large");
  expect(() => codePointsOf(fontOf([0x20, 0xff_ff_ff_ff]))).toThrow("no code point");
  const large = woff2({ cmap: Buffer.concat([cmapOf([[0x20, 0x7e]]), Buffer.alloc(5_000_000)]) });
  expect(large.length).toBeLessThan(60_000);
  expect(() => codePointsOf(large)).toThrow("larger than 4000000 bytes");
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
