import type { Call, CallFrame, Said, SignalData, SignalEvent, Started } from "./call-frames.client.ts";
import type { CallMemory } from "./call-memory.client.ts";
import type { CallState } from "./call-state.client.ts";
import type { CallStore } from "./call-store.client.ts";
import type { OwnMedia } from "./own-media.client.ts";
import { Peer, type PeerDeps, type PeerState } from "./peer.client.ts";
import { Renewals } from "./renewals.client.ts";
import { Signals } from "./signals.client.ts";

/** In ms without a connection: then the call ends for both. */
export const GIVE_UP = 30_000;

export interface SessionDeps {
  store: CallStore;
  own: OwnMedia;
  connect: PeerDeps["create"];
  memory: CallMemory;
  send(frame: CallFrame): boolean;
  renew(call: string, minute: number): Promise<Started>;
  /** Asks the server how the call stands. */
  look(): void;
  giveUp(): void;
}

/** The call that this page is in: its signals, its connection and its minutes. */
export class CallSession {
  readonly #signals: Signals;
  readonly #deps: SessionDeps;
  #peer: Peer | null = null;
  #renewals: Renewals | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: SessionDeps, call: string, device: string) {
    const { memory } = deps;
    this.#deps = deps;
    memory.write(call, { device, signals: memory.read(call)?.signals ?? null });
    this.#signals = new Signals({
      call,
      device,
      send: (frame) => deps.send(frame),
      receive: (data) => this.#receive(data),
      load: () => memory.read(call)?.signals ?? null,
      save: (signals) => memory.write(call, { device, signals }),
    });
    this.#signals.here();
  }

  get isConnecting(): boolean {
    return this.#peer !== null;
  }

  here(): void {
    this.#signals.here();
  }

  hear(event: SignalEvent): void {
    this.#signals.hear(event);
  }

  connect({ call, relay }: Started): void {
    const { store, own } = this.#deps;
    if (this.#peer) return;
    const answeredAt = Date.now() - call.seconds * 1000;
    store.set({ phase: "connecting", call, answeredAt });
    this.#wait();
    if (this.#signals.isResumed) this.#signals.say({ say: "fresh" });
    this.#peer = new Peer(
      {
        create: this.#deps.connect,
        say: (data) => this.#signals.say(data),
        onTrack: (track) => this.#theirs(track.kind === "audio" ? { sound: track } : { picture: track }),
        onState: (state) => this.#follow(state),
      },
      { caller: call.role === "caller", relay },
    );
    this.#peer.send("audio", own.microphone);
    this.#peer.send("video", own.picture);
    own.sayAll();
    this.#renewals = new Renewals(
      {
        renew: (minute) => this.#deps.renew(call.id, minute),
        onRenewed: (renewed) => this.#renewed(renewed),
        onFailed: () => this.#deps.look(),
        onLow: (low) => low !== store.state.low && store.set({ low }),
      },
      { answeredAt, role: call.role },
    );
    this.#renewals.follow(call);
  }

  /** The call as the server has it now. */
  follow(call: Call): void {
    this.#renewals?.follow(call);
  }

  send(picture: MediaStreamTrack | null): void {
    this.#peer?.send("video", picture);
  }

  say(word: Said): void {
    if (this.#peer) this.#signals.say({ say: word });
  }

  restart(): void {
    this.#peer?.restart();
  }

  stats(): Promise<RTCStatsReport> | null {
    return this.#peer?.stats() ?? null;
  }

  close(): void {
    clearTimeout(this.#patience);
    this.#signals.stop();
    this.#renewals?.stop();
    this.#peer?.close();
  }

  /** The callee is the second to have new credentials: its restart lets both use them. */
  #renewed({ call, relay }: Started): void {
    this.#deps.store.set({ call });
    this.#peer?.configure(relay);
    if (call.role === "callee") this.#peer?.restart();
  }

  #follow(state: PeerState): void {
    const { store } = this.#deps;
    if (state === "connected") {
      clearTimeout(this.#patience);
      store.set({ phase: "active" });
    } else if (store.state.phase === "active") {
      store.set({ phase: "reconnecting" });
      this.#wait();
    }
  }

  #wait(): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#deps.giveUp(), GIVE_UP);
  }

  #receive(data: SignalData): void {
    if (!("say" in data)) void this.#peer?.hear(data);
    else if (data.say === "fresh") {
      void this.#peer?.hear(data);
      // A page that was loaded anew does not know how this one stands.
      this.#deps.own.sayAll();
    } else this.#heard(data.say);
  }

  #heard(word: Said): void {
    if (word === "shown" || word === "hidden") this.#theirs({ shown: word === "shown" });
    if (word === "muted" || word === "unmuted") this.#theirs({ muted: word === "muted" });
    if (word === "camera_on" || word === "camera_off") this.#theirs({ camera: word === "camera_on" });
    if (word === "bye") this.#deps.look();
  }

  #theirs(change: Partial<CallState["theirs"]>): void {
    const { store } = this.#deps;
    store.set({ theirs: { ...store.state.theirs, ...change } });
  }
}
