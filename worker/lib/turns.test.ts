import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

function scene(options = { waiting: 100, waitingPerKey: 100 }) {
  const turns = createTurns(options);
  const order: string[] = [];
  let running = 0;
  const ask = (name: string, lane = 0) =>
    turns.take(lane, name.replace(/\d+$/, ""), async () => {
      expect(++running).toBe(1);
      order.push(name);
      await pause();
      running--;
      return name;
    });
  return { turns, order, ask };
}

test("one at a time; every key before another has a second turn, which comes a while after its first", async () => {
  const { order, ask } = scene();
  const flood = Array.from({ length: 5 }, (_, i) => ask(`flood${i}`));
  const asked = [...flood, ask("nobody1", 1), ask("anna1"), ask("anna2"), ask("ben1")];
  expect(await Promise.all(asked)).toHaveLength(9);
  expect(order).toEqual(["flood0", "anna1", "ben1", "nobody1", "flood1", "anna2", "flood2", "flood3", "flood4"]);
});

test("whoever finds too many waiting is told so at once, and each lane has room of its own", async () => {
  const { order, ask, turns } = scene({ waiting: 4, waitingPerKey: 2 });
  const first = Array.from({ length: 10 }, (_, i) => ask(`flood${i}`));
  expect([turns.hasRoom(0, "flood"), turns.hasRoom(0, "anna"), turns.hasRoom(1, "flood")]).toEqual([false, true, true]);
  const answers = await Promise.all([...first, ask("anna1"), ask("nobody1", 1)]);
  expect(answers.filter((answer) => answer === null)).toHaveLength(7);
  expect(order).toEqual(["flood0", "anna1", "nobody1", "flood1", "flood2"]);
  expect(await ask("flood9")).toBe("flood9");
});

test("work that fails fails for its own, and the turn goes on", async () => {
  const { turns, ask } = scene();
  const failing = turns.take(0, "x", () => Promise.reject(new Error("no")));
  const after = ask("anna1");
  await expect(failing).rejects.toThrow("no");
  expect(await after).toBe("anna1");
});

test("a turn whose request is gone is passed on after half a second", async () => {
  const { turns, ask } = scene();
  void turns.take(0, "gone", () => new Promise(() => {}));
  const began = Date.now();
  expect(await ask("anna1")).toBe("anna1");
  expect(Date.now() - began).toBeGreaterThanOrEqual(450);
});
