import { BEGINNING, type CallState } from "./call-state.client.ts";

export class CallStore {
  state: CallState = BEGINNING;
  readonly #watchers = new Set<() => void>();

  readonly getSnapshot = (): CallState => this.state;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  set(change: Partial<CallState>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}
