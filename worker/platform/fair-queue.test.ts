import { expect, test } from "vitest";
import { virtualClock } from "#tests/setup/virtual-clock.ts";
import { createFairQueue } from "./fair-queue.ts";

function scene({ maxWaiting = 100, maxWaitingPerKey = 100 } = {}) {
  const clock = virtualClock();
  const queue = createFairQueue({ clock, maxWaiting, maxWaitingPerKey });
  const order: string[] = [];
  const startedAt: Record<string, number> = {};
  let running = 0;
  /** Queues one millisecond of work under the name without its number. */
  const add = (name: string, priority = 0) =>
    queue.run(priority, name.replace(/\d+$/, ""), async () => {
      expect(++running).toBe(1);
      order.push(name);
      startedAt[name] = clock.now();
      await clock.wait(1);
      running--;
      return name;
    });
  return { clock, queue, order, startedAt, add };
}

test("one run at a time; every key runs before another runs twice", async () => {
  const { order, add } = scene();
  const flood = Array.from({ length: 5 }, (_, i) => add(`flood${i}`));
  const all = [...flood, add("nobody1", 1), add("anna1"), add("anna2"), add("ben1")];
  expect(await Promise.all(all)).toHaveLength(9);
  expect(order).toEqual(["flood0", "anna1", "ben1", "nobody1", "flood1", "anna2", "flood2", "flood3", "flood4"]);
});

test("a key rests 200 ms between two runs, and a later priority 60 ms between any two", async () => {
  const { startedAt, add } = scene();
  const all = [add("flood1"), add("flood2"), add("flood3"), add("a1", 1), add("b1", 1), add("c1", 1)];
  await Promise.all(all);
  // An entry looks for its turn every 25 ms.
  expect(startedAt).toEqual({ flood1: 0, flood2: 200, flood3: 400, a1: 25, b1: 61, c1: 121 });
});

test("a full queue refuses at once, and each priority has room of its own", async () => {
  const { order, add, queue } = scene({ maxWaiting: 4, maxWaitingPerKey: 2 });
  const first = Array.from({ length: 10 }, (_, i) => add(`flood${i}`));
  expect([queue.hasRoom(0, "flood"), queue.hasRoom(0, "anna"), queue.hasRoom(1, "flood")]).toEqual([false, true, true]);
  const answers = await Promise.all([...first, add("anna1"), add("nobody1", 1)]);
  expect(answers.filter((answer) => answer === null)).toHaveLength(7);
  expect(order).toEqual(["flood0", "anna1", "nobody1", "flood1", "flood2"]);
  expect(await add("flood9")).toBe("flood9");
});

test("work that fails rejects its own run only, and the queue goes on", async () => {
  const { queue, add } = scene();
  const failing = queue.run(0, "x", () => Promise.reject(new Error("no")));
  const after = add("anna1");
  await expect(failing).rejects.toThrow("no");
  expect(await after).toBe("anna1");
});

test("a run of a cancelled request is skipped after half a second, and its late end starts no other", async () => {
  const { clock, queue, add, startedAt } = scene();
  const late = queue.run(0, "gone", () => clock.wait(510));
  const slow = queue.run(0, "slow", () => clock.wait(100));
  const after = add("anna1");
  expect(await after).toBe("anna1");
  expect(startedAt.anna1).toBe(600);
  await Promise.all([late, slow]);
});

test("an entry cancelled while it waits does not block the entries behind it", async () => {
  const { clock, queue, add } = scene();
  const first = add("anna1");
  void queue.run(0, "cancelled", () => new Promise(() => {}));
  const last = add("ben1");
  expect(await Promise.all([first, last])).toEqual(["anna1", "ben1"]);
  expect(clock.now()).toBe(502);
});
