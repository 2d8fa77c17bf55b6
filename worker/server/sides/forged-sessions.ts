import { HOUR } from "#worker/platform/durations.ts";
import { createRecent } from "#worker/platform/recent.ts";

/** In one hour and isolate. */
const FORGED_AT_MOST = 20;
const NETWORKS = 1000;

/** Networks whose sessions turned out not to be valid: rows prefetched for them are read for nothing. */
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
