import { HOUR } from "./durations.ts";
import { createRecent } from "./recent.ts";

/** Rows of calls, read together with the session that names this member. */
export interface Early {
  memberId: string;
  rows: Map<string, unknown[][]>;
  viewerRow: Record<string, unknown>;
}

interface Asking {
  early: Early | null;
  viewer: { id: string };
}

export function earlyKey(call: string, input: unknown): string {
  return `${call} ${JSON.stringify(input)}`;
}

/** Null if the call did not ask ahead. Once: a repeated call sees what was written since. */
export function takeEarly({ early, viewer }: Asking, call: string, input: unknown): unknown[][] | null {
  if (early?.memberId !== viewer.id) return null;
  const key = earlyKey(call, input);
  const rows = early.rows.get(key);
  early.rows.delete(key);
  return rows ?? null;
}

/** In one hour and isolate. */
const FORGED_AT_MOST = 20;
const NETWORKS = 1000;

/** Networks whose sessions turned out not to be valid: rows asked ahead for them are read for nothing. */
export function createForgedSessions() {
  const counts = createRecent<string, { since: number; count: number }>(NETWORKS);
  const known = (network: string, now: number) => {
    const one = counts.get(network);
    return one && now - one.since < HOUR ? one : null;
  };
  return {
    note(network: string, now: number): void {
      const one = known(network, now) ?? { since: now, count: 0 };
      one.count++;
      counts.set(network, one);
    },
    isFrom: (network: string, now: number): boolean => (known(network, now)?.count ?? 0) >= FORGED_AT_MOST,
  };
}
