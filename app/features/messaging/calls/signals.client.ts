import type { CallFrame, SignalData, SignalEvent } from "./call-frames.client.ts";

export interface SignalState {
  next: number;
  received: number;
  waiting: { n: number; data: SignalData }[];
}

export interface SignalDeps {
  call: string;
  device: string;
  /** False without an open socket. */
  send(frame: CallFrame): boolean;
  receive(data: SignalData): void;
  /** Survives a reload of the page, so that numbers only grow. */
  load(): SignalState | null;
  save(state: SignalState): void;
}

/** The server takes a burst of 40 frames, then 10 a second. It drops the others. */
export const UNDER_WAY = 20;

/** In ms without an answer: then a frame was dropped, and those after it wait for it. */
export const AGAIN = 3_000;

/** Numbered, kept until the server has them, and handed on in order: a lost socket loses none. */
export class Signals {
  readonly #state: SignalState;
  /** Number of the last signal that this socket was given. */
  #given = 0;
  /** The server has not said yet that it knows this page. */
  #unheard = false;
  #repeat: ReturnType<typeof setTimeout> | undefined;
  readonly #deps: SignalDeps;

  constructor(deps: SignalDeps) {
    this.#deps = deps;
    this.#state = deps.load() ?? { next: 1, received: 0, waiting: [] };
  }

  /** The page was loaded anew in this call. */
  get isResumed(): boolean {
    return this.#state.next > 1 || this.#state.received > 0;
  }

  say(data: SignalData): void {
    this.#state.waiting.push({ n: this.#state.next++, data });
    this.#save();
    this.#give();
  }

  /** After each connection: asks for what was missed, then repeats what the server has not acknowledged. */
  here(): void {
    const { call, device } = this.#deps;
    if (!this.#deps.send({ type: "call_here", call, device, received: this.#state.received })) return;
    this.#given = 0;
    this.#unheard = true;
    this.stop();
    this.#give();
  }

  stop(): void {
    clearTimeout(this.#repeat);
    this.#repeat = undefined;
  }

  hear(event: SignalEvent): void {
    if (event.call !== this.#deps.call) return;
    if (event.type === "signal_ack") {
      this.#unheard = false;
      this.#state.waiting = this.#state.waiting.filter(({ n }) => n > event.n);
      this.#save();
      this.stop();
      this.#give();
      return;
    }
    // In order, with gaps: the server passes on no signal that it refuses.
    if (event.n <= this.#state.received) return;
    this.#state.received = event.n;
    this.#save();
    this.#deps.receive(event.data);
  }

  #give(): void {
    const { call } = this.#deps;
    // A new signal puts no repeat off: a page may have one each second.
    if (this.#unheard || this.#state.waiting.length > 0) this.#repeat ??= setTimeout(() => this.#again(), AGAIN);
    for (const signal of this.#state.waiting.slice(0, UNDER_WAY)) {
      if (signal.n <= this.#given) continue;
      this.#given = signal.n;
      this.#deps.send({ type: "signal", call, ...signal });
    }
  }

  #again(): void {
    this.stop();
    this.here();
  }

  #save(): void {
    this.#deps.save(this.#state);
  }
}
