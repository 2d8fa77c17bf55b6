import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { log } from "#worker/platform/log.ts";

interface Deps {
  store: { openLike(viewerId: string, id: string): Promise<Counters | null> };
  live: Pick<Live, "expect" | "tell">;
}

export function createOpenLike({ store, live }: Deps) {
  /** The sums after a new like was opened. Undefined if another request was first, or if the write failed. */
  return async function openLike(viewer: Pick<Viewer, "id">, id: string): Promise<Counters | undefined> {
    await live.expect(viewer.id);
    const counters = await store.openLike(viewer.id, id).catch((error: unknown) => {
      log("warn", "like not opened", { error });
      return null;
    });
    await live.tell(viewer.id, { events: [], changed: counters ? ["likes", "user"] : [], ...(counters && { counters }) });
    return counters ?? undefined;
  };
}
