import { type CallError, delayOf } from "#app/live/client.ts";

/** Retries after an error response (spec section 9). */
const RETRIES = 5;
/** Backoff cap while offline, in attempts: delays stop growing at 8 to 16 s. */
const LONGEST = 5;

export interface OutgoingMessage {
  clientId: string;
  text: string;
}

export interface OutboxDeps {
  /** Sends one letter. @throws CallError. */
  post(letter: OutgoingMessage): Promise<void>;
  /** No response (network error): the outbox retries without limit. */
  waiting(letter: OutgoingMessage): void;
  /** Refused, or too many error responses: the outbox stops retrying. */
  failed(letter: OutgoingMessage, error: CallError): void;
}

/** Sends letters one at a time, in order. Offline, the queue waits. The server deduplicates by client id. */
export class Outbox {
  readonly #letters: OutgoingMessage[] = [];
  #running = false;
  #deps: OutboxDeps;
  #wake: (() => void) | undefined;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Replaces the callbacks; React calls this at every render. */
  use(deps: OutboxDeps): void {
    this.#deps = deps;
  }

  add(letter: OutgoingMessage): void {
    if (this.#letters.some(({ clientId }) => clientId === letter.clientId)) return;
    this.#letters.push(letter);
    if (!this.#running) void this.#run();
  }

  drop(clientId: string): void {
    const index = this.#letters.findIndex((letter) => letter.clientId === clientId);
    if (index >= 0) this.#letters.splice(index, 1);
  }

  /** Ends the current delay: the network is back. */
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
        attempt = 0; // the letter left the queue meanwhile
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
