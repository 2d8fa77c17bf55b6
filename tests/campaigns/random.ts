export type Random = ReturnType<typeof createRandom>;

/** Mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    shuffled<T>(list: readonly T[]): T[] {
      const left = [...list];
      return list.map(() => left.splice(below(left.length), 1)[0] as T);
    },
    id: (length = 20) => Array.from({ length }, () => "abcdefghijklmnopqrstuvwxyz0123456789"[below(36)]).join(""),
  };
}
