import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { signalsAdded, signalsOf } from "#worker/discovery/signals/detect.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { ChangesStore, LastWords, Place } from "./changes.store.ts";
import type { contract, Message } from "./chat.contract.ts";
import type { ChatStore } from "./chat.store.ts";
import type { MessageRow } from "./message.sql.ts";
import type { MessageArchive } from "./message-archive.ts";
import { checkText } from "./message-text.ts";
import { excerptOf, messageOf, NOTHING, showsOf, sightOf } from "./message-view.ts";
import type { Begun } from "./opener.sql.ts";
import { editedOpenerOf, withOpener } from "./openers.ts";
import type { Partner } from "./partner.sql.ts";
import { limitsOf, reachable, refuseFictional } from "./permission.ts";
import { withQuote } from "./quotes.ts";
import type { Reaction } from "./reactions.vocabulary.ts";

/** In ms. */
const EDIT_FOR = 5 * MINUTE;

/** Attempts of a deletion while the same member's side changes. */
const TRIES = 3;

interface Deps {
  store: ChangesStore;
  archive: Pick<MessageArchive, "read" | "react" | "hide">;
  target: ChatStore["target"];
  live: LiveObjects;
  after(work: Promise<unknown>): void;
}

/** Edits, reactions and deletions of sent messages. */
export function createChanges({ store, archive, target, live, after }: Deps) {
  return {
    /** A reaction may be taken back after a goodbye. One to a request would tell that it was read. @throws not_found, blocked, goodbye, conflict */
    async react(ctx: MemberContext, { reaction, ...at }: Input<typeof contract.react>): Promise<Output<typeof contract.react>> {
      const partner = await (reaction === null ? partnerIn : openIn)(ctx, at);
      if (partner.conversation?.request) throw new AppError("conflict");
      const changed = await reacted(ctx, at, reaction);
      if (!changed) throw new AppError("not_found");
      const { mine, events } = viewsOf(ctx, partner, await withQuote(archive, changed, partner, ctx.viewer.id));
      after(Promise.all([live.relay(ctx.viewer.id, events.mine), live.relay(partner.card.id, events.theirs)]));
      return { message: mine };
    },

    /** @throws invalid, forbidden, not_found, blocked, goodbye, edit_over, conflict */
    async editMessage(
      ctx: MemberContext,
      { text: typed, ...at }: Input<typeof contract.editMessage>,
    ): Promise<Output<typeof contract.editMessage>> {
      refuseFictional(ctx);
      const text = checkText(typed, ctx.domain.settings.message_length);
      const begun = () => (at.seq === 1 ? store.begun(placeOf(ctx, at)) : null);
      const before = signalsOf(text) && store.textOf(placeOf(ctx, at));
      const [partner, known, old] = await Promise.all([openIn(ctx, at), begun(), before]);
      const found = old === null ? null : signalsAdded(text, old);
      const [self, other] = [ctx.viewer.id, partner.card.id];
      const write = (now: Begun | null) => {
        const opener = now && now.text !== text ? editedOpenerOf(ctx, text, partner.card.name, now) : null;
        const signals = withOpener(found, opener);
        const since = ctx.now - EDIT_FOR;
        return store.edit(placeOf(ctx, at), { text, excerpt: excerptOf(text), now: ctx.now, since, opener, signals });
      };
      const outcome = await announced(live, [self, other], () =>
        // A second press took the number of the limit first: then the text is there already.
        write(known).catch(async (error) =>
          violationOf(error) ? write(await begun()).catch(refuseConflict) : Promise.reject(error),
        ),
      );
      const views = outcome?.edited ? viewsOf(ctx, partner, await withQuote(archive, outcome.message, partner, self)) : null;
      const tell = (id: string, event: "mine" | "theirs") =>
        live.tell(id, { events: views ? [views.events[event]] : [], changed: views ? ["chats"] : [] });
      after(Promise.all([tell(self, "mine"), tell(other, "theirs")]));
      if (!outcome || outcome.message.senderId !== self) throw new AppError("not_found");
      if (!views) throw new AppError("edit_over");
      return { message: views.mine };
    },

    /** Needs no partner: a conversation with a departed member can be tidied too. @throws not_found */
    async hideMessage(ctx: MemberContext, at: Input<typeof contract.hideMessage>): Promise<Output<typeof contract.hideMessage>> {
      const self = ctx.viewer.id;
      const outcome = await announced(live, [self], () => hidden(placeOf(ctx, at)));
      const message = outcome && messageOf(outcome.message, self, NOTHING, sightOf(ctx, 0));
      const events = message ? [{ type: "changed" as const, conversation: at.conversation, message }] : [];
      after(live.tell(self, { events, changed: message ? ["user", "chats"] : [], counters: outcome?.counters }));
      if (!message) throw new AppError("not_found");
      return { message, unread_messages: outcome.counters.unread_messages };
    },
  };

  async function reacted(ctx: MemberContext, at: Omit<Place, "memberId">, reaction: Reaction | null): Promise<MessageRow | null> {
    const { oldest } = sightOf(ctx, 0);
    const outcome = await store.react(placeOf(ctx, at), reaction, oldest);
    if (!outcome || "message" in outcome) return outcome?.message ?? null;
    const { versions, end, photo } = outcome.archived;
    const row = await archive.react(at.conversation, { ...placeOf(ctx, at), reaction, versions, oldest }, end);
    return row && { ...row, photo };
  }

  /** Three steps if the message, or the new last one of the chat list, is archived: D1, archive, D1. */
  async function hidden(place: Place): Promise<{ message: MessageRow; counters: Counters } | null> {
    let { message, counters, side } = await store.hide(place);
    for (let attempt = 1; side && attempt <= TRIES; attempt++) {
      const { end, lastSeq, removedSeq } = side;
      const isArchived = !message && place.seq > removedSeq && place.seq <= end;
      const hasOlder = message && lastSeq === 0 && removedSeq < end;
      if (attempt === 1 && !isArchived && !hasOlder) break;
      const found = await archive.hide(place.conversation, { ...place, ...side, version: side.changes }, end);
      message ??= found.message;
      const last = found.last && wordsOf(found.last);
      const settled = await store.settle(place, side, found.left, last);
      ({ counters, side } = settled);
      if (settled.done) break;
    }
    return message && counters ? { message, counters } : null;
  }

  /** @throws not_found, blocked */
  async function openIn(ctx: MemberContext, at: Omit<Place, "memberId">): Promise<Partner> {
    const partner = await partnerIn(ctx, at);
    if (partner.conversation?.goodbye) throw new AppError("goodbye");
    return partner;
  }

  async function partnerIn(ctx: MemberContext, { conversation, seq }: Omit<Place, "memberId">): Promise<Partner> {
    const partner = reachable(ctx, await target(ctx.viewer.id, { conversation }, limitsOf(ctx)));
    const last = partner.conversation?.lastSeq ?? 0;
    if (partner.status === "deleted" || seq > last || seq <= sightOf(ctx, last).after) throw new AppError("not_found");
    return partner;
  }
}

/** Two first messages of one member at once: both would be the same number of the limit. */
function refuseConflict(error: unknown): never {
  throw violationOf(error) ? new AppError("conflict", { retryAfter: 1 }) : error;
}

/** A gift has no words, the list names it. */
function wordsOf({ seq, type, text, senderId, createdAt }: MessageRow): LastWords {
  return { seq, words: type === "gift" ? "" : excerptOf(text), sender: senderId, at: createdAt };
}

function placeOf({ viewer }: MemberContext, { conversation, seq }: Omit<Place, "memberId">): Place {
  return { memberId: viewer.id, conversation, seq };
}

function viewsOf(ctx: MemberContext, partner: Partner, row: MessageRow) {
  const sight = sightOf(ctx, partner.conversation?.lastSeq ?? 0);
  const view = (reader: string) => messageOf(row, reader, showsOf(ctx, partner), sight);
  const event = (message: Message) => ({ type: "changed" as const, conversation: row.conversationId, message });
  const mine = view(ctx.viewer.id);
  return { mine, events: { mine: event(mine), theirs: event(view(partner.card.id)) } };
}
