import { expect, test, vi } from "vitest";
import { DAY } from "#worker/platform/durations.ts";
import type { Views } from "./views.store.ts";
import { createViews } from "./views.ts";

/** The default of one second is short on a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });

const NOON = 20_000.5 * DAY;

/** A database that answers when the test says so. */
function slowStore() {
  const written: (readonly Views[])[] = [];
  const answers: (() => void)[] = [];
  const add = vi.fn(async (views: readonly Views[]) => {
    written.push(views);
    await new Promise<void>((resolve) => answers.push(resolve));
  });
  return { add, written, answers };
}

test("views that come while one is written are written together, and none is lost", async () => {
  const { add, written, answers } = slowStore();
  const views = createViews({ store: { add } });
  const first = views.count("liaison", "front", NOON);
  for (let n = 0; n < 50; n++) await views.count("liaison", n % 2 ? "front" : "video", NOON + n);
  expect(written).toEqual([[{ domainId: "liaison", day: 20_000, lander: "front", count: 1 }]]);
  answers[0]?.();
  await until(() => expect(written).toHaveLength(2));
  answers[1]?.();
  await first;
  expect(written[1]?.map(({ lander, count }) => [lander, count])).toEqual([
    ["video", 25],
    ["front", 25],
  ]);
});

test("a write that never ends or fails holds up no later one", async () => {
  const { add, written } = slowStore();
  const views = createViews({ store: { add } });
  void views.count("liaison", "front", NOON);
  void views.count("liaison", "front", NOON + 10_000);
  expect(written).toHaveLength(2);
  const failing = createViews({ store: { add: vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(undefined) } });
  await expect(failing.count("liaison", "front", NOON)).rejects.toThrow("away");
  await expect(failing.count("liaison", "front", NOON)).resolves.toBeUndefined();
});

test("views of a failed write are in the next one", async () => {
  const add = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(undefined);
  const views = createViews({ store: { add } });
  await expect(views.count("liaison", "front", NOON)).rejects.toThrow("away");
  await views.count("liaison", "front", NOON);
  expect(add.mock.calls[1]).toEqual([[{ domainId: "liaison", day: 20_000, lander: "front", count: 2 }]]);
});

test("a slow write that ends leaves the turn to the write that began meanwhile", async () => {
  const { add, written, answers } = slowStore();
  const views = createViews({ store: { add } });
  const slow = views.count("liaison", "front", NOON);
  const second = views.count("liaison", "front", NOON + 10_000);
  answers[0]?.();
  await slow;
  const third = views.count("liaison", "video", NOON + 10_001);
  expect(written, "a third write waits for the second").toHaveLength(2);
  answers[1]?.();
  await until(() => expect(written).toHaveLength(3));
  answers[2]?.();
  await Promise.all([second, third]);
});
