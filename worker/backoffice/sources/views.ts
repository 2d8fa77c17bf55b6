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
  let writes = 0;

  return {
    /** For `waitUntil`. */
    async count(domainId: string, lander: string, now: number): Promise<void> {
      const day = Math.floor(now / DAY);
      const key = [domainId, day, lander].join("\n");
      const known = waiting.get(key);
      waiting.set(key, { domainId, day, lander, count: (known?.count ?? 0) + 1 });
      if (now - writes < WRITE_LOST) return;
      writes = now;
      try {
        while (waiting.size > 0) {
          const views = [...waiting.values()];
          waiting.clear();
          await store.add(views);
        }
      } finally {
        writes = 0;
      }
    },
  };
}
