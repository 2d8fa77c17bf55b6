import type { Counters } from "#worker/delivery/live/live.protocol.ts";

/** The browser's side effects; tests inject their own. */
export interface ConnectionDeps {
  open(): WebSocket;
  poll(): Promise<Counters>;
  /** True if push messages reach this browser: polls are then rarer. */
  hasPush(): Promise<boolean>;
  isOnline(): boolean;
  onLoggedOut(): void;
  random(): number;
}
