/** Deterministic by seed on every platform. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Both ends included. */
  int(min: number, max: number): number;
  /** `p` from 0 to 1. */
  chance(p: number): boolean;
  /** Uniform. @throws RangeError on an empty list */
  pick<T>(list: readonly T[]): T;
  /** Weights need no fixed sum. @throws RangeError without a weight above 0 */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** `count` different elements, or all when there are fewer. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** MurmurHash3's finaliser: neighbouring seeds give unrelated streams. */
function mix32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32 bits. Each `salt` gives an independent number for the same seed. */
export function hashSeed(seed: number | string, salt = 0): number {
  let h = 0x811c9dc5;
  for (const char of String(seed)) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return mix32(h ^ mix32(salt + 0x9e3779b9));
}

/** @param salt separates streams of one seed, for example by index. */
export function createRandom(seed: number | string, salt = 0): Random {
  // sfc32's three words and a counter: 128 bits, so that a million short streams do not overlap.
  let a = hashSeed(seed, salt);
  let b = mix32(a + 0x6d2b79f5);
  let c = mix32(b + salt);
  let counter = 1;
  const next = () => {
    const t = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  };
  for (let round = 0; round < 8; round++) next();

  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const pool = [...list];
    const size = Math.min(count, pool.length);
    for (let i = 0; i < size; i++) {
      const j = int(i, pool.length - 1);
      [pool[i], pool[j]] = [pool[j] as T, pool[i] as T];
    }
    pool.length = size;
    return pool;
  };
  return {
    next,
    int,
    sample,
    chance: (p) => next() < p,
    pick: (list) => {
      if (list.length === 0) throw new RangeError("cannot pick from an empty list");
      return list[int(0, list.length - 1)] as (typeof list)[number];
    },
    weighted: (choices) => {
      let total = 0;
      for (const [, weight] of choices) total += weight;
      if (!(total > 0)) throw new RangeError("no choice has a weight above 0");
      let left = next() * total;
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      // Rounding can exceed the last threshold; weight 0 must still never win.
      return choices.findLast(([, weight]) => weight > 0)?.[0] as (typeof choices)[number][0];
    },
    shuffle: (list) => sample(list, list.length),
  };
}
