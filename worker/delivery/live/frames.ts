import type { LiveFrame } from "./live.protocol.ts";

const MAX_FRAME = 512;
const BURST = 30;
const PER_SECOND = 5;
/** Malformed and rate-limited frames before the socket is closed. */
const MAX_GARBAGE = 5;
const MAX_DROPPED = 100;

type Verdict = { frame: LiveFrame } | { close: number; reason: string } | null;

export class FrameGate {
  #tokens = BURST;
  #at: number;
  #garbage = 0;
  #dropped = 0;
  #closed = false;

  constructor(now: number) {
    this.#at = now;
  }

  /** `close` is a code of RFC 6455 section 7.4.1; null ignores the frame. */
  judge(data: string | ArrayBuffer, now: number): Verdict {
    if (this.#closed) return null;
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#at) / 1000) * PER_SECOND);
    this.#at = now;
    if (this.#tokens < 1) {
      this.#dropped++;
      return this.#dropped > MAX_DROPPED ? this.#close(1008, "too many frames") : null;
    }
    this.#tokens--;
    if (typeof data !== "string") return this.#strike(1003, "text frames only");
    if (data.length > MAX_FRAME) return this.#close(1009, "frame too big");
    const frame = parseFrame(data);
    return frame ? { frame } : this.#strike(1007, "not a frame");
  }

  #strike(code: number, reason: string): Verdict {
    return ++this.#garbage >= MAX_GARBAGE ? this.#close(code, reason) : null;
  }

  #close(close: number, reason: string): Verdict {
    this.#closed = true;
    return { close, reason };
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
  const { type, conversation, seq } = value as Record<string, unknown>;
  if (type === "ping" || type === "visible" || type === "hidden") return { type };
  if (typeof conversation !== "string" || !/^[0-9a-z]{1,40}$/.test(conversation)) return null;
  if (type === "typing") return { type, conversation };
  if (type === "read" && Number.isSafeInteger(seq) && (seq as number) >= 0) return { type, conversation, seq: seq as number };
  return null;
}
