import { beforeEach, expect, test } from "vitest";
import type { CallFrame, Said, SignalData } from "./call-frames.client.ts";
import { type SignalState, Signals } from "./signals.client.ts";

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
  [sent, received, saved, open] = [[], [], null, true];
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
