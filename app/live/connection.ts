import type { Counters, LiveFrame } from "#worker/delivery/live/live.protocol.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import type { LiveEvent } from "./live-event.ts";

/** idle: no subscriber · waiting: delay before a retry · offline: no network · stopped: the session ended. */
type ConnectionState = "idle" | "connecting" | "open" | "waiting" | "offline" | "stopped";

export interface ConnectionSnapshot {
  state: ConnectionState;
  /** Null until the first message of the server. */
  counters: Counters | null;
  /** Grows when events may be lost; a list with an older epoch refetches once. */
  epoch: number;
}

const PING = '{"type":"ping"}';
const PING_EVERY = 25_000;
/** In ms: without any message this long after a ping, the socket is dead, whatever its `readyState`. */
const SILENCE = 10_000;
/** In ms: a browser alone waits minutes for a socket whose line broke before it opened. */
const OPENS_WITHIN = 15_000;
const LONGEST_WAIT = 30_000;
const IDLE_AFTER = 1_000;
/** In ms. With push, polls are rarer. */
const FIRST_POLL = 5_000;
const POLL_EVERY = 60_000;
const POLL_WITH_PUSH = 300_000;
/** In ms: requests within this time become one. */
const RECOUNT_AFTER = 300;
const CLOSE_LOGGED_OUT = 4403;

