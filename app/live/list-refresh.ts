/** Debounce delay in ms after the last event. */
export const SETTLE = 400;

/** Debounces list refreshes, once per epoch. Lives as long as the page: components re-render with new functions. */
export class ListRefresh {
  #epoch = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ask: () => void;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), SETTLE);
  }

  /** Events may be lost: refreshes once per epoch. */
  follow(epoch: number): void {
    if (epoch <= this.#epoch) return;
    this.#epoch = epoch;
    this.soon();
  }
}
