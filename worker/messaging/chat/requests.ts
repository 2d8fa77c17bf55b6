import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { closingJob } from "#worker/delivery/push/jobs.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { AppError } from "#worker/platform/errors.ts";
import { chatRowOf, LIST_SIZE } from "./chat-rows.ts";
import type { contract } from "./requests.contract.ts";
import type { RequestsStore } from "./requests.store.ts";

const SCOPE = "requests";

interface Deps {
  store: RequestsStore;
  cursors: Cursors;
  live: Pick<LiveObjects, "expect" | "tell">;
}

/** First messages that their receiver lets wait: decision 144. */
export function createRequests({ store, cursors, live }: Deps) {
  return {
    /** @throws invalid */
    async requests(ctx: MemberContext, { cursor }: Input<typeof contract.requests>): Promise<Output<typeof contract.requests>> {
      const { rows, requests } = await store.list(ctx.viewer.id, afterOf(cursor), LIST_SIZE + 1);
      const last = rows.length > LIST_SIZE ? rows[LIST_SIZE - 1] : undefined;
      return {
        requests: rows.slice(0, LIST_SIZE).map((row) => chatRowOf(ctx, row)),
        cursor: last ? cursors.encode([last.lastAt, last.conversationId], SCOPE) : null,
        total: requests,
      };
    },

    /** Idempotent. The sender hears nothing of either answer. @throws not_found, conflict */
    async answerRequest(
      ctx: MemberContext,
      { conversation, answer }: Input<typeof contract.answerRequest>,
    ): Promise<Output<typeof contract.answerRequest>> {
      const self = ctx.viewer.id;
      const isAccepted = answer === "accept";
      const found = await announced(live, [self], () => store.decide(self, conversation, isAccepted));
      await live.tell(self, {
        events: found ? [{ type: "chats" }] : [],
        changed: found ? ["user", "chats"] : [],
        ...(found && { counters: found.counters, pushes: [closingJob(self, conversation)] }),
      });
      if (!found) throw new AppError("not_found");
      // A chat, or a request that another device accepted.
      if (found.request !== (isAccepted ? null : "declined")) throw new AppError("conflict");
      return { requests: found.requests, unread_messages: found.counters.unread_messages };
    },
  };

  function afterOf(cursor: string | undefined) {
    if (!cursor) return null;
    const [at, id] = cursors.decode(cursor, ["number", "string"], SCOPE);
    return { at, id };
  }
}
