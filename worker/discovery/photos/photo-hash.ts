import type { Grey } from "./grey.ts";
import type { PhotoHash } from "./photo-hash.vocabulary.ts";

const SIDE = 32;
const LOW = 8;

const COSINES = Array.from({ length: LOW }, (_, u) =>
  Array.from({ length: SIDE }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * SIDE))),
);

/**
 * Signs of the low frequencies (discrete cosine transform) against their median: size, compression and brightness change
 * few of them. Nothing of a picture can be made from it again.
 */
export function hashOf(picture: Grey): PhotoHash {
  const square = squareOf(picture);
  const low: number[] = [];
  for (let v = 0; v < LOW; v++) for (let u = 0; u < LOW; u++) low.push(frequency(square, u, v));
  // The first one is the brightness.
  const rest = low.slice(1).toSorted((a, b) => a - b);
  const median = ((rest[31] ?? 0) + (rest[30] ?? 0)) / 2;
  const bands = [0, 0, 0, 0];
  for (const [at, value] of low.entries())
    if (at > 0 && value > median) bands[at >> 4] = (bands[at >> 4] ?? 0) | (1 << (at & 15));
  return bands as unknown as PhotoHash;
}

function frequency(square: Float64Array, u: number, v: number): number {
  let sum = 0;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) sum += (square[y * SIDE + x] ?? 0) * (COSINES[u]?.[x] ?? 0) * (COSINES[v]?.[y] ?? 0);
  return sum;
}

/** Means over the parts of the picture, whatever its shape. */
function squareOf({ width, height, values }: Grey): Float64Array {
  const square = new Float64Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    const [top, bottom] = part(y, height);
    for (let x = 0; x < SIDE; x++) {
      const [from, to] = part(x, width);
      let sum = 0;
      for (let row = top; row < bottom; row++) for (let at = from; at < to; at++) sum += values[row * width + at] ?? 0;
      square[y * SIDE + x] = sum / ((bottom - top) * (to - from));
    }
  }
  return square;
}

function part(index: number, length: number): [number, number] {
  const from = Math.min(length - 1, Math.floor((index * length) / SIDE));
  return [from, Math.max(from + 1, Math.floor(((index + 1) * length) / SIDE))];
}
