import { CALL_KEY } from "./call-key.vocabulary.ts";
import type { CallSignal, LiveFrame } from "./live.protocol.ts";

const MAX_FRAME = 512;
const BURST = 30;
const PER_SECOND = 5;
/** Signals begin so, as browsers write them. They have a size and a limit of their own. */
const SIGNAL = '{"type":"signal",';
const MAX_SIGNAL = 16_384;
const SIGNAL_BURST = 40;
const SIGNALS_PER_SECOND = 10;
/** Malformed and rate-limited frames before the socket is closed. */
const MAX_GARBAGE = 5;
const MAX_DROPPED = 100;

type Verdict = { frame: LiveFrame } | { close: number; reason: string } | null;

export class FrameGate {
  readonly #frames: Bucket;
  readonly #signals: Bucket;
  #garbage = 0;
  #dropped = 0;
  #closed = false;

  constructor(now: number) {
    this.#frames = new Bucket(BURST, PER_SECOND, now);
    this.#signals = new Bucket(SIGNAL_BURST, SIGNALS_PER_SECOND, now);
  }

  /** `close` is a code of RFC 6455 section 7.4.1; null ignores the frame. */
  judge(data: string | ArrayBuffer, now: number): Verdict {
    if (this.#closed) return null;
    const isSignal = typeof data === "string" && data.startsWith(SIGNAL);
    if (!(isSignal ? this.#signals : this.#frames).take(now)) {
      this.#dropped++;
      return this.#dropped > MAX_DROPPED ? this.#close(1008, "too many frames") : null;
    }
    if (typeof data !== "string") return this.#strike(1003, "text frames only");
    if (data.length > (isSignal ? MAX_SIGNAL : MAX_FRAME)) return this.#close(1009, "frame too big");
    const frame = parseFrame(data);
    return frame ? { frame } : this.#strike(1007, "not a frame");
  }

  /** Counts a well-formed frame that the member had no right to send. */
  refuse(): Verdict {
    return this.#strike(1008, "not yours");
  }

  #strike(code: number, reason: string): Verdict {
    return ++this.#garbage >= MAX_GARBAGE ? this.#close(code, reason) : null;
  }

  #close(close: number, reason: string): Verdict {
    this.#closed = true;
    return { close, reason };
  }
}

class Bucket {
  readonly #size: number;
  readonly #perSecond: number;
  #tokens: number;
  #at: number;

  constructor(size: number, perSecond: number, now: number) {
    this.#size = this.#tokens = size;
    this.#perSecond = perSecond;
    this.#at = now;
  }

  take(now: number): boolean {
    this.#tokens = Math.min(this.#size, this.#tokens + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}

function parseFrame(data: string): LiveFrame | null {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null; // not JSON: a strike, like any other frame without a meaning
  }
  if (typeof value !== "object" || value === null) return null;
  const { type, conversation, seq, call, device, received, n, data: signal } = value as Record<string, unknown>;
  if (type === "ping" || type === "visible" || type === "hidden") return { type };
  if (type === "call_here" && isId(call) && isId(device) && isCount(received)) return { type, call, device, received };
  // The object reads the signal itself once it knows the call's rules.
  if (type === "signal" && isId(call) && isCount(n) && n > 0) return { type, call, n, data: signal as CallSignal };
  if (typeof conversation !== "string" || !/^[0-9a-z]{1,40}$/.test(conversation)) return null;
  if (type === "typing") return { type, conversation };
  if (type === "read" && isCount(seq)) return { type, conversation, seq };
  return null;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && CALL_KEY.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
