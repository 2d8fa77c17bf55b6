import { afterEach, expect, test, vi } from "vitest";
import { prepared } from "./use-photos.client.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a photo that the browser opens but cannot draw is unreadable, and its object URL is given back", async () => {
  const made = vi.spyOn(URL, "createObjectURL");
  const revoked = vi.spyOn(URL, "revokeObjectURL");
  class Image {
    naturalWidth = 4;
    naturalHeight = 5;
    async decode() {}
  }
  const file = new File(["pixels"], "lake.jpg", { type: "image/jpeg" });
  const withoutMemory = () => {
    throw new Error("out of memory");
  };
  for (const getContext of [() => null, withoutMemory]) {
    vi.stubGlobal("Image", Image);
    vi.stubGlobal("document", { createElement: () => ({ getContext }) });
    expect(await prepared(file)).toBe("unreadable");
  }
  expect(made).toHaveBeenCalledTimes(2);
  expect(revoked.mock.calls.flat()).toEqual(made.mock.results.map(({ value }) => value));
});
