import { DAY, MINUTE } from "#worker/platform/durations.ts";
import type { Clock } from "#worker/platform/fair-queue.ts";
import { createRecent } from "#worker/platform/recent.ts";
import type { ArrivalStore } from "./arrival.store.ts";

/** Ms after the import: then the cron deletes a hash that nobody used. */
export const HASH_KEPT = 365 * DAY;

const POOLS = 1_000;
/** Ms for which an isolate remembers the answer. */
const REMEMBERED = MINUTE;

/** Whether a pool still has hashes of another system. */
export function createHasLegacy(store: Pick<ArrivalStore, "hasLegacy">, clock: Pick<Clock, "now">) {
  const known = createRecent<string, { at: number; has: boolean }>(POOLS);
  return async (pool: string): Promise<boolean> => {
    const now = clock.now();
    const last = known.get(pool);
    if (last && now - last.at < REMEMBERED) return last.has;
    const has = await store.hasLegacy(pool);
    known.set(pool, { at: now, has });
    return has;
  };
}
