import type { MemberContext } from "#worker/context.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { cleanText } from "#worker/lib/text.ts";
import { announced } from "#worker/live/live.ts";
import type { LiveObjects } from "#worker/live/objects.ts";
import type { contract } from "./chat.contract.ts";
import type { ChatStore } from "./chat.store.ts";
import type { DraftsStore } from "./drafts.store.ts";
import { limitsOf, reachable } from "./permission.ts";

interface Deps {
  store: DraftsStore;
  target: ChatStore["target"];
  live: LiveObjects;
  after(work: Promise<unknown>): void;
}

export function createDrafts({ store, target, live, after }: Deps) {
  return {
    /** The newest text wins. @throws not_found, blocked, invalid */
    async saveDraft(ctx: MemberContext, input: Input<typeof contract.saveDraft>): Promise<Output<typeof contract.saveDraft>> {
      const self = ctx.viewer.id;
      const { profile, client_id: client, reply_to: replyTo } = input;
      const other = reachable(ctx, await target(self, { profile }, limitsOf(ctx))).card.id;
      const text = cleanText(input.text);
      const typed = { memberId: self, otherId: other, text, replyTo, clientId: client, at: ctx.now - input.age };
      const kept = await announced(live, [self], () => store.save(typed));
      const draft = kept && { text: kept.text, reply_to: kept.replyTo };
      // A device with an older text learns it from the answer.
      const event = { type: "draft" as const, profile, client, text: draft?.text ?? "", reply_to: draft?.reply_to ?? null };
      after(live.tell(self, { events: [event], changed: ["chats"] }));
      return { draft };
    },
  };
}
