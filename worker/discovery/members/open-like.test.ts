import { expect, test, vi } from "vitest";
import { createOpenLike } from "./open-like.ts";

type Sums = { unread_messages: number; new_likes: number };

function opening(counters: Sums | null | Error) {
  const notices: unknown[] = [];
  const live = {
    expect: async () => {},
    tell: async (_: string, news: unknown) => {
      notices.push(news);
      return { reached: false, looking: false };
    },
  };
  const store = {
    openLike: async () => {
      if (counters instanceof Error) throw counters;
      return counters;
    },
  };
  const openLike = createOpenLike({ store, live });
  return { open: () => openLike({ id: "ann" }, "bea"), notices };
}

test("an opened like is told with the sums, also where another like came meanwhile", async () => {
  const counters = { unread_messages: 0, new_likes: 1 };
  const { open, notices } = opening(counters);
  expect(await open()).toEqual(counters);
  expect(notices).toEqual([{ events: [], changed: ["likes", "user"], counters }]);
});

test("a like that another request has opened is told by that one", async () => {
  const { open, notices } = opening(null);
  expect(await open()).toBeUndefined();
  expect(notices).toEqual([{ events: [], changed: [] }]);
});

test("a like whose write fails stays new, and fails nothing", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { open, notices } = opening(new Error("D1_ERROR: the database refuses writes"));
  expect(await open()).toBeUndefined();
  expect(notices).toEqual([{ events: [], changed: [] }]);
});
