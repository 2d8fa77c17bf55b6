/** Several events in a row are one reason to ask again, so many ms after the last of them. */
export const SETTLE = 400;

/**
 * Decides when a page's lists are fetched again. Lives as long as the page: each answer re-renders with new functions, and
 * an epoch must be requested once.
 */
export class ListRefresh {
  #epoch = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ask: () => void = () => {};

  /** The router's way to ask, as it is now. */
  use(ask: () => void): void {
    this.#ask = ask;
  }

  /** Something has changed. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), SETTLE);
  }

  /** Something may have been missed: each epoch is asked for once. */
  follow(epoch: number): void {
    if (epoch <= this.#epoch) return;
    this.#epoch = epoch;
    this.soon();
  }
}
