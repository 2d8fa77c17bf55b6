import { expect, test } from "vitest";
import { createOpenLike } from "./open-like.ts";

function opening(counters: { unread_messages: number; new_likes: number } | null) {
  const notices: unknown[] = [];
  const live = {
    expect: async () => {},
    tell: async (_: string, news: unknown) => {
      notices.push(news);
      return { reached: false, looking: false };
    },
  };
  const openLike = createOpenLike({ store: { openLike: async () => counters }, live });
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
