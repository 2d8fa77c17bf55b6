import { type CallError, delayOf } from "#app/live/client.ts";

/** Tries after the first where a server answers, but not with success (spec section 9). */
const RETRIES = 5;
/** Without an answer the delays stop growing here: 8 to 16 s. */
const LONGEST = 5;

export interface Letter {
  clientId: string;
  text: string;
}

export interface OutboxDeps {
  /** Carries one letter to the server. @throws CallError. */
  post(letter: Letter): Promise<void>;
  /** No answer came: it is tried until there is one. */
  waiting(letter: Letter): void;
  /** The server said no, or failed for too long: it is not tried again by itself. */
  failed(letter: Letter, error: CallError): void;
}

/**
 * Sends letters one after the other in the order in which they were written. Where the network is away they wait, and go
 * when it is back. A letter keeps its client id, by which the server takes it once.
 */
export class Outbox {
  readonly #letters: Letter[] = [];
  #running = false;
  #deps: OutboxDeps;
  #wake: (() => void) | undefined;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** The ways to the server and to the page, as they are now. */
  use(deps: OutboxDeps): void {
    this.#deps = deps;
  }

  add(letter: Letter): void {
    if (this.#letters.some(({ clientId }) => clientId === letter.clientId)) return;
    this.#letters.push(letter);
    if (!this.#running) void this.#run();
  }

  drop(clientId: string): void {
    const index = this.#letters.findIndex((letter) => letter.clientId === clientId);
    if (index >= 0) this.#letters.splice(index, 1);
  }

  /** The network is back: no reason to wait any longer. */
  wake(): void {
    this.#wake?.();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let letter = this.#letters[0], attempt = 0; letter; letter = this.#letters[0]) {
      const error = await this.#deps.post(letter).then(
        () => null,
        (failure: CallError) => failure,
      );
      if (this.#letters[0] !== letter) {
        attempt = 0; // it was dropped meanwhile
        continue;
      }
      const wait = error && delayOf(error, Math.min(attempt, LONGEST));
      if (error && wait !== null && (error.status === 0 || attempt < RETRIES)) {
        if (error.status === 0) this.#deps.waiting(letter);
        attempt++;
        await this.#pause(wait);
        continue;
      }
      this.#letters.shift();
      attempt = 0;
      if (error) this.#deps.failed(letter, error);
    }
    this.#running = false;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
