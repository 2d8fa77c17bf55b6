/** 64 bits as four numbers of 16: each is a column with an index. */
export type PhotoHash = readonly [number, number, number, number];

/** Bits in which two pictures of one origin may differ. Four numbers of which one differs in at most one bit: at most seven. */
export const NEAR = 7;

export function distanceOf(a: PhotoHash, b: PhotoHash): number {
  return a.reduce((sum, band, index) => sum + bitsOf(band ^ (b[index] ?? 0)), 0);
}

function bitsOf(number: number): number {
  let count = 0;
  for (let rest = number; rest > 0; rest &= rest - 1) count++;
  return count;
}

/** The number, and those that differ from it in one bit. */
export function around(band: number): number[] {
  return [band, ...Array.from({ length: 16 }, (_, bit) => band ^ (1 << bit))];
}
