import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EVERY, LastPictures, MOST } from "./last-pictures.client.ts";

let drawings: number;
let last: LastPictures<{ videoWidth: number; videoHeight: number }>;
const video = { videoWidth: 640, videoHeight: 480 };
const texts = async (seen: typeof video | null = null) => Promise.all((await last.last(seen)).map((picture) => picture.text()));

beforeEach(() => {
  vi.useFakeTimers();
  drawings = 0;
  last = new LastPictures(async () => new Blob([`picture ${++drawings}`]));
});
afterEach(() => void vi.useRealTimers());

test("the last pictures are kept, and the one of the press is among them", async () => {
  const stop = last.watch(video);
  await vi.advanceTimersByTimeAsync(MOST * EVERY + EVERY);
  expect(await texts()).toEqual(["picture 2", "picture 3", "picture 4"]);
  expect(await texts(video)).toEqual(["picture 3", "picture 4", "picture 5"]);
  stop();
  await vi.advanceTimersByTimeAsync(5 * EVERY);
  expect(await texts(), "they outlive the picture that is gone").toEqual(["picture 3", "picture 4", "picture 5"]);
});

test("a video that shows nothing yet gives none, and another call begins without those of the last", async () => {
  last.watch({ videoWidth: 0, videoHeight: 0 });
  await vi.advanceTimersByTimeAsync(2 * EVERY);
  expect([await texts(), drawings]).toEqual([[], 0]);
  last.watch(video);
  await vi.advanceTimersByTimeAsync(EVERY);
  last.forget();
  await vi.advanceTimersByTimeAsync(3 * EVERY);
  expect(await texts()).toEqual([]);
});
