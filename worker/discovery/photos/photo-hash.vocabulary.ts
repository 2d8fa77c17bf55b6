/** 64 bits as four numbers of 16: each is a column with an index. */
export type PhotoHash = readonly [number, number, number, number];

/** Most differing bits of two copies of a picture. With seven over four numbers, one number differs in at most one bit. */
export const NEAR = 7;

export function distanceOf(a: PhotoHash, b: PhotoHash): number {
  return a.reduce((sum, band, index) => sum + bitsOf(band ^ (b[index] ?? 0)), 0);
}

function bitsOf(number: number): number {
  let count = 0;
  for (let rest = number; rest > 0; rest &= rest - 1) count++;
  return count;
}

/** Index keys to look up: the number itself, and all that differ from it in one bit. */
export function around(band: number): number[] {
  return [band, ...Array.from({ length: 16 }, (_, bit) => band ^ (1 << bit))];
}
