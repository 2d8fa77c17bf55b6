import type { Live, News } from "#worker/delivery/live/live.ts";
import { log } from "#worker/platform/log.ts";
import type { LeavingStore } from "./leaving.store.ts";

interface Deps {
  leaving: Pick<LeavingStore, "relatedMembers">;
  live: Pick<Live, "tell">;
}

/** Never rejects: without the message, open pages show the change within minutes. */
export function createAnnounceChange({ leaving, live }: Deps) {
  return async function announceChange(id: string): Promise<void> {
    try {
      const others = await leaving.relatedMembers(id);
      const news: News = { events: [{ type: "profile", profile: id }], changed: ["user", "chats", "likes"] };
      await Promise.all(others.map((other) => live.tell(other, news)));
    } catch (error) {
      log("warn", "leaving not told", { error });
    }
  };
}
