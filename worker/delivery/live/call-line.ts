import type { SignalRules } from "./call-candidate.ts";
import { cleanSignal } from "./call-signal.ts";
import type { CallFrame, CallSignal, LiveEvent } from "./live.protocol.ts";

/** What a member's object knows of the call in which the member is. D1 decides; this can be rebuilt from it. */
export interface Engagement {
  call: string;
  conversation: string;
  /** Name of the member's own object. */
  member: string;
  /** Name of the other member's object. */
  peer: string;
  side: "caller" | "callee";
  /** Signals pass once it was answered. */
  active: boolean;
  /** In ms: without a later renewal the object forgets the call then. */
  until: number;
  rules: SignalRules;
  /** Id of the page that answered; null for the caller, whose first page has the call. */
  device?: string | null;
  /** Shown to a page of the called one that opens meanwhile; null for the caller and after the answer. */
  ring: { profile: string; name: string; kind: "voice" | "video"; until: number } | null;
}

/** Signals of the other member that wait for a page, or may have to be sent again. */
const KEPT = 300;
/** Candidates between two descriptions. */
const MOST_CANDIDATES = 64;

interface Here {
  /** The page's own id. */
  device: string;
  tokenHash: string;
}

type Judged = { is: "gap" | "known" | "refused" | "withheld" } | { is: "passed"; signal: CallSignal };

/** One member's end of a call, in the storage of the member's object: hibernation and eviction lose nothing. */
export class CallLine {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  get engagement(): Engagement | null {
    return this.#kv.get<Engagement>("call") ?? null;
  }

  /** When it is forgotten (ms); null without a call, and once it is. */
  sweep(now: number): number | null {
    const { until = null } = this.engagement ?? {};
    if (until === null || until > now) return until;
    this.#clear();
    return null;
  }

  get here(): Here | null {
    return this.#kv.get<Here>("call-here") ?? null;
  }

  /** The ring for a page that has just connected. */
  ringAt(now: number): LiveEvent | null {
    const { ring = null, call = "", conversation = "" } = this.engagement ?? {};
    if (!ring || ring.until <= now) return null;
    const { profile, name, kind } = ring;
    return { type: "call_ring", call, conversation, profile, name, kind };
  }

  /** A newer call replaces an older one, whose end was lost. */
  engage(engagement: Engagement): void {
    if (this.engagement?.call !== engagement.call) this.#clear();
    this.#kv.put("call", engagement);
  }

  /** After the object forgot a call that runs: the page goes on with numbers that this object has not counted. */
  restore(engagement: Engagement): void {
    this.engage(engagement);
    this.#kv.put("call-restored", true);
  }

  /** False if the member is not in this call. */
  release(call: string): boolean {
    if (this.engagement?.call !== call) return false;
    this.#clear();
    return true;
  }

  /** Returns what the page has not received; null if another page has the call. */
  attach({ device, received }: Extract<CallFrame, { type: "call_here" }>, tokenHash: string): LiveEvent[] | null {
    const { call, device: answered } = this.engagement as Engagement;
    const known = answered ?? this.here?.device ?? device;
    if (known !== device) return null;
    this.#kv.put<Here>("call-here", { device, tokenHash });
    const waiting: LiveEvent[] = [];
    for (const [key, data] of this.#kv.list<CallSignal>({ prefix: "signal:" })) {
      const n = Number(key.slice("signal:".length));
      if (n <= received) this.#kv.delete(key);
      else waiting.push({ type: "signal", call, n, data });
    }
    return waiting;
  }

  /** Judges the next signal of this member; `sent` stores that the other object has it. */
  judge({ n, data }: Extract<CallFrame, { type: "signal" }>): Judged {
    const { lastSent } = this;
    if (n <= lastSent) return { is: "known" };
    const isFirst = lastSent === 0 && this.#kv.get("call-restored") === true;
    if (n > lastSent + 1 && !isFirst) return { is: "gap" };
    const { rules } = this.engagement as Engagement;
    const cleaned = cleanSignal(data, rules);
    if (cleaned.is !== "passed") return { is: cleaned.is };
    const { signal } = cleaned;
    if (!("candidate" in signal)) return { is: "passed", signal };
    return this.#candidates() < MOST_CANDIDATES ? { is: "passed", signal } : { is: "withheld" };
  }

  /** Number of the last signal of this member that was judged. */
  get lastSent(): number {
    return this.#kv.get<number>("call-sent") ?? 0;
  }

  sent(n: number, signal: CallSignal | null): void {
    this.#kv.put("call-sent", n);
    if (signal === null || "say" in signal) return;
    this.#kv.put("call-candidates", "sdp" in signal ? 0 : this.#candidates() + 1);
  }

  /** Stores a signal of the other member; null for one that came already or is of another call. */
  take(call: string, from: string, n: number, data: CallSignal): LiveEvent | null {
    const engagement = this.engagement;
    if (engagement?.call !== call || engagement.peer !== from) return null;
    const taken = this.#kv.get<number>("call-taken") ?? 0;
    if (n <= taken) return null;
    this.#kv.put("call-taken", n);
    this.#kv.put(keyOf(n), data);
    if (n > KEPT) for (const [key] of this.#kv.list({ prefix: "signal:", end: keyOf(n - KEPT) })) this.#kv.delete(key);
    return { type: "signal", call, n, data };
  }

  #candidates(): number {
    return this.#kv.get<number>("call-candidates") ?? 0;
  }

  #clear(): void {
    for (const key of ["call", "call-here", "call-restored", "call-sent", "call-taken", "call-candidates"]) this.#kv.delete(key);
    for (const [key] of this.#kv.list({ prefix: "signal:" })) this.#kv.delete(key);
  }
}

function keyOf(n: number): string {
  return `signal:${String(n).padStart(9, "0")}`;
}