/** The tab's only live connection: a WebSocket with polling as fallback. Idle without subscribers. */
export class LiveConnection {
  #snapshot: ConnectionSnapshot = { state: "idle", counters: null, epoch: 0 };
  #socket: WebSocket | null = null;
  #attempts = 0;
  #heardAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #polls: ReturnType<typeof setTimeout> | undefined;
  #polling = false;
  #pollAgain = false;
  /** True if the next poll's differing sums count as lost events: the poll before differed too, or the server asked. */
  #mayDiffer = false;
  /** True from a lost connection or failed attempt until the next hello: events may be lost. */
  #behind = false;
  #rendered: number | null = null;
  /** Number of sums that the socket has brought. */
  #sumsReceived = 0;
  #visible = false;
  #idling: ReturnType<typeof setTimeout> | undefined;
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Set<(event: LiveEvent) => void>();
  readonly #deps: ConnectionDeps;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  readonly getSnapshot = (): ConnectionSnapshot => this.#snapshot;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    this.#start();
    return () => {
      this.#watchers.delete(watcher);
      this.#idle();
    };
  };

  readonly listen = (listener: (event: LiveEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    this.#start();
    return () => {
      this.#listeners.delete(listener);
      this.#idle();
    };
  };

  /** False without an open socket: the caller falls back to HTTP. */
  send(frame: LiveFrame): boolean {
    if (this.#snapshot.state !== "open" || !this.#socket) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Stores the counter sum of the rendered page: a first hello with another sum means lost events. */
  rendered(sum: number): void {
    this.#rendered = sum;
  }

  /** Tells the server whether this page can be seen, again after each connection. */
  show(visible: boolean): void {
    this.#visible = visible;
    this.send({ type: visible ? "visible" : "hidden" });
    if (visible) this.wake();
  }

  /** Publishes a call's response as if the server had pushed it. */
  report(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Takes over the sums of a call's answer. Those that the socket brought meanwhile are newer, or about to be. */
  async count<T>(answering: Promise<T>, sums: (answer: T) => Partial<Counters>): Promise<T> {
    const before = this.#sumsReceived;
    const answer = await answering;
    const { counters: known, state } = this.#snapshot;
    if (known && (before === this.#sumsReceived || state !== "open")) this.#set({ counters: { ...known, ...sums(answer) } });
    return answer;
  }

  /** A push message arrived: asks for the sums, chats and likes. */
  refresh(): void {
    if (this.#snapshot.state !== "idle" && this.#snapshot.state !== "stopped") this.#pollSoon();
  }

  /** Ends the retry delay: the network is back, or the page is visible again. */
  wake(): void {
    const { state } = this.#snapshot;
    // After a network loss, a refused socket must trigger a poll again.
    if (state === "offline") this.#attempts = 0;
    if (state === "offline" || state === "waiting") this.#connect();
    else if (state === "open") this.#ping();
  }

  /** The member has a session again: goes on as after a lost connection. */
  resume(): void {
    if (this.#snapshot.state !== "stopped") return;
    this.#behind = true;
    this.#set({ state: "idle" });
    this.#start();
  }

  lose(): void {
    if (this.#snapshot.state === "idle" || this.#snapshot.state === "stopped") return;
    this.#drop();
    this.#behind = true;
    this.#set({ state: "offline" });
  }

  #start(): void {
    if (this.#snapshot.state !== "idle") return;
    this.#polls = setTimeout(() => this.#poll(), FIRST_POLL);
    if (this.#deps.isOnline()) {
      this.#connect();
      return;
    }
    this.#behind = true;
    this.#set({ state: "offline" });
  }

  /** Closes the connection without subscribers; the delay spans a navigation. */
  #idle(): void {
    clearTimeout(this.#idling);
    this.#idling = setTimeout(() => {
      if (this.#watchers.size + this.#listeners.size > 0 || this.#snapshot.state === "stopped") return;
      this.#drop();
      clearTimeout(this.#polls);
      this.#set({ state: "idle" });
    }, IDLE_AFTER);
  }

  #connect(): void {
    this.#drop();
    this.#set({ state: "connecting" });
    const socket = this.#deps.open();
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#socket === socket && this.#hear(String(data)));
    socket.addEventListener("close", ({ code }) => this.#socket === socket && this.#closed(code));
    this.#retry = setTimeout(() => this.#closed(1006, false), OPENS_WITHIN);
  }

  #hear(data: string): void {
    this.#heardAt = Date.now();
    const event = JSON.parse(data) as LiveEvent;
    if ("counters" in event) this.#sumsReceived++;
    if (event.type === "hello") {
      // Events between rendering and the first hello appear in its counters only.
      const missed = this.#behind || event.changed || (this.#rendered !== null && sumOf(event.counters) !== this.#rendered);
      this.#attempts = 0;
      this.#behind = false;
      this.#rendered = null;
      clearTimeout(this.#retry);
      this.#set({ state: "open", counters: event.counters, epoch: this.#snapshot.epoch + Number(missed) });
      if (this.#visible) this.send({ type: "visible" });
      this.#pings = setInterval(() => this.#ping(), PING_EVERY);
    } else if (event.type === "counters") {
      this.#set({ counters: event.counters });
    } else if (event.type === "payment") {
      this.#pollSoon();
    } else if (event.type === "recount") {
      this.#mayDiffer = true;
      this.#pollSoon();
    }
    this.report(event);
  }

  #pollSoon(): void {
    this.#pollAgain = this.#polling;
    if (this.#polling) return;
    clearTimeout(this.#polls);
    this.#polls = setTimeout(() => this.#poll(), RECOUNT_AFTER);
  }

  #ping(): void {
    const socket = this.#socket;
    if (socket?.readyState !== 1) return;
    const sentAt = Date.now();
    socket.send(PING);
    setTimeout(() => {
      if (this.#socket === socket && this.#heardAt < sentAt) this.#closed(1006);
    }, SILENCE);
  }

  #closed(code: number, refused = this.#snapshot.state === "connecting"): void {
    if (code === CLOSE_LOGGED_OUT) {
      this.#stop(true);
      return;
    }
    this.#drop();
    this.#behind = true;
    if (!this.#deps.isOnline()) {
      this.#set({ state: "offline" });
      return;
    }
    // A refused socket does not tell why. Only an HTTP call shows whether the session ended.
    if (refused && this.#attempts <= 1) this.#pollSoon();
    this.#attempts++;
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** this.#attempts);
    this.#set({ state: "waiting" });
    // Half of the delay is jitter: after a restart browsers must not reconnect in the same second.
    this.#retry = setTimeout(() => this.#connect(), wait / 2 + (wait / 2) * this.#deps.random());
  }

  #stop(loggedOut: boolean): void {
    this.#drop();
    clearTimeout(this.#polls);
    this.#set({ state: "stopped" });
    if (loggedOut) this.#deps.onLoggedOut();
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#pings);
    const socket = this.#socket;
    this.#socket = null;
    if (socket && socket.readyState < 2) socket.close(1000);
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      // A failed poll waits for the next one, a minute later; offline none is sent.
      if (this.#deps.isOnline()) this.#polled(await this.#deps.poll());
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      if (code === "authentication_required" || code === "other_member") {
        this.#polling = false;
        this.#stop(code === "authentication_required");
        return;
      }
    }
    const every = (await this.#deps.hasPush().catch(() => false)) ? POLL_WITH_PUSH : POLL_EVERY;
    // Until here a request for the sums is noted in `#pollAgain`.
    this.#polling = false;
    if (this.#snapshot.state !== "idle" && this.#snapshot.state !== "stopped") {
      clearTimeout(this.#polls);
      this.#polls = setTimeout(() => this.#poll(), this.#pollAgain ? RECOUNT_AFTER : every);
      this.#pollAgain = false;
    }
  }

  #polled(counters: Counters): void {
    const { state, counters: known, epoch } = this.#snapshot;
    const differs = known !== null && sumOf(known) !== sumOf(counters);
    // Events under way explain a difference. One that lasts reveals lost events.
    if (state === "open" && differs && !this.#mayDiffer) {
      this.#mayDiffer = true;
      this.#pollAgain = true;
      return;
    }
    this.#mayDiffer = false;
    // Without a socket, this poll triggers the lists.
    this.#set({ counters, epoch: epoch + Number(state !== "open" || differs) });
  }

  #set(change: Partial<ConnectionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}

function sumOf(counters: Counters): number {
  return counters.unread_messages + counters.new_likes;
}
