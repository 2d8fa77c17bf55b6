import { expect, test } from "vitest";
import { countNow } from "./clock.shared.tsx";

const item = (id: string, decision: string | null = null) => ({ id, decision });
const count = { waiting: 3, overdue: 1, due_soon: 1, mine: 2, free: 0, barred: 1, late: ["a"], soon: ["b", "c"] };

test("decided work waits no more, and undone work waits again", () => {
  const items = [item("a"), item("b"), item("c", "approve")];
  const now: Record<string, string | null> = { a: "approve", b: "refuse", c: "approve" };
  const counted = () => countNow(count, items, ({ id }) => now[id] ?? null);
  expect(counted()).toEqual({ waiting: 1, overdue: 0, due_soon: 0, mine: 0, free: 0, barred: 1 });
  now.c = null;
  expect(counted()).toEqual({ waiting: 2, overdue: 0, due_soon: 1, mine: 1, free: 0, barred: 1 });
});
