import jsQR from "jsqr";
import { expect, test } from "vitest";
import { type QrCode, qrCode } from "./qr-code.ts";

/** Pixels of a module's side. */
const SCALE = 4;

/** RGBA, as a camera sees the drawing. */
function drawn({ size, path }: QrCode): [pixels: Uint8ClampedArray, side: number] {
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map((found) => found.slice(1).map(Number));
  expect(rectangles.length).toBeGreaterThan(50);
  expect(path.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, "")).toBe("");
  for (const [x = 0, y = 0, length = 0] of rectangles)
    for (let row = y * SCALE; row < (y + 1) * SCALE; row++)
      for (let column = x * SCALE; column < (x + length) * SCALE; column++)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return [pixels, side];
}

test.each([
  "otpauth://totp/Liaison%20staff:a%40b.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Liaison%20staff",
  `otpauth://totp/Liaison%20staff:${"x".repeat(250)}%40staff.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Liaison%20staff`,
  "Grüße ✓",
])("another library reads %s from the drawing", (text) => {
  const code = qrCode(text);
  const [pixels, side] = drawn(code);
  expect(jsQR(pixels, side, side)?.data).toBe(text);
});

test("four light modules surround it", () => {
  const { size, path } = qrCode("x");
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(
    (found) => found.slice(1).map(Number) as [number, number, number],
  );
  expect(Math.min(...rectangles.flatMap(([x, y]) => [x, y]))).toBe(4);
  expect(Math.max(...rectangles.flatMap(([x, y, length]) => [x + length, y + 1]))).toBe(size - 4);
});
