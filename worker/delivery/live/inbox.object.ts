import { DurableObject } from "cloudflare:workers";
import { log } from "#worker/platform/log.ts";
import { broadcast } from "./broadcast.ts";
import type { Engagement } from "./call-line.ts";
import { CallSockets } from "./call-sockets.ts";
import { FrameGate } from "./frames.ts";
import { type Attachment, attachmentOf, type Handshake } from "./handshake.ts";
import type { InboxDeps } from "./inbox-deps.ts";
import {
  type CallSignal,
  CLOSE_LOGGED_OUT,
  CLOSE_TRY_AGAIN,
  type Counters,
  type LiveEvent,
  type LiveFrame,
  PING,
  PONG,
  type Snapshot,
  sameCounters,
} from "./live.protocol.ts";
import type { Reach, Span } from "./live.ts";
import { type Found, SnapshotCache } from "./snapshot-cache.ts";
import { Typing } from "./typing.ts";
import { hasRoom, isSilent, openSockets, Visibility } from "./visibility.ts";

/** In ms; a page takes about this long from its data to its socket. */
const RECENT = 5_000;
/** Sockets, presence and polled answers of a member; D1 can rebuild all. RPC loses error classes: methods return outcomes. */
export class MemberInbox extends DurableObject<Env> {
  #snapshots: SnapshotCache;
  readonly #deps: InboxDeps;
  readonly #visibility: Visibility;
  readonly #calls: CallSockets;
  readonly #gates = new WeakMap<WebSocket, FrameGate>();
  readonly #typing: Typing;
  #changedAt = 0;
  #eventsAt = 0;
  #counting: Promise<void> | null = null;
  /** Requests for a recount: the sums that one socket knows, or null for all sockets. */
  #uncounted: (Counters | null)[] = [];
  clock: () => number = Date.now;

