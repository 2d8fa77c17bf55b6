import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenNotInteracting } from "./interacting.ts";

let typing = true;

beforeEach(() => {
  vi.useFakeTimers();
  typing = true;
  vi.stubGlobal("document", { activeElement: { matches: () => typing }, querySelector: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a dialog waits for a reader who types, and opens once", async () => {
  const open = vi.fn();
  whenNotInteracting(open, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open).not.toHaveBeenCalled();
  typing = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open).toHaveBeenCalledTimes(1);
});

test("a dialog whose page is left meanwhile does not open", async () => {
  const open = vi.fn();
  const over = new AbortController();
  whenNotInteracting(open, over.signal);
  over.abort();
  typing = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open).not.toHaveBeenCalled();
});
