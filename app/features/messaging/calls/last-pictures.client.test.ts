import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ATTACH, EVERY, LastPictures, MOST, reportOf } from "./last-pictures.client.ts";

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

test("a picture that cannot be drawn takes none of those that are kept", async () => {
  const broken = new LastPictures<typeof video>((seen) => {
    if (seen !== video) throw new Error("no canvas");
    return Promise.resolve(new Blob(["one"]));
  });
  expect(await broken.last(video)).toHaveLength(1);
  expect(await broken.last({ ...video })).toHaveLength(1);
});

test("pictures leave this device only with the tick, and then those that are shown", async () => {
  const pictures = [new Blob(["one"]), new Blob(["two"])];
  const said = { reason: "harassment", text: "Look", block: true };
  const words = { id: "c1", reason: "harassment", text: "Look", block: "true" };
  expect(reportOf("c1", { ...said, form: new FormData() }, pictures)).toEqual(words);
  const ticked = new FormData();
  ticked.set(ATTACH, "on");
  expect(reportOf("c1", { ...said, form: ticked }, pictures)).toEqual({
    ...words,
    picture_1: pictures[0],
    picture_2: pictures[1],
  });
});
