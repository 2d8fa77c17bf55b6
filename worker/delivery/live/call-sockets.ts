import { log } from "#worker/platform/log.ts";
import { CallLine, type Engagement } from "./call-line.ts";
import type { FrameGate } from "./frames.ts";
import { attachmentOf } from "./handshake.ts";
import type { InboxDeps } from "./inbox-deps.ts";
import type { CallFrame, CallSignal, LiveEvent } from "./live.protocol.ts";
import { openSockets } from "./visibility.ts";

/** In ms: how often a page may name a call of which the object does not know. */
const ASKED_EVERY = 2_000;

interface Parts {
  ctx: DurableObjectState;
  deps: Pick<InboxDeps, "engagementOf" | "leaveCall">;
  /** Sends to every open page of the member. */
  tell(events: LiveEvent[]): boolean;
  /** Gives a signal to the object of the other member. False if that one is not in the call. */
  pass(peer: string, call: string, from: string, n: number, data: CallSignal): Promise<boolean>;
  /** Asks for an alarm. */
  sweepAt(time: number): void;
  now(): number;
}

/** The call of a member, at the member's sockets. Decision 147. */
export class CallSockets {
  readonly #line: CallLine;
  readonly #parts: Parts;
  /** Signals leave one after the other: the other object takes them in their order. */
  #passing: Promise<void> = Promise.resolve();
  #askedAt = 0;
  /** The call that ended last: its signals may still be under way. */
  #over: string | null = null;

  constructor(parts: Parts) {
    this.#line = new CallLine(parts.ctx.storage.kv);
    this.#parts = parts;
  }

  /** True if a page was told. */
  engage(engagement: Engagement): boolean {
    const { call, side, active, rules } = engagement;
    const before = this.#line.engagement;
    const wasActive = before?.call === call && before.active;
    if (wasActive && !active) return false;
    this.#line.engage(engagement);
    const ring = this.#line.ringAt(this.#parts.now());
    if (ring) return this.#parts.tell([ring]);
    if (!active || wasActive) return false;
    if (side === "callee") return this.#parts.tell([{ type: "call_taken", call, ended: false }]);
    return this.#parts.tell([{ type: "call_answered", call, direct: rules.direct }]);
  }

  /** The call is over; every page is told, whether or not it rang there. */
  release(call: string, ending: string): void {
    const engagement = this.#line.engagement;
    const rang = engagement?.call === call && !engagement.active && engagement.side === "callee";
    if (!this.#line.release(call)) return;
    this.#over = call;
    this.#mark(null, call);
    this.#parts.tell([
      { type: "call_ended", call, ending },
      ...(rang ? [{ type: "call_taken" as const, call, ended: true }] : []),
    ]);
  }

  ring(): LiveEvent | null {
    return this.#line.ringAt(this.#parts.now());
  }

  /** Forgets a call of which nothing was heard. Returns when that is due (ms). */
  sweep(): number | null {
    const { engagement } = this.#line;
    const due = this.#line.sweep(this.#parts.now());
    if (engagement && due === null) this.#mark(null, engagement.call);
    return due;
  }

  take(call: string, from: string, n: number, data: CallSignal): boolean {
    const { engagement } = this.#line;
    if (engagement?.call !== call || engagement.peer !== from) return false;
    const event = this.#line.take(call, from, n, data);
    if (event) this.#toHere(call, event);
    return true;
  }

  /** The conversation of a call has ended by a block: D1 has ended the call with it. */
  heard(events: readonly LiveEvent[]): void {
    const { engagement } = this.#line;
    for (const event of events)
      if (event.type === "ended" && event.conversation === engagement?.conversation) this.release(engagement.call, "gone");
  }

  /** A page whose session ends takes its call with it. A ring goes on at the other devices. */
  async revoked(tokenHashes: readonly string[]): Promise<void> {
    const { engagement, here } = this.#line;
    if (!engagement || !here || !tokenHashes.includes(here.tokenHash)) return;
    try {
      await this.#parts.deps.leaveCall(engagement.member, engagement.call);
    } catch (error) {
      log("warn", "a call of an ended session goes on", { call: engagement.call, error });
    }
  }

  /** Closes the socket of a page that sends what it may not. */
  async act(socket: WebSocket, frame: CallFrame, gate: FrameGate): Promise<void> {
    const refuse = () => {
      const verdict = gate.refuse();
      if (verdict && "close" in verdict) socket.close(verdict.close, verdict.reason);
    };
    if (frame.type === "call_here") return this.#arrive(socket, frame, refuse);
    if (frame.call === this.#over) return;
    const { engagement } = this.#line;
    if (engagement?.call !== frame.call || !engagement.active || attachmentOf(socket).call !== frame.call) return refuse();
    // Without an acknowledgement the page sends it again. The next signal leaves all the same.
    this.#passing = this.#passing
      .then(() => this.#send(socket, frame, refuse))
      .catch((error) => log("warn", "a signal was not passed on", { call: frame.call, error }));
    return this.#passing;
  }

  async #arrive(socket: WebSocket, frame: Extract<CallFrame, { type: "call_here" }>, refuse: () => void): Promise<void> {
    const { memberId, tokenHash, remote } = attachmentOf(socket);
    if (remote) return refuse();
    const { call } = frame;
    if (this.#line.engagement?.call !== call) {
      const now = this.#parts.now();
      if (now - this.#askedAt < ASKED_EVERY) return;
      this.#askedAt = now;
      const found = await this.#parts.deps.engagementOf(memberId, call);
      if (!found) return refuse();
      this.#line.restore(found);
      this.#parts.sweepAt(found.until);
    }
    const waiting = this.#line.attach(frame, tokenHash);
    if (!waiting) return socket.send(JSON.stringify({ type: "call_taken", call, ended: false } satisfies LiveEvent));
    this.#mark(socket, call);
    // Also tells a page without anything to send that it was heard.
    const known: LiveEvent = { type: "signal_ack", call, n: this.#line.lastSent };
    for (const event of [known, ...waiting]) socket.send(JSON.stringify(event));
  }

  async #send(socket: WebSocket, frame: Extract<CallFrame, { type: "signal" }>, refuse: () => void): Promise<void> {
    const { engagement } = this.#line;
    if (engagement?.call !== frame.call) return;
    const judged = this.#line.judge(frame);
    if (judged.is === "gap") return;
    if (judged.is === "refused") refuse();
    if (judged.is === "passed") {
      if (!(await this.#parts.pass(engagement.peer, frame.call, engagement.member, frame.n, judged.signal))) return;
      // Meanwhile the member may have begun another call, with numbers of its own.
      if (this.#line.engagement?.call !== frame.call) return;
    }
    if (judged.is !== "known") this.#line.sent(frame.n, judged.is === "passed" ? judged.signal : null);
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ type: "signal_ack", call: frame.call, n: frame.n } satisfies LiveEvent));
  }

  #toHere(call: string, event: LiveEvent): void {
    for (const socket of openSockets(this.#parts.ctx)) if (attachmentOf(socket).call === call) socket.send(JSON.stringify(event));
  }

  /** One socket is the member's end; `here` is null once the call is over. */
  #mark(here: WebSocket | null, call: string): void {
    for (const socket of openSockets(this.#parts.ctx)) {
      const { call: marked, ...rest } = attachmentOf(socket);
      if (socket === here) socket.serializeAttachment({ ...rest, call });
      else if (marked !== undefined) socket.serializeAttachment(rest);
    }
  }
}
