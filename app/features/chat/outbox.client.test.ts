import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError } from "#app/live/client.ts";
import { Outbox, type OutgoingMessage } from "./outbox.client.ts";

const MINUTE = 60_000;

let answer: (letter: OutgoingMessage) => CallError | null;
let posted: string[];
let told: string[];
let outbox: Outbox;

beforeEach(() => {
  vi.useFakeTimers();
  [posted, told] = [[], []];
  answer = () => null;
  outbox = new Outbox({
    post: async (letter) => {
      const error = answer(letter);
      posted.push(`${letter.text}${error ? `:${error.status}` : ""}`);
      if (error) throw error;
    },
    waiting: ({ text }) => told.push(`${text} waits`),
    failed: ({ text }, { status }) => told.push(`${text} failed ${status}`),
  });
});
afterEach(() => void vi.useRealTimers());

const write = (...texts: string[]) => {
  for (const text of texts) outbox.add({ clientId: `client-${text}`, text });
};
const gone = () => new CallError(0);

test("what is written without a network goes by itself when it is back, after seconds or minutes, in order and once", async () => {
  for (const away of [15_000, 10 * MINUTE]) {
    posted = [];
    answer = gone;
    write("a", "b", "c");
    await vi.advanceTimersByTimeAsync(away);
    expect(new Set(posted)).toEqual(new Set(["a:0"]));
    posted = [];
    answer = () => null;
    outbox.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(posted).toEqual(["a", "b", "c"]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(posted).toHaveLength(3);
  }
  expect(told).not.toContain("a failed 0");
});

test("it goes as well where nobody says that the network is back, and asks at most every 16 s", async () => {
  answer = gone;
  write("a");
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(posted.length).toBeGreaterThan(30);
  expect(posted.length).toBeLessThan(100);
  answer = () => null;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(posted.at(-1)).toBe("a");
});

test("a letter that was refused is not tried again, and those behind it go", async () => {
  answer = ({ text }) => (text === "too long" ? new CallError(422, { code: "invalid" }) : null);
  write("too long", "short");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(posted).toEqual(["too long:422", "short"]);
  expect(told).toEqual(["too long failed 422"]);
});

test("a server that fails is asked five times more, one that asks for patience as late as it says", async () => {
  answer = () => new CallError(503);
  write("a");
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([posted.length, told]).toEqual([6, ["a failed 503"]]);
  answer = () => new CallError(429, { retry_after: 20 });
  write("b");
  await vi.advanceTimersByTimeAsync(19_000);
  expect(posted).toHaveLength(7);
  answer = () => null;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(posted.at(-1)).toBe("b");
  answer = () => new CallError(429, { retry_after: 3_600 });
  write("c");
  await vi.advanceTimersByTimeAsync(0);
  expect(told.at(-1)).toBe("c failed 429");
});

test("one that is dropped while it waits does not go, and holds up nothing", async () => {
  answer = gone;
  write("a", "b");
  await vi.advanceTimersByTimeAsync(1_000);
  outbox.drop("client-a");
  answer = () => null;
  outbox.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(posted.filter((one) => !one.endsWith(":0"))).toEqual(["b"]);
});

test("the same letter twice is one", async () => {
  write("a", "a");
  await vi.advanceTimersByTimeAsync(0);
  expect(posted).toEqual(["a"]);
});
