import { crc32, deflateSync } from "node:zlib";
import { type Stroke, strokesOf } from "./glyphs.ts";

/** PNG 5.2. */
const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Colour type of PNG 11.2.2. */
const RGBA = 6;

/** Shares of the icon's side. */
const WEIGHT = 0.05;
const CORNER = 0.22;

export interface IconLook {
  name: string;
  /** #rrggbb; dark enough for a white letter. */
  colour: string;
  /** Fills the square; the letter stays within the inner 80 % that masks keep. */
  maskable: boolean;
}

/** `size` in pixels. Drawn without fonts: machines have different ones. */
export function pngIcon({ name, colour, maskable }: IconLook, size: number): Buffer {
  const pixels = inked(placed(strokesOf(name), size, maskable), colour, { width: size, height: size, radius: WEIGHT * size });
  if (!maskable) roundCorners(pixels, size);
  return pngOf(pixels, size, size);
}

/** PNG of RGBA bytes, row by row; sides in pixels. */
export function pngOf(pixels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, RGBA, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const row = width * 4;
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((row + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  // Level 9 takes three times as long for a seventh fewer bytes.
  const data = deflateSync(rows, { level: 6 });
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/** Length, type, data and a checksum of the last two (PNG 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(typed.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(typed, 4);
  whole.writeUInt32BE(crc32(typed), typed.length + 4);
  return whole;
}

/** White strokes on a colour, as RGBA bytes. `radius` is half of a stroke's width; all in pixels. */
export function inked(strokes: Stroke[], colour: string, area: { width: number; height: number; radius: number }): Buffer {
  const { width, height, radius } = area;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
  const squares = squaresTo(segmentsOf(strokes), { width, height, reach: radius + 1 });
  const pixels = Buffer.alloc(width * height * 4, Buffer.from([red, green, blue, 255]));
  const reach = (radius + 0.5) ** 2;
  for (let index = 0; index < squares.length; index++) {
    const square = squares[index] as number;
    if (square >= reach) continue;
    const ink = coverage(radius - Math.sqrt(square));
    pixels[index * 4] = red + (255 - red) * ink;
    pixels[index * 4 + 1] = green + (255 - green) * ink;
    pixels[index * 4 + 2] = blue + (255 - blue) * ink;
  }
  return pixels;
}

export function svgIcon({ name, colour, maskable }: IconLook): string {
  const size = 64;
  const paths = placed(strokesOf(name), size, maskable).map(
    (stroke) => `M${stroke.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`,
  );
  const corner = maskable ? 0 : CORNER * size;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" rx="${short(corner)}" fill="${colour}"/>` +
    `<path d="${paths.join("")}" fill="none" stroke="#fff" stroke-width="${short(2 * WEIGHT * size)}" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

function placed(strokes: readonly Stroke[], size: number, maskable: boolean): Stroke[] {
  const points = strokes.flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2] as const;
  const scale = ((maskable ? 0.4 : 0.5) * size) / 20;
  return strokes.map((stroke) =>
    stroke.map(([x, y]) => [size / 2 + (x - middle[0]) * scale, size / 2 + (y - middle[1]) * scale]),
  );
}

type Segment = [ax: number, ay: number, bx: number, by: number];

function segmentsOf(strokes: Stroke[]): Segment[] {
  return strokes.flatMap((stroke) =>
    stroke.slice(1).map(([x, y], index): Segment => [...(stroke[index] as [number, number]), x, y]),
  );
}

/** Squared distance per pixel to the nearest segment; infinite beyond `reach` from all of them. */
function squaresTo(segments: Segment[], area: { width: number; height: number; reach: number }): Float64Array {
  const { width, height, reach } = area;
  const found = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY);
  const first = (a: number, b: number) => Math.max(0, Math.floor(Math.min(a, b) - reach));
  const last = (a: number, b: number, side: number) => Math.min(side - 1, Math.ceil(Math.max(a, b) + reach));
  for (const [ax, ay, bx, by] of segments) {
    const [left, right, top, bottom] = [first(ax, bx), last(ax, bx, width), first(ay, by), last(ay, by, height)];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy || 1;
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
        const along = Math.min(1, Math.max(0, (px * dx + py * dy) / length));
        const at = y * width + x;
        found[at] = Math.min(found[at] as number, (px - along * dx) ** 2 + (py - along * dy) ** 2);
      }
  }
  return found;
}

/** One corner is calculated; the others mirror it. */
function roundCorners(pixels: Buffer, size: number): void {
  const last = size - 1;
  for (let y = 0; y < CORNER * size; y++)
    for (let x = 0; x < CORNER * size; x++) {
      const alpha = 255 * coverage(-outside(x + 0.5, y + 0.5, size));
      for (const row of [y, last - y]) for (const column of [x, last - x]) pixels[(row * size + column) * 4 + 3] = alpha;
    }
}

/** Signed distance to the rounded square; negative inside. */
function outside(x: number, y: number, size: number): number {
  const corner = CORNER * size;
  const [dx, dy] = [Math.abs(x - size / 2) - size / 2 + corner, Math.abs(y - size / 2) - size / 2 + corner];
  return Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2) + Math.min(Math.max(dx, dy), 0) - corner;
}

/** Antialiasing: the covered share of a pixel `inside` pixels from the edge. */
function coverage(inside: number): number {
  return Math.min(1, Math.max(0, inside + 0.5));
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
