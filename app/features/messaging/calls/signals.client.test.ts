import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CallFrame, Said, SignalData } from "./call-frames.client.ts";
import { AGAIN, type SignalState, Signals, UNDER_WAY } from "./signals.client.ts";

let sent: CallFrame[];
let received: SignalData[];
let saved: SignalState | null;
let open: boolean;

const made = () =>
  new Signals({
    call: "c1",
    device: "this page",
    send: (frame) => open && sent.push(frame) > 0,
    receive: (data) => received.push(data),
    load: () => structuredClone(saved),
    save: (state) => {
      saved = structuredClone(state);
    },
  });
const word = (say: Said): SignalData => ({ say });
const numbers = () => sent.map((frame) => (frame.type === "signal" ? frame.n : `here ${frame.received}`));

beforeEach(() => {
  vi.useFakeTimers();
  [sent, received, saved, open] = [[], [], null, true];
});
afterEach(() => {
  vi.useRealTimers();
});

test("a signal is numbered, and said again after each connection until the server has it", () => {
  const signals = made();
  open = false;
  signals.say(word("muted"));
  signals.say(word("unmuted"));
  expect(sent).toEqual([]);
  open = true;
  signals.here();
  expect(numbers()).toEqual(["here 0", 1, 2]);
  signals.hear({ type: "signal_ack", call: "c1", n: 1 });
  sent.length = 0;
  signals.here();
  expect(numbers()).toEqual(["here 0", 2]);
});

test("signals are handed on once and in order; one that the server refused leaves a gap", () => {
  const signals = made();
  const hear = (n: number, say: Said) => signals.hear({ type: "signal", call: "c1", n, data: word(say) });
  hear(1, "muted");
  hear(1, "muted");
  hear(3, "shown");
  hear(2, "unmuted");
  expect([received, numbers()]).toEqual([[word("muted"), word("shown")], []]);
});

test("no more are under way than the server takes at once; each acknowledgement lets the next one go, once", () => {
  const signals = made();
  for (let n = 1; n <= UNDER_WAY + 3; n++) signals.say(word("muted"));
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
  expect(numbers()).toEqual(upTo(UNDER_WAY));
  signals.hear({ type: "signal_ack", call: "c1", n: 1 });
  expect(numbers()).toEqual(upTo(UNDER_WAY + 1));
  signals.hear({ type: "signal_ack", call: "c1", n: UNDER_WAY });
  expect(numbers()).toEqual(upTo(UNDER_WAY + 3));
});

test("a signal that the server dropped is said again, and none after the end of the call", async () => {
  const signals = made();
  signals.say(word("muted"));
  signals.say(word("unmuted"));
  await vi.advanceTimersByTimeAsync(AGAIN);
  expect(numbers()).toEqual([1, 2, "here 0", 1, 2]);
  signals.hear({ type: "signal_ack", call: "c1", n: 1 });
  await vi.advanceTimersByTimeAsync(AGAIN);
  expect(numbers()).toEqual([1, 2, "here 0", 1, 2, "here 0", 2]);
  signals.stop();
  signals.hear({ type: "signal_ack", call: "c1", n: 2 });
  await vi.advanceTimersByTimeAsync(2 * AGAIN);
  expect(numbers().length).toBe(7);
});

test("a page that has nothing to say names itself until the server has heard it", async () => {
  const signals = made();
  signals.here();
  await vi.advanceTimersByTimeAsync(2 * AGAIN);
  expect(numbers()).toEqual(["here 0", "here 0", "here 0"]);
  signals.hear({ type: "signal_ack", call: "c1", n: 0 });
  await vi.advanceTimersByTimeAsync(2 * AGAIN);
  expect(numbers().length).toBe(3);
});

test("a page that always has something to say repeats what was dropped, too", async () => {
  const signals = made();
  for (let n = 1; n <= 4; n++) {
    signals.say(word("muted"));
    await vi.advanceTimersByTimeAsync(AGAIN / 3);
  }
  expect(numbers()).toEqual([1, 2, 3, "here 0", 1, 2, 3, 4]);
});

test("a reload goes on with the numbers, and another call's signals are not heard", () => {
  const before = made();
  before.say(word("muted"));
  before.hear({ type: "signal", call: "c1", n: 1, data: word("shown") });
  before.hear({ type: "signal", call: "another", n: 2, data: word("hidden") });
  const after = made();
  expect(after.isResumed).toBe(true);
  sent.length = 0;
  after.here();
  after.say(word("fresh"));
  expect(numbers()).toEqual(["here 1", 1, 2]);
});
