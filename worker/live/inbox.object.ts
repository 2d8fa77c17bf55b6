import { DurableObject } from "cloudflare:workers";
import { log } from "../lib/log.ts";
import { FrameGate } from "./frames.ts";
import { liveHooks } from "./hooks.ts";
import {
  CLOSE_LOGGED_OUT,
  CLOSE_TRY_AGAIN,
  type Counters,
  type LiveEvent,
  type LiveFrame,
  PING,
  PONG,
  type Snapshot,
} from "./live.protocol.ts";
import { type Found, SnapshotCache } from "./snapshot-cache.ts";

const MAX_SOCKETS = 10;
/** A browser pings every 25 seconds: one that has not for this long (ms) is gone, and its place is free. */
const SILENT_FOR = 90_000;
/** Typing is passed on this often (ms) a conversation, and a partner is looked up once for so many conversations. */
const TYPING_EVERY = 2_000;
const MAX_PARTNERS = 100;

/** What survives hibernation with a socket. */
interface Attachment {
  memberId: string;
  tokenHash: string;
  /** Ends with the session, in ms. */
  expiresAt: number;
  connectedAt: number;
}

/** What the Worker tells the object of a socket that it lets through. */
export interface Handshake extends Attachment {
  counters: Counters;
}

/**
 * The live edge of one member: sockets, presence, polled answers. All of it can be rebuilt from D1.
 * Methods answer outcomes and throw no refusals: an error's class does not survive the call.
 */
export class MemberInbox extends DurableObject<Env> {
  #snapshots: SnapshotCache;
  readonly #gates = new WeakMap<WebSocket, FrameGate>();
  readonly #partners = new Map<string, { partner: Promise<string | null>; typedAt: number }>();
  #toldAt = 0;
  #counting: Promise<void> | null = null;
  #countAgain = false;
  /** Replaced in tests. */
  clock: () => number = Date.now;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#snapshots = new SnapshotCache(ctx.storage.kv);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** The kept answer of a poll, or null and the mark for `keep`. */
  snapshot(tokenHash: string, kind: Snapshot, variant: string): Found {
    return this.#snapshots.find(tokenHash, kind, variant, this.clock());
  }

  /** Keeps a poll's answer for a session that D1 has found valid until `expiresAt`. False where it may already be out of date. */
  async keep(
    tokenHash: string,
    expiresAt: number,
    kind: Snapshot,
    variant: string,
    mark: string,
    body: string,
  ): Promise<boolean> {
    const kept = this.#snapshots.keep(tokenHash, expiresAt, kind, variant, mark, body, this.clock());
    if (kept) await this.#sweepAt(expiresAt);
    return kept;
  }

  /** A write that concerns this member is about to begin; `tell` with the same token ends it. */
  expect(token: string): void {
    this.#snapshots.expect(token, this.clock());
  }

