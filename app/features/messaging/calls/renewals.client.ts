import type { Call, Started } from "./call-frames.client.ts";

const MINUTE = 60_000;
/** In ms after a minute began: the caller pays it, then the callee finds it paid. */
const AFTER = { caller: 500, callee: 2_000 } as const;
const AGAIN = 2_000;
/** In ms: after a lost request, or without credits. The server waits 20 s for a minute: the caller may be buying. */
const AGAIN_AFTER_FAILURE = 5_000;
const FINAL = ["call_over", "call_refused", "not_found"];
/** In ms before the end of the last paid minute. */
const LOW_BEFORE = 30_000;

export interface RenewalDeps {
  renew(minute: number): Promise<Started>;
  onRenewed(renewed: Started): void;
  onFailed(error: unknown): void;
  /** The credits do not pay the next minute, or do again. */
  onLow(low: boolean): void;
}

/** Each minute new credentials of the relay. The caller pays a minute when it begins, never before. */
export class Renewals {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lowTimer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  readonly #deps: RenewalDeps;
  readonly #answeredAt: number;
  readonly #role: Call["role"];

  constructor(deps: RenewalDeps, { answeredAt, role }: { answeredAt: number; role: Call["role"] }) {
    this.#deps = deps;
    this.#answeredAt = answeredAt;
    this.#role = role;
    // A page that was loaded anew repeats its minute, which is paid once.
    const minute = Math.floor((Date.now() - answeredAt) / MINUTE) + 1;
    this.#plan(Math.max(2, minute));
  }

  /** `call` as the server has it now, after an answer or a purchase. */
  follow({ price, credits }: Call): void {
    clearTimeout(this.#lowTimer);
    const isLow = price.per === "minute" && credits !== null && credits < price.credits;
    if (!isLow) {
      this.#deps.onLow(false);
      return;
    }
    const minutes = Math.floor((Date.now() - this.#answeredAt) / MINUTE) + 1;
    const wait = this.#answeredAt + minutes * MINUTE - LOW_BEFORE - Date.now();
    this.#lowTimer = setTimeout(() => !this.#stopped && this.#deps.onLow(true), Math.max(0, wait));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#lowTimer);
  }

  #plan(minute: number, at = this.#answeredAt + (minute - 1) * MINUTE + AFTER[this.#role]): void {
    this.#timer = setTimeout(() => void this.#renew(minute), Math.max(0, at - Date.now()));
  }

  async #renew(minute: number): Promise<void> {
    try {
      const renewed = await this.#deps.renew(minute);
      if (this.#stopped) return;
      this.#deps.onRenewed(renewed);
      this.follow(renewed.call);
      this.#plan(minute + 1);
    } catch (error) {
      if (this.#stopped) return;
      const code = String((error as { code?: unknown }).code);
      // The caller has not paid yet: the server ends the call if that stays so.
      if (code === "conflict") return this.#plan(minute, Date.now() + AGAIN);
      // A minute is paid once, however often it is asked for.
      if (!FINAL.includes(code)) this.#plan(minute, Date.now() + AGAIN_AFTER_FAILURE);
      this.#deps.onFailed(error);
    }
  }
}
