import { AsyncLocalStorage } from "node:async_hooks";
import type { Cost } from "./d1-cost.ts";

export interface RequestFacts extends Cost {
  route: string | null;
  /** Rendered through its payload (docs/rendering.md). */
  longWay: boolean;
  /** Where a cached page came from (docs/decisions/0058). */
  cachedIn?: "memory" | "cache";
}

const facts = new AsyncLocalStorage<RequestFacts>();
/** The whole isolate, objects included. */
export const isolateCost: Cost = { trips: 0, rows: 0 };

export function noteRequest(changes: Partial<RequestFacts>): void {
  const current = facts.getStore();
  if (current) Object.assign(current, changes);
}

export function requestRoute(): string | null {
  return facts.getStore()?.route ?? null;
}

export function requestCost(): Cost {
  const { trips, rows } = facts.getStore() ?? { trips: 0, rows: 0 };
  return { trips, rows };
}

export function withFacts<T>(mine: RequestFacts, work: () => T): T {
  return facts.run(mine, work);
}

export function countD1(rows: number): void {
  for (const cost of [isolateCost, facts.getStore()]) {
    if (!cost) continue;
    cost.trips++;
    cost.rows += rows;
  }
}
