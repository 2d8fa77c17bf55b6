import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Call, Started } from "./call-frames.client.ts";
import { Renewals } from "./renewals.client.ts";

let asked: [number, number][];
let low: boolean[];
let failed: unknown[];
let credits: number;
let refuse: string | null;
let running: Renewals;
let begun: number;
const call = () => ({ price: { per: "minute", credits: 5 }, credits }) as Call;

function begin(role: Call["role"], seconds = 0) {
  const deps = {
    renew: async (minute: number) => {
      asked.push([minute, (Date.now() - begun) / 1000]);
      if (refuse) throw Object.assign(new Error(), { code: refuse });
      credits -= 5;
      return { call: call(), relay: {} } as Started;
    },
    onRenewed: () => {},
    onFailed: (error: unknown) => failed.push((error as { code: string }).code),
    onLow: (is: boolean) => low.push(is),
  };
  running = new Renewals(deps, { answeredAt: Date.now() - seconds * 1000, role });
}

beforeEach(() => {
  vi.useFakeTimers();
  [asked, low, failed, credits, refuse, begun] = [[], [], [], 12, null, Date.now()];
});
afterEach(() => {
  running.stop();
  vi.useRealTimers();
});

test("the caller pays each minute when it has begun, and never before", async () => {
  begin("caller");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(asked).toEqual([
    [2, 60.5],
    [3, 120.5],
  ]);
});

test("the callee follows, and asks again while the minute is not paid", async () => {
  begin("callee");
  refuse = "conflict";
  await vi.advanceTimersByTimeAsync(65_000);
  refuse = null;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([asked, failed]).toEqual([
    [
      [2, 62],
      [2, 64],
      [2, 66],
    ],
    [],
  ]);
});

test("thirty seconds before the credits end it says so, and takes it back after a purchase", async () => {
  begin("caller");
  credits = 4;
  running.follow(call());
  await vi.advanceTimersByTimeAsync(29_000);
  expect(low).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(low).toEqual([true]);
  credits = 100;
  running.follow(call());
  expect(low).toEqual([true, false]);
});

test("a minute that failed is asked for again, until it is paid or the call is over; a reload repeats its minute", async () => {
  begin("caller", 130);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([[3, 0]]);
  refuse = "not_enough_credits";
  await vi.advanceTimersByTimeAsync(56_000);
  refuse = null;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([asked.slice(1), failed]).toEqual([
    [
      [4, 50.5],
      [4, 55.5],
      [4, 60.5],
    ],
    ["not_enough_credits", "not_enough_credits"],
  ]);
  refuse = "call_over";
  await vi.advanceTimersByTimeAsync(180_000);
  expect([asked.length, failed.at(-1)]).toEqual([5, "call_over"]);
});