  /** The runtime passes only two arguments; the exported class adds `deps` (objects.ts). */
  constructor(ctx: DurableObjectState, env: Env, deps: InboxDeps) {
    super(ctx, env);
    this.#deps = deps;
    this.#visibility = new Visibility(ctx);
    this.#snapshots = new SnapshotCache(ctx.storage.kv);
    this.#typing = new Typing(ctx.storage.kv, deps.partnerOf);
    this.#calls = new CallSockets({
      ...{ ctx, deps, now: () => this.clock(), sweepAt: (time) => void ctx.waitUntil(this.#sweepAt(time)) },
      tell: (events) => this.#broadcast(events),
      pass: async (peer, ...signal) => this.env.INBOX.get(this.env.INBOX.idFromName(peer)).takeSignal(...signal),
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  snapshot(tokenHash: string, kind: Snapshot, variant: string): Found {
    return this.#snapshots.find(tokenHash, kind, variant, this.clock());
  }

  async keep(
    tokenHash: string,
    expiresAt: number,
    kind: Snapshot,
    variant: string,
    mark: string,
    body: string,
  ): Promise<boolean> {
    const stored = this.#snapshots.keep(tokenHash, expiresAt, kind, variant, mark, body, this.clock());
    if (stored) await this.#sweepAt(expiresAt);
    return stored;
  }

  expect(token: string): void {
    this.#snapshots.expect(token, this.clock());
  }

  tell(memberId: string, token: string | null, events: LiveEvent[], changed: Snapshot[], counters: Counters | null): Reach {
    const certain = this.#snapshots.finish(token, changed, this.clock());
    const reached = this.#broadcast(events);
    this.#noteChange(memberId, changed, counters, { certain, reached, events: events.length > 0 });
    return { reached, looking: this.looking() };
  }

  /** From now on a write may run that is told by `conclude`. */
  suspendSnapshots(): void {
    this.#snapshots.suspend(this.clock());
  }

  /** The events leave before anything is stored. */
  conclude(memberId: string, write: Span, events: LiveEvent[], changed: Snapshot[], counters: Counters | null): Reach {
    const reached = this.#broadcast(events);
    const certain = this.#snapshots.conclude(write, changed, this.clock());
    this.#noteChange(memberId, changed, counters, { certain, reached, events: events.length > 0 });
    return { reached, looking: this.looking() };
  }

  relay(event: LiveEvent): boolean {
    return this.#broadcast([event]);
  }

  /** True if a page was told. */
  async engage(engagement: Engagement): Promise<boolean> {
    const isTold = this.#calls.engage(engagement);
    await this.#sweepAt(engagement.until);
    return isTold;
  }

  release(call: string, ending: string): void {
    this.#calls.release(call, ending);
  }

  takeSignal(call: string, from: string, n: number, data: CallSignal): boolean {
    return this.#calls.take(call, from, n, data);
  }

  setPartner(conversation: string, partner: string): void {
    this.#typing.setPartner(conversation, partner);
  }

  /** Ends the sessions even if D1 still accepts them. Sockets of `renewed` reconnect. */
  async revoke(tokenHashes: string[], renewed?: string): Promise<void> {
    const now = this.clock();
    for (const tokenHash of tokenHashes) {
      this.#snapshots.revoke(tokenHash, now);
      const isRenewed = tokenHash === renewed;
      const [code, reason] = isRenewed ? ([CLOSE_TRY_AGAIN, "try again"] as const) : ([CLOSE_LOGGED_OUT, "logged out"] as const);
      for (const socket of this.ctx.getWebSockets(tokenHash)) socket.close(code, reason);
    }
    await this.#sweepAt(now + 24 * 3600 * 1000);
    await this.#calls.revoked(tokenHashes.filter((tokenHash) => tokenHash !== renewed));
  }

  /** For ended sessions with unknown tokens. */
  disconnect(): void {
    for (const socket of this.ctx.getWebSockets()) socket.close(CLOSE_TRY_AGAIN, "try again");
  }

  async erase(): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) socket.close(CLOSE_LOGGED_OUT, "logged out");
    this.#typing.clear();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#snapshots = new SnapshotCache(this.ctx.storage.kv);
  }

  online(): boolean {
    return openSockets(this.ctx).some((socket) => !isSilent(this.ctx, socket, this.clock()));
  }

  looking(): boolean {
    return this.#visibility.isVisible(this.clock());
  }

  /** Ends the member's presence a little later, unless a page is visible then. */
  async hide(memberId: string): Promise<void> {
    const at = this.#visibility.hide(memberId, this.clock());
    if (at !== null) await this.#sweepAt(at);
  }

  /** Status 101; 403 for a revoked session, 429 for too many sockets. */
  override async fetch(request: Request): Promise<Response> {
    const handshake = JSON.parse(decodeURIComponent(request.headers.get("x-handshake") ?? "")) as Handshake;
    if (!this.#snapshots.admit(handshake.tokenHash, handshake.expiresAt)) return new Response(null, { status: 403 });
    if (!hasRoom(this.ctx, this.clock())) return new Response(null, { status: 429 });
    const { 0: browser, 1: server } = new WebSocketPair();
    const { memberId, tokenHash, expiresAt, remote, counters } = handshake;
    this.ctx.acceptWebSocket(server, [tokenHash]);
    server.serializeAttachment({ memberId, tokenHash, expiresAt, connectedAt: this.clock(), remote } satisfies Attachment);
    // The page may be older than a recent event, and the sums older than a write.
    const since = handshake.connectedAt - RECENT;
    const changed = this.#eventsAt > since;
    server.send(JSON.stringify({ type: "hello", counters, changed } satisfies LiveEvent));
    const ring = this.#calls.ring();
    if (ring) server.send(JSON.stringify(ring));
    if (this.#changedAt > since || this.#snapshots.isUncertain(this.clock()))
      this.ctx.waitUntil(this.#recount(memberId, counters));
    await this.#sweepAt(expiresAt);
    return new Response(null, { status: 101, webSocket: browser });
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const now = this.clock();
    let gate = this.#gates.get(socket);
    if (!gate) this.#gates.set(socket, (gate = new FrameGate(now)));
    const verdict = gate.judge(data, now);
    if (!verdict) return;
    if ("close" in verdict) return socket.close(verdict.close, verdict.reason);
    try {
      await this.#act(socket, verdict.frame, now, gate);
    } catch (error) {
      log("warn", "live frame failed", { frame: verdict.frame.type, error });
    }
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // 1005 and 1006 describe a close and cannot be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
    const { memberId, visibleAt, remote } = attachmentOf(socket);
    if (visibleAt !== undefined && !remote) await this.hide(memberId);
  }

  override async alarm(): Promise<void> {
    const silent = this.#visibility.closeSilent(this.clock());
    if (silent !== null) this.#visibility.hide(silent, this.clock());
    const away = this.#visibility.leave(this.clock());
    if (typeof away === "string") await this.#deps.away(away);
    const left = typeof away === "number" ? away : null;
    const expires = this.#snapshots.sweep(this.clock());
    const due = [left, expires, this.#calls.sweep(), this.#visibility.silentAt()].filter((at) => at !== null);
    if (due.length > 0) await this.ctx.storage.setAlarm(Math.min(...due));
    if (expires !== null) return;
    this.#typing.forget();
  }

  async #act(socket: WebSocket, frame: LiveFrame, now: number, gate: FrameGate): Promise<void> {
    const { memberId, expiresAt, remote } = attachmentOf(socket);
    if (expiresAt <= now) return socket.close(CLOSE_LOGGED_OUT, "logged out");
    if (frame.type === "ping") return socket.send(PONG);
    if (frame.type === "call_here" || frame.type === "signal") return this.#calls.act(socket, frame, gate);
    if (frame.type === "visible" || frame.type === "hidden") {
      const isHidden = this.#visibility.show(socket, frame.type === "visible", now);
      if (isHidden && !remote) await this.hide(memberId);
      const silentAt = this.#visibility.silentAt();
      return silentAt === null ? undefined : this.#sweepAt(silentAt);
    }
    if (frame.type === "read") return remote ? undefined : void (await this.#deps.read(memberId, frame.conversation, frame.seq));
    const partnerId = await this.#typing.typed(remote ? null : memberId, frame.conversation, now);
    if (!partnerId) return;
    const partner = this.env.INBOX.get(this.env.INBOX.idFromName(partnerId));
    await partner.relay({ type: "typing", conversation: frame.conversation });
  }

  #noteChange(
    memberId: string,
    changed: Snapshot[],
    counters: Counters | null,
    { certain, reached, events }: Record<"certain" | "reached" | "events", boolean>,
  ): void {
    this.#changedAt = this.clock();
    if (events) this.#eventsAt = this.#changedAt;
    if (changed.includes("chats")) this.#typing.clear();
    if (counters && certain) this.#broadcastCounters(counters);
    else if (reached && (counters || changed.includes("user"))) this.ctx.waitUntil(this.#recount(memberId));
  }

  #broadcast(events: LiveEvent[]): boolean {
    this.#calls.heard(events);
    return broadcast(this.ctx, this.clock(), () => events);
  }

  #broadcastCounters(counters: Counters): void {
    broadcast(this.ctx, this.clock(), ({ remote }) => [remote ? { type: "recount" } : { type: "counters", counters }]);
  }

  #recount(memberId: string, known: Counters | null = null): Promise<void> {
    this.#uncounted.push(known);
    this.#counting ??= (async () => {
      try {
        let requests: number;
        let counters: Counters | null;
        do {
          requests = this.#uncounted.length;
          counters = await this.#deps.counters(memberId);
        } while (this.#uncounted.length > requests);
        if (counters && !this.#uncounted.every((sums) => sameCounters(sums, counters))) this.#broadcastCounters(counters);
      } catch (error) {
        log("warn", "live recount failed", { error });
      } finally {
        this.#uncounted = [];
        this.#counting = null;
      }
    })();
    return this.#counting;
  }

  async #sweepAt(time: number): Promise<void> {
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > time) await this.ctx.storage.setAlarm(time);
  }
}
