import { AsyncLocalStorage } from "node:async_hooks";
import type { Cost } from "./d1-cost.ts";

export interface Facts extends Cost {
  /** Pattern of the page's route, as `/members/:id`. */
  route: string | null;
  /** True if the page was rendered through its payload (docs/rendering.md). */
  longWay: boolean;
}

const facts = new AsyncLocalStorage<Facts>();
/** D1 costs of the whole isolate, objects included. */
export const isolateCost: Cost = { trips: 0, rows: 0 };

/** Adds to what the log line of the current request reports. */
export function noteRequest(changes: Partial<Facts>): void {
  const current = facts.getStore();
  if (current) Object.assign(current, changes);
}

/** D1 costs of the current request so far. */
export function requestCost(): Cost {
  const { trips, rows } = facts.getStore() ?? { trips: 0, rows: 0 };
  return { trips, rows };
}

/** Runs `work` as the request that `mine` reports. */
export function withFacts<T>(mine: Facts, work: () => T): T {
  return facts.run(mine, work);
}

/** Counts one answer of D1 for the isolate and the current request. */
export function countD1(rows: number): void {
  for (const cost of [isolateCost, facts.getStore()]) {
    if (!cost) continue;
    cost.trips++;
    cost.rows += rows;
  }
}
