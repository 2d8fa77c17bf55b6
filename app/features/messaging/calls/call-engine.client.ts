import { newKey } from "#app/live/client.ts";
import type { LiveEvent } from "#app/live/live-event.ts";
import type { CallInput } from "#worker/server/calls.ts";
import type { Call, CallFrame, Started } from "./call-frames.client.ts";
import type { CallMemory } from "./call-memory.client.ts";
import { CallSession } from "./call-session.client.ts";
import { BEGINNING } from "./call-state.client.ts";
import { CallStore } from "./call-store.client.ts";
import type { Media } from "./media.client.ts";
import { OwnMedia } from "./own-media.client.ts";
import type { PeerDeps } from "./peer.client.ts";

type Ending = "declined" | "cancelled" | "hung_up" | "missed" | "failed";

export interface EngineDeps {
  conversation: string;
  /** In ms: then nobody answers any more. */
  ringFor: number;
  api: {
    start(input: CallInput<"startCall">): Promise<Call>;
    /** Without an id the call that runs. */
    find(id?: string): Promise<Call | null>;
    answer(input: { id: string; device: string; direct: boolean }): Promise<Started>;
    end(id: string, ending: Ending): Promise<Call>;
    renew(id: string, minute?: number): Promise<Started>;
  };
  live: { listen(listener: (event: LiveEvent) => void): () => void; send(frame: CallFrame): boolean };
  media(onLost: (kind: "audio" | "video") => void): Media;
  connect: PeerDeps["create"];
  memory: CallMemory;
  /** Puts the call into the address, so that a reload finds it. */
  onBegun(call: string): void;
}

