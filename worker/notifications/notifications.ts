import type { MemberContext } from "#worker/context.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { AppError } from "#worker/lib/errors.ts";
import type { contract } from "./notifications.contract.ts";
import type { NotificationsStore } from "./notifications.store.ts";

/** Product.md section 7. */
const MOST_DEVICES = 10;

export function createNotifications({ store }: { store: NotificationsStore }) {
  return {
    /** Idempotent. @throws forbidden */
    async subscribePush(
      ctx: MemberContext,
      { endpoint, keys }: Input<typeof contract.subscribePush>,
    ): Promise<Output<typeof contract.subscribePush>> {
      if (!ctx.domain.features.push) throw new AppError("forbidden");
      const row = { endpoint, accountId: ctx.viewer.id, domainId: ctx.domain.id, ...keys, createdAt: ctx.now };
      await store.subscribe(row, MOST_DEVICES);
      return { subscribed: true };
    },
  };
}
