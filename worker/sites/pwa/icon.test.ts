import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { GLYPHS, HEART, strokesOf } from "./glyphs.ts";
import { pngIcon, svgIcon } from "./icon.ts";
import { sharePicture } from "./share.ts";

const look = { name: "Liaison", colour: "#c2126c", maskable: false };

function pixelsOf(png: Buffer, size: number): (x: number, y: number) => number[] {
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  expect(rows.length).toBe(size * (size * 4 + 1));
  return (x, y) => [...rows.subarray(y * (size * 4 + 1) + 1 + x * 4, y * (size * 4 + 1) + 5 + x * 4)];
}

describe("the icon of a domain", () => {
  it("is its initial in white on its colour, with clear corners", () => {
    const at = pixelsOf(pngIcon(look, 64), 64);
    expect(at(0, 0)[3]).toBe(0);
    expect(at(32, 3)).toEqual([0xc2, 0x12, 0x6c, 255]);
    const white = Array.from({ length: 64 * 64 }, (_, index) => at(index % 64, Math.floor(index / 64))).filter(
      ([, g]) => g === 255,
    );
    expect(white.length).toBeGreaterThan(100);
  });

  it("fills its square where a mask will cut it", () => {
    const at = pixelsOf(pngIcon({ ...look, maskable: true }, 64), 64);
    expect(at(0, 0)).toEqual([0xc2, 0x12, 0x6c, 255]);
  });

  it("draws every letter and digit within its square", () => {
    for (const [letter, strokes] of Object.entries(GLYPHS)) {
      for (const [x, y] of strokes.flat()) {
        expect([letter, x >= 0 && x <= 20 && y >= -0.01 && y <= 20.01]).toEqual([letter, true]);
      }
      expect(svgIcon({ ...look, name: letter })).toMatch(/^<svg [^>]+><rect [^>]+fill="#c2126c"\/><path d="M/);
    }
  });

  it("takes the letter under an accent, and a heart for other scripts", () => {
    expect(strokesOf(" Élan")).toBe(GLYPHS.E);
    expect(strokesOf("ødegaard")).toBe(HEART);
    expect(strokesOf("Жизнь")).toBe(HEART);
    expect(strokesOf("")).toBe(HEART);
  });
});

describe("the picture of a shared link", () => {
  /** The columns that hold ink, on a picture of 1200 by 630. */
  function inkOf(name: string): number[] {
    const png = sharePicture({ name, colour: look.colour });
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
    expect(rows.length).toBe(630 * (1200 * 4 + 1));
    const inked = (x: number) => Array.from({ length: 630 }, (_, y) => rows[y * 4801 + 2 + x * 4] === 255).some(Boolean);
    return Array.from({ length: 1200 }, (_, x) => x).filter(inked);
  }

  it("is the site's name within the margins that networks cut", () => {
    for (const name of ["Liaison", "Éva & Ödön", "Midlife Match 50+"]) {
      const ink = inkOf(name);
      expect([name, Math.min(...ink) > 120, Math.max(...ink) < 1080, ink.length > 300]).toEqual([name, true, true, true]);
    }
  });

  it("is a heart for a name in another script, or for a name without letters", () => {
    expect(inkOf("Жизнь")).toEqual(inkOf("♥"));
    expect(inkOf("Жизнь").length).toBeGreaterThan(100);
    expect(inkOf("Жизнь").length).toBeLessThan(300);
  });
});
