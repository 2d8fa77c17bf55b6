import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { onlineSince } from "#worker/people/identity/online.vocabulary.ts";
import { log } from "#worker/platform/log.ts";
import type { ReceiptsStore } from "./receipts.store.ts";

interface Deps {
  receipts: Pick<ReceiptsStore, "onlinePartners">;
  endActivity(memberId: string, now: number): Promise<boolean>;
  live: Pick<LiveObjects, "tell">;
}

export function createAway({ receipts, endActivity, live }: Deps) {
  /** No page of the member is visible any more. Their polled chats would show them online for minutes. */
  return async function away(memberId: string, now: number): Promise<void> {
    if (!(await endActivity(memberId, now))) return;
    try {
      const partners = await receipts.onlinePartners(memberId, onlineSince(now));
      const event = { type: "presence", profile: memberId, online: false } as const;
      const news = { events: [event], changed: ["chats" as const] };
      await Promise.all(partners.map((partner) => live.tell(partner, news)));
    } catch (error) {
      log("warn", "absence not told", { error });
    }
  };
}
