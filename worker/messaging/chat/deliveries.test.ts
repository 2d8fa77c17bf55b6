import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDeliveries } from "./deliveries.ts";
import type { Delivery } from "./receipts.sql.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function made() {
  const written: Delivery[][] = [];
  const promised: (() => Promise<unknown>)[] = [];
  const receipts = { deliverAll: async (all: Delivery[]) => void written.push(all) };
  return { written, promised, deliveries: createDeliveries({ receipts, inTime: (_, work) => void promised.push(work) }) };
}

const delivery = (seq: number, conversation = "c"): Delivery => ({ reader: "r", conversation, seq, at: 1 });

test("deliveries of one moment are written together, the newest of each conversation", async () => {
  const { deliveries, promised, written } = made();
  deliveries.add(delivery(1));
  deliveries.add(delivery(2));
  deliveries.add(delivery(7, "d"));
  expect(promised).toHaveLength(1);
  await promised[0]?.();
  expect(written).toEqual([[delivery(2), delivery(7, "d")]]);
});

test("a delivery after the write is promised again, whatever the clock says", async () => {
  const { deliveries, promised, written } = made();
  deliveries.add(delivery(1));
  await promised[0]?.();
  deliveries.add(delivery(2));
  expect(promised).toHaveLength(2);
  await promised[1]?.();
  expect(written).toEqual([[delivery(1)], [delivery(2)]]);
});

test("a write whose request ended is made up by the next delivery after its time", async () => {
  const { deliveries, promised, written } = made();
  deliveries.add(delivery(1));
  vi.setSystemTime(Date.now() + 20_001);
  deliveries.add(delivery(2, "d"));
  expect(promised).toHaveLength(2);
  await promised[1]?.();
  expect(written).toEqual([[delivery(1), delivery(2, "d")]]);
});

test("a read receipt makes its delivery superfluous, but not a later one", async () => {
  const { deliveries, promised, written } = made();
  deliveries.add(delivery(3));
  deliveries.drop(delivery(3));
  await promised[0]?.();
  deliveries.add(delivery(5));
  deliveries.drop(delivery(4));
  await promised[1]?.();
  expect(written).toEqual([[delivery(5)]]);
});

test("a write of the reader's side that happens anyway takes the newest delivery along", async () => {
  const { deliveries, promised, written } = made();
  deliveries.add(delivery(3));
  deliveries.add(delivery(4));
  const taken = deliveries.waiting("r", "c");
  expect(taken).toEqual(delivery(4));
  deliveries.drop(taken ?? expect.unreachable());
  expect(deliveries.waiting("r", "c")).toBeNull();
  await promised[0]?.();
  expect(written).toEqual([]);
});
