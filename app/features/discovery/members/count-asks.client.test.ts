import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCountAsks } from "./count-asks.client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a number that was asked for before a change of the form is not shown after it", async () => {
  const answers: ((count: number) => void)[] = [];
  const shown: (number | null)[] = [];
  const asks = createCountAsks<number>(
    () => new Promise((resolve) => answers.push(resolve)),
    (count) => shown.push(count),
  );
  asks.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  asks.changed();
  answers[0]?.(7);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown).toEqual([null, null]);
  answers[1]?.(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([null, null, 3]);
});

test("many changes at once ask once, a failure shows no number, and nothing is shown after the end", async () => {
  let requests = 0;
  const shown: (number | null)[] = [];
  const asks = createCountAsks<number>(
    async () => (++requests === 1 ? Promise.reject(new TypeError("offline")) : requests),
    (count) => shown.push(count),
  );
  for (let change = 0; change < 5; change++) asks.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([requests, shown.at(-1)]).toEqual([1, null]);
  asks.changed();
  asks.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([requests, shown.at(-1)]).toEqual([1, null]);
});
