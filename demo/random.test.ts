import { expect, test } from "vitest";
import { createRandom, hashSeed } from "./random.ts";

test("a seed repeats its stream, and another seed or salt gives another one", () => {
  const draw = (seed: string, salt = 0) => {
    const random = createRandom(seed, salt);
    return Array.from({ length: 20 }, () => random.next());
  };
  expect(draw("a")).toEqual(draw("a"));
  expect(draw("a")).not.toEqual(draw("b"));
  expect(draw("a", 1)).not.toEqual(draw("a", 2));
  expect(hashSeed("7")).toBe(hashSeed(7));
});

test("numbers stay in range, and the first draws of neighbouring streams are spread evenly", () => {
  let low = 0;
  for (let salt = 0; salt < 20_000; salt++) {
    const value = createRandom("spread", salt).int(1, 6);
    expect(value >= 1 && value <= 6).toBe(true);
    if (value === 1) low++;
  }
  // A sixth of 20,000 is 3,333; five standard deviations are 264.
  expect(Math.abs(low - 3333)).toBeLessThan(264);
});

test("draws follow their weights, and weight 0 never wins", () => {
  const random = createRandom("weights");
  const seen = { a: 0, b: 0, never: 0 };
  for (let i = 0; i < 10_000; i++)
    seen[
      random.weighted([
        ["a", 3],
        ["b", 1],
        ["never", 0],
      ] as const)
    ]++;
  expect(seen.never).toBe(0);
  expect(seen.a / seen.b).toBeGreaterThan(2.7);
  expect(seen.a / seen.b).toBeLessThan(3.3);
  expect(() => random.weighted([["a", 0]])).toThrow(RangeError);
  expect(() => random.pick([])).toThrow(RangeError);
});

test("shuffling keeps every element and leaves its list alone; a sample has no doubles", () => {
  const random = createRandom("cards");
  const list = Array.from({ length: 30 }, (_, i) => i);
  const shuffled = random.shuffle(list);
  expect(list[0]).toBe(0);
  expect(shuffled).not.toEqual(list);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(list);
  expect(new Set(random.sample(list, 12)).size).toBe(12);
  expect(random.sample([1, 2], 5)).toHaveLength(2);
});
