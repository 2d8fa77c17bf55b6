import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { cleanText } from "#worker/platform/text.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { contract } from "./chat.contract.ts";
import type { ChatStore } from "./chat.store.ts";
import type { DraftsStore } from "./drafts.store.ts";
import { freeLimits, limitsOf, reachable } from "./permission.ts";

interface Deps {
  store: DraftsStore;
  chats: Pick<ChatStore, "target" | "targetQuery">;
  live: LiveObjects;
  after(work: Promise<unknown>): void;
}

export function createDrafts({ store, chats, live, after }: Deps) {
  return {
    /** The newest text wins, unless it would replace one that its device has not shown. @throws not_found, blocked, invalid */
    async saveDraft(ctx: MemberContext, input: Input<typeof contract.saveDraft>): Promise<Output<typeof contract.saveDraft>> {
      const self = ctx.viewer.id;
      const { profile, client_id: clientId, reply_to: replyTo, replaces } = input;
      const found = await chats.target(self, { profile }, limitsOf(ctx), takePrefetched(ctx, "saveDraft", input));
      const other = reachable(ctx, found).card.id;
      const text = cleanText(input.text);
      const [at, now] = [ctx.now - input.age, ctx.now];
      const typed = { memberId: self, otherId: other, text, replyTo, clientId, at, now, replaces };
      const { saved, changed } = await announced(live, [self], () => store.save(typed));
      const draft = saved && { text: saved.text, reply_to: saved.replyTo, version: saved.version, client_id: saved.clientId };
      // A device whose text was not saved learns the saved one from the answer.
      if (changed) after(live.tell(self, { events: [eventOf(profile, clientId, draft)], changed: ["chats"] }));
      return { draft };
    },

    /** The query that `saveDraft` reads first. It asks nothing of the limits, which the viewer decides. */
    prefetchDraft: (
      memberId: string,
      { profile }: Input<typeof contract.saveDraft>,
      { settings, at }: { settings: Settings; at: number },
    ) => [chats.targetQuery(memberId, { profile }, freeLimits(settings, at))],
  };
}

function eventOf(profile: string, client: string, draft: Output<typeof contract.saveDraft>["draft"]): LiveEvent {
  const { text = "", reply_to = null, version = 0 } = draft ?? {};
  return { type: "draft", profile, client, text, reply_to, version };
}
