import type { Row } from "#db/raw.ts";
import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { cleanText } from "#worker/platform/text.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { CachedFacts, FactsCache } from "./cached-facts.ts";
import type { contract } from "./chat.contract.ts";
import type { ChatStore } from "./chat.store.ts";
import type { DraftsStore } from "./drafts.store.ts";
import { freeLimits, limitsOf, reachable } from "./permission.ts";

interface Deps {
  store: DraftsStore;
  factsCache: FactsCache;
  chats: Pick<ChatStore, "target" | "targetQuery">;
  live: LiveObjects;
  after(work: Promise<unknown>): void;
}

type DraftInput = Input<typeof contract.saveDraft>;

export function createDrafts({ store, factsCache, chats, live, after }: Deps) {
  return {
    cachedFacts: (
      tokenHash: string,
      { profile }: DraftInput,
      { domain, at }: { domain: Pick<Domain, "id">; at: number },
    ): CachedFacts | null => factsCache.read({ tokenHash, domainId: domain.id, by: { profile } }, at),

    /**
     * The newest text wins, unless it would replace one that its device has not shown. Nothing written by cached facts is no
     * answer. @throws not_found, blocked, invalid
     */
    async saveDraft(ctx: MemberContext, input: DraftInput): Promise<Output<typeof contract.saveDraft>> {
      const self = ctx.viewer.id;
      const { profile, client_id: clientId, reply_to: replyTo, replaces, resent } = input;
      const { found, cached, row } = await factsOf(ctx, input);
      const other = reachable(ctx, found).card.id;
      const text = cleanText(input.text);
      const [at, now] = [ctx.now - input.age, ctx.now];
      const typed = { memberId: self, otherId: other, text, replyTo, clientId, at, now, replaces, resent };
      const unchanged = cached?.compare(limitsOf(ctx), ctx.now) ?? [];
      const { saved, changed } = await announced(live, [self], () => store.save(typed, unchanged));
      if (cached && !changed) throw new AppError("conflict");
      if (cached) factsCache.putBack(cached, ctx.now);
      else if (row) factsCache.store(ctx, { profile }, { ...NOTHING_SENT, target: found }, row);
      const draft = saved && { text: saved.text, reply_to: saved.replyTo, version: saved.version, client_id: saved.clientId };
      // A device whose text was not saved learns the saved one from the answer.
      if (changed) after(live.tell(self, { events: [eventOf(profile, clientId, draft)], changed: ["chats"] }));
      return { draft };
    },

    /** The query that `saveDraft` reads first. It asks nothing of the limits, which the viewer decides. */
    prefetchDraft: (memberId: string, { profile }: DraftInput, { settings, at }: { settings: Settings; at: number }) => [
      chats.targetQuery(memberId, { profile }, freeLimits(settings, at)),
    ],
  };

  async function factsOf(ctx: MemberContext, input: DraftInput) {
    const by = { profile: input.profile };
    if (ctx.cachedFacts) {
      const cached = factsCache.take({ tokenHash: ctx.viewer.tokenHash, domainId: ctx.domain.id, by }, ctx.now);
      if (!cached) throw new AppError("conflict");
      return { cached, found: cached.prepared.target, row: null };
    }
    const rows = takePrefetched(ctx, "saveDraft", input);
    const found = await chats.target(ctx.viewer.id, by, limitsOf(ctx), rows);
    return { cached: null, found, row: (rows?.[0]?.[0] ?? null) as Row | null };
  }
}

/** What a message would ask beside its receiver. The write compares or looks for these again. */
const NOTHING_SENT = { sent: null, archived: false, quoted: false, openers: [] };

function eventOf(profile: string, client: string, draft: Output<typeof contract.saveDraft>["draft"]): LiveEvent {
  const { text = "", reply_to = null, version = 0 } = draft ?? {};
  return { type: "draft", profile, client, text, reply_to, version };
}
