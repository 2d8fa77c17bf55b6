import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginWait, endAllWaits, onceIdle, PAUSE } from "./busy.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  endAllWaits();
  vi.useRealTimers();
});

test("what is asked for once idle is done at once where nothing is pending", () => {
  const work = vi.fn();
  onceIdle(work);
  expect(work).toHaveBeenCalledTimes(1);
});

test("it is not lost while a form is pending, and waits for the navigation that follows its answer", () => {
  const work = vi.fn();
  const answered = beginWait();
  onceIdle(work);
  vi.advanceTimersByTime(20_000);
  answered();
  vi.advanceTimersByTime(PAUSE - 1);
  const led = beginWait();
  vi.advanceTimersByTime(20_000);
  expect(work).not.toHaveBeenCalled();
  led();
  vi.advanceTimersByTime(PAUSE);
  expect(work).toHaveBeenCalledTimes(1);
});
