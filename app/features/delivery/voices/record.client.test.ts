import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { record, type Step } from "./record.client.ts";

const LIMITS = { seconds: 60, levels: 4 };
let told: Step[] = [];
let stopped = 0;
let closed = 0;
let clock = 0;
let tick = () => {};

/** A browser whose `broken` part throws. */
function browser(broken?: "recorder" | "sound" | "source" | "start") {
  const failAt = (part: typeof broken) => {
    if (part === broken) throw new Error(`no ${part}`);
  };
  class FakeRecorder {
    static isTypeSupported = () => true;
    state = "inactive";
    mimeType = "audio/webm";
    onstart = () => {};
    onstop = () => {};
    constructor() {
      failAt("recorder");
    }
    start() {
      failAt("start");
      this.state = "recording";
      this.onstart();
    }
    stop() {
      this.state = "inactive";
      this.onstop();
    }
  }
  class FakeSound {
    constructor() {
      failAt("sound");
    }
    createAnalyser = () => ({ fftSize: 8, getFloatTimeDomainData() {} });
    createMediaStreamSource() {
      failAt("source");
      return { connect() {} };
    }
    close = async () => void closed++;
  }
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  vi.stubGlobal("AudioContext", FakeSound);
  const stream = { getTracks: () => [{ stop: () => void stopped++ }] };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: async () => stream } });
  const setInterval = (work: () => void) => {
    tick = work;
    return 1;
  };
  vi.stubGlobal("window", { setInterval });
  vi.stubGlobal("performance", { now: () => clock });
}

beforeEach(() => {
  told = [];
  [stopped, closed, clock] = [0, 0, 0];
});
afterEach(() => void vi.unstubAllGlobals());

test.each(["recorder", "sound", "source", "start"] as const)(
  "where the %s fails, the microphone is given back and the member is told",
  async (broken) => {
    browser(broken);
    expect(await record(LIMITS, (step) => told.push(step))).toBeNull();
    expect(told.at(-1)).toEqual({ of: "failed", why: "unable" });
    expect([stopped, closed]).toEqual([1, broken === "recorder" || broken === "sound" ? 0 : 1]);
  },
);

test("a recording ends before its limit, so that a late timer keeps it within", async () => {
  browser();
  await record(LIMITS, (step) => told.push(step));
  for (clock = 59_300; stopped === 0; clock += 100) tick();
  const last = told.at(-1);
  expect(last?.of === "recorded" && last.length).toBe(59_500);
});