  /** A write is done. True where a browser of the member got the events. */
  tell(memberId: string, token: string | null, events: LiveEvent[], changed: Snapshot[], counters: Counters | null): boolean {
    const certain = this.#snapshots.finish(token, changed);
    this.#toldAt = this.clock();
    if (changed.includes("chats")) this.#partners.clear();
    const reached = this.#broadcast(events);
    if (counters && certain) this.#broadcast([{ type: "counters", counters }]);
    else if (reached && (counters || changed.includes("user"))) this.ctx.waitUntil(this.#recount(memberId));
    return reached;
  }

  /** Passes on what changes nothing, such as typing. */
  relay(event: LiveEvent): boolean {
    return this.#broadcast([event]);
  }

  /** Who is at the other end of a conversation that D1 here knows nothing of, because an upstream has it. */
  setPartner(conversation: string, partner: string): void {
    this.ctx.storage.kv.put(`partner:${conversation}`, partner);
    this.#partners.delete(conversation);
  }

  /** From now on these sessions get nothing, even where D1 still calls them valid. Their sockets are closed; of the `renewed` one they connect again. */
  async revoke(tokenHashes: string[], renewed?: string): Promise<void> {
    const now = this.clock();
    for (const tokenHash of tokenHashes) {
      this.#snapshots.revoke(tokenHash, now);
      const isRenewed = tokenHash === renewed;
      const [code, reason] = isRenewed ? ([CLOSE_TRY_AGAIN, "try again"] as const) : ([CLOSE_LOGGED_OUT, "logged out"] as const);
      for (const socket of this.ctx.getWebSockets(tokenHash)) socket.close(code, reason);
    }
    await this.#sweepAt(now + 24 * 3600 * 1000);
  }

  /** Closes every socket: whose session is still good connects again. For sessions that ended where nobody here can name them. */
  disconnect(): void {
    for (const socket of this.ctx.getWebSockets()) socket.close(CLOSE_TRY_AGAIN, "try again");
  }

  /** Forgets the member: sockets, sessions and every kept answer. What was asked of D1 before is not kept any more either. */
  async erase(): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) socket.close(CLOSE_LOGGED_OUT, "logged out");
    this.#partners.clear();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#snapshots = new SnapshotCache(this.ctx.storage.kv);
  }

  /** Whether a browser of the member is connected. */
  online(): boolean {
    return this.#open().length > 0;
  }

  /** A socket that the Worker lets through: 101, 403 for a session revoked meanwhile, 429 where there are too many. */
  override async fetch(request: Request): Promise<Response> {
    const handshake = JSON.parse(decodeURIComponent(request.headers.get("x-handshake") ?? "")) as Handshake;
    if (!this.#snapshots.admit(handshake.tokenHash, handshake.expiresAt)) return new Response(null, { status: 403 });
    if (!this.#hasRoom()) return new Response(null, { status: 429 });
    const { 0: browser, 1: server } = new WebSocketPair();
    const { memberId, tokenHash, expiresAt, counters } = handshake;
    this.ctx.acceptWebSocket(server, [tokenHash]);
    server.serializeAttachment({ memberId, tokenHash, expiresAt, connectedAt: this.clock() } satisfies Attachment);
    server.send(JSON.stringify({ type: "hello", counters } satisfies LiveEvent));
    // The sums were read before the socket was here: whoever was told in between is asked about again.
    if (this.#snapshots.hasPending || this.#toldAt > handshake.connectedAt - 5_000) this.ctx.waitUntil(this.#recount(memberId));
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
      await this.#act(socket, verdict.frame, now);
    } catch (error) {
      // The browser repeats what matters: a read frame with the next message, or the call after a reconnect.
      log("warn", "live frame failed", { frame: verdict.frame.type, error });
    }
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 only ever describe a close: they can not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  override async alarm(): Promise<void> {
    const next = this.#snapshots.sweep(this.clock());
    if (next !== null) return this.ctx.storage.setAlarm(next);
    for (const [key] of this.ctx.storage.kv.list({ prefix: "partner:" })) this.ctx.storage.kv.delete(key);
  }

  async #act(socket: WebSocket, frame: LiveFrame, now: number): Promise<void> {
    const { memberId, expiresAt } = socket.deserializeAttachment() as Attachment;
    if (expiresAt <= now) return socket.close(CLOSE_LOGGED_OUT, "logged out");
    if (frame.type === "ping") return socket.send(PONG);
    if (frame.type === "read") return void (await liveHooks().read(this.env, memberId, frame.conversation, frame.seq));
    const talk = this.#talk(memberId, frame.conversation);
    if (now - talk.typedAt < TYPING_EVERY) return;
    talk.typedAt = now;
    const partnerId = await talk.partner;
    if (!partnerId) return;
    const partner = this.env.INBOX.get(this.env.INBOX.idFromName(partnerId));
    await partner.relay({ type: "typing", conversation: frame.conversation });
  }

  /** The partner of a conversation, looked up in D1 once; forgotten when the member's chats change. */
  #talk(memberId: string, conversation: string) {
    const known = this.#partners.get(conversation);
    if (known) return known;
    const stored = this.ctx.storage.kv.get<string>(`partner:${conversation}`);
    const partner = stored ? Promise.resolve(stored) : liveHooks().partnerOf(this.env, memberId, conversation);
    partner.catch(() => this.#partners.delete(conversation)); // whoever asked hears of it; the next frame asks again
    const talk = { partner, typedAt: 0 };
    if (this.#partners.size >= MAX_PARTNERS) this.#partners.clear();
    this.#partners.set(conversation, talk);
    return talk;
  }

  #broadcast(events: LiveEvent[]): boolean {
    const texts = events.map((event) => JSON.stringify(event));
    const now = this.clock();
    let reached = false;
    for (const socket of this.#open()) {
      const { expiresAt } = socket.deserializeAttachment() as Attachment;
      if (expiresAt <= now) {
        socket.close(CLOSE_LOGGED_OUT, "logged out");
        continue;
      }
      for (const text of texts) socket.send(text);
      reached = true;
    }
    return reached;
  }

  /** Tells the browsers what D1 says now. One reading at a time; one more follows where something was told meanwhile. */
  #recount(memberId: string): Promise<void> {
    this.#countAgain = true;
    this.#counting ??= (async () => {
      try {
        while (this.#countAgain) {
          this.#countAgain = false;
          const counters = await liveHooks().counters(this.env, memberId);
          if (counters && !this.#countAgain) this.#broadcast([{ type: "counters", counters }]);
        }
      } catch (error) {
        log("warn", "live recount failed", { error });
      } finally {
        this.#counting = null;
      }
    })();
    return this.#counting;
  }

  #open(): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN);
  }

  /** Closes sockets that have gone silent, where the member has as many as one may have. */
  #hasRoom(): boolean {
    const open = this.#open();
    if (open.length < MAX_SOCKETS) return true;
    const limit = this.clock() - SILENT_FOR;
    const silent = open.filter((socket) => {
      const { connectedAt } = socket.deserializeAttachment() as Attachment;
      return Math.max(connectedAt, this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0) < limit;
    });
    for (const socket of silent) socket.close(1001, "silent");
    return silent.length > 0;
  }

  async #sweepAt(time: number): Promise<void> {
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > time) await this.ctx.storage.setAlarm(time);
  }
}