/** One call, from the press to its end. The server decides; this follows it. */
export class CallEngine {
  readonly store = new CallStore();
  readonly own: OwnMedia;
  #session: CallSession | null = null;
  /** Its own answer is told to this page too, maybe before the answer's response. */
  #answering = false;
  /** Of one press: a repeated request rings once. */
  #clientId = newKey();
  #ringing: ReturnType<typeof setTimeout> | undefined;
  readonly #unlisten: () => void;
  readonly #deps: EngineDeps;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.own = new OwnMedia({
      store: this.store,
      media: deps.media,
      onPicture: (track) => this.#session?.send(track),
      say: (word) => this.#session?.say(word),
    });
    this.#unlisten = deps.live.listen((event) => this.#hear(event));
  }

  /** What the page found when it was loaded. `answer`: what was pressed on another page. */
  async open(call: Call, answer: "video" | "voice" | null): Promise<void> {
    const saved = this.#deps.memory.read(call.id);
    this.store.set({ call });
    if (call.state === "ended") this.#over(call);
    else if (saved) await this.#resume(call, saved.device);
    else if (call.state === "ringing" && call.role === "callee") {
      this.store.set({ phase: "incoming" });
      // Before the first call with this person the page says what to know: one more press.
      if (answer && !call.first) await this.answer({ video: answer === "video", direct: false });
    } else this.store.set({ phase: "elsewhere" });
  }

  /** `price`: what the page says. */
  async start({ video, direct, price }: { video: boolean; direct: boolean; price: Call["price"] }): Promise<void> {
    if (this.store.state.phase !== "ready" || !(await this.#opens(video, "ready"))) return;
    const { conversation, api } = this.#deps;
    try {
      const kind = video ? "video" : "voice";
      const { per, credits } = price;
      const input = { conversation, kind, client_id: this.#clientId, direct, per, price: credits } as const;
      await this.#rung(await api.start(input));
    } catch (error) {
      const call = isUnsure(error) ? await this.#unheard() : null;
      // What the server has refused is not repeated: the next press is a call of its own.
      if (!isUnsure(error)) this.#clientId = newKey();
      if (call) await this.#rung(call);
      else this.#refused(error, "ready");
    }
  }

  async answer({ video, direct }: { video: boolean; direct: boolean }): Promise<void> {
    const { phase, call } = this.store.state;
    if (phase !== "incoming" || !call || !(await this.#opens(video, "incoming"))) return;
    const device = newKey();
    this.#answering = true;
    try {
      const started = await this.#deps.api.answer({ id: call.id, device, direct });
      this.#begin(started.call, device).connect(started);
    } catch (error) {
      this.#refused(error, "incoming");
      this.#answering = false;
      await this.#look();
    } finally {
      this.#answering = false;
    }
  }

  async end(ending?: Ending): Promise<void> {
    const { call, phase } = this.store.state;
    if (!call || phase === "ended") return;
    const how = ending ?? (phase === "ringing" ? "cancelled" : "hung_up");
    if (how === "hung_up") this.#session?.say("bye");
    this.#over(this.#endedAs(call, how));
    await this.#deps.api.end(call.id, how).then(
      (ended) => this.store.state.call?.id === ended.id && this.store.set({ call: ended }),
      () => {}, // the server ends what nobody renews
    );
  }

  /** Back to the start after an end. */
  again(): void {
    if (this.store.state.phase !== "ended") return;
    this.#clientId = newKey();
    this.store.set(BEGINNING);
  }

  /** The network is another one. */
  networkChanged(): void {
    this.#session?.restart();
  }

  stats(): Promise<RTCStatsReport> | null {
    return this.#session?.stats() ?? null;
  }

  /** The page goes. What runs on the server stays: a reload goes on with it. */
  close(): void {
    this.#unlisten();
    this.#release();
  }

  async #opens(video: boolean, back: "ready" | "incoming", muted = false): Promise<boolean> {
    this.store.set({ phase: "asking", refusal: null, microphone: null, camera: null });
    const isOpen = await this.own.open(video, muted);
    // The caller gave up, or another page answered, while the browser asked.
    if (this.store.state.phase !== "asking") return false;
    if (!isOpen) this.store.set({ phase: back });
    return isOpen;
  }

  #begin(call: Call, device: string): CallSession {
    const { live, memory, connect, api, onBegun } = this.#deps;
    this.store.set({ call });
    this.#session = new CallSession(
      {
        store: this.store,
        own: this.own,
        connect,
        memory,
        send: (frame) => live.send(frame),
        renew: (id, minute) => api.renew(id, minute),
        look: () => void this.#look(),
        giveUp: () => void this.end("failed"),
      },
      call.id,
      device,
    );
    onBegun(call.id);
    return this.#session;
  }

  /** The other one rings before the response is here: it may be answered, or over, by now. */
  async #rung(call: Call): Promise<void> {
    if (this.store.state.phase !== "asking") return;
    if (call.state === "ended") {
      this.#over(call);
      return;
    }
    this.#begin(call, newKey());
    if (call.state === "active") await this.#join(call);
    else {
      this.#ring(call);
      // What a frame said while this page knew no call is lost.
      await this.#look();
    }
  }

  /** The own call that began although its response was lost. */
  async #unheard(): Promise<Call | null> {
    const call = await this.#deps.api.find().catch(() => null);
    return call?.role === "caller" && call.conversation === this.#deps.conversation ? call : null;
  }

  #ring(call: Call): void {
    this.store.set({ phase: "ringing", call });
    this.#ringing = setTimeout(() => void this.end("missed"), this.#deps.ringFor);
  }

  /** A reload, a restored or a copied tab. Nobody pressed anything: the microphone stays off until that. */
  async #resume(call: Call, device: string): Promise<void> {
    if (!(await this.#opens(false, "ready", true))) {
      const { phase, microphone } = this.store.state;
      if (phase !== "ready") return;
      // It would run on, and be paid, without this page.
      await this.end(call.state === "ringing" ? "cancelled" : "failed");
      this.store.set({ microphone });
      return;
    }
    this.#begin(call, device);
    if (call.state === "ringing") this.#ring(call);
    else await this.#join(call);
  }

  /** With credentials, and by the policy that both have chosen by now. */
  async #join(call: Call): Promise<void> {
    const session = this.#session;
    if (!session || session.isConnecting) return;
    clearTimeout(this.#ringing);
    this.store.set({ phase: "connecting" });
    try {
      const started = await this.#deps.api.renew(call.id);
      if (this.#session === session) session.connect(started);
    } catch {
      await this.#look();
      if (this.#session === session && !session.isConnecting) await this.end("failed");
    }
  }

  #hear(event: LiveEvent): void {
    const { call, phase } = this.store.state;
    if (!call || phase === "ended") return;
    if (event.type === "hello") this.#session?.here();
    if (event.type === "hello" || event.type === "payment") void this.#look();
    if (!("call" in event) || event.call !== call.id) return;
    if (event.type === "signal" || event.type === "signal_ack") this.#session?.hear(event);
    if (event.type === "call_answered" && phase === "ringing") void this.#join(call);
    if (event.type === "call_ended") void this.#look(event.ending as Call["ending"]);
    if (event.type === "call_taken" && !this.#session && !this.#answering) void this.#taken(event.ended);
  }

  async #taken(ended: boolean): Promise<void> {
    if (!ended) this.store.set({ phase: "elsewhere" });
    this.#release();
    if (ended) await this.#look();
  }

  /** Frames may have been lost. `ending`: what a frame said, should the server not be reached. */
  async #look(ending?: Call["ending"]): Promise<void> {
    const { call: known } = this.store.state;
    if (!known) return;
    const found = await this.#deps.api.find(known.id).catch(() => null);
    const call = found ?? (ending ? this.#endedAs(known, ending) : null);
    const { phase } = this.store.state;
    if (!call || phase === "ended") return;
    if (call.state === "ended") this.#over(call);
    else if (call.state === "active" && phase === "ringing") await this.#join(call);
    else if (call.state === "active" && phase === "incoming") this.store.set({ phase: "elsewhere", call });
    else {
      this.store.set({ call });
      this.#session?.follow(call);
    }
  }

  #endedAs(call: Call, ending: Call["ending"]): Call {
    const { answeredAt } = this.store.state;
    const seconds = answeredAt === null ? 0 : Math.round((Date.now() - answeredAt) / 1000);
    return { ...call, state: "ended", ending, seconds };
  }

  #over(call: Call): void {
    this.#release();
    this.#deps.memory.forget(call.id);
    this.store.set({ ...BEGINNING, phase: "ended", call });
  }

  #release(): void {
    clearTimeout(this.#ringing);
    this.#session?.close();
    this.#session = null;
    this.own.release();
  }

  #refused(error: unknown, phase: "ready" | "incoming"): void {
    if (this.store.state.phase !== "asking") return;
    const { code = "unreachable", message = "" } = error as { code?: string; message?: string };
    this.#release();
    this.store.set({ phase, refusal: { code, message }, picture: null });
  }
}

/** Nobody knows whether the server has done it. */
function isUnsure(error: unknown): boolean {
  const { code = "unreachable", status = 0 } = error as { code?: string; status?: number };
  return code === "unreachable" || status >= 500;
}
