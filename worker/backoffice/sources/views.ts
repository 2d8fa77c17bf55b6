import { DAY } from "#worker/platform/durations.ts";
import type { Views, ViewsStore } from "./views.store.ts";

/** Maximum age of a running write in ms. A cancelled request never ends its own. */
const WRITE_LOST = 10_000;

/**
 * Counts openings of landing pages. While one write runs, the isolate collects for the next one: a flood makes few writes.
 * Only the request that writes waits for the database.
 */
export function createViews({ store }: { store: Pick<ViewsStore, "add"> }) {
  const waiting = new Map<string, Views>();
  let writer: { since: number } | undefined;

  function wait({ domainId, day, lander, count }: Views): void {
    const key = [domainId, day, lander].join("\n");
    waiting.set(key, { domainId, day, lander, count: count + (waiting.get(key)?.count ?? 0) });
  }

  /** Views of a failed write wait for the next one. */
  async function writeWaiting(): Promise<void> {
    const views = [...waiting.values()];
    waiting.clear();
    try {
      await store.add(views);
    } catch (error) {
      views.forEach(wait);
      throw error;
    }
  }

  return {
    /** For `waitUntil`. */
    async count(domainId: string, lander: string, now: number): Promise<void> {
      wait({ domainId, day: Math.floor(now / DAY), lander, count: 1 });
      if (writer && now - writer.since < WRITE_LOST) return;
      const own = { since: now };
      writer = own;
      try {
        while (writer === own && waiting.size > 0) await writeWaiting();
      } finally {
        // After a slow write the turn is another request's.
        if (writer === own) writer = undefined;
      }
    },
  };
}
