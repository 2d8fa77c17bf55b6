import type { MemberContext } from "#worker/context.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { violationOf } from "#worker/lib/constraint.ts";
import { decodeCursor, encodeCursor } from "#worker/lib/cursor.ts";
import { AppError, invalid } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { cleanText, textLength, UNITS_PER_CHARACTER } from "#worker/lib/text.ts";
import { announced } from "#worker/live/live.ts";
import type { LiveObjects } from "#worker/live/objects.ts";
import { isShownHere } from "#worker/members/card.ts";
import { isMutual } from "#worker/notifications/preferences.ts";
import type { contract } from "./chat.contract.ts";
import type { ChatStore, Draft, ListRow, MessageRow, Sent } from "./chat.store.ts";
import { excerptOf, iso, messageOf, partnerOf, type Shows } from "./show.ts";
import type { StartLimits, Target, With } from "./target.columns.ts";

const LIST_SIZE = 30;
const PAGE_SIZE = 50;
const GAP_SIZE = 200;
const DAY = 24 * 3600 * 1000;
/** New conversations per day; product.md section 4. */
const STARTS_FREE = 20;
const STARTS_PAID = 40;
/** Concurrent messages may take the same seq; the loser retries. */
const TRIES = 5;

type Refusal = NonNullable<Output<typeof contract.chat>["refusal"]>;

interface Deps {
  store: ChatStore;
  live: LiveObjects;
  after(work: Promise<unknown>): void;
}

export function createChat({ store, live, after }: Deps) {
  return {
    async chats(ctx: MemberContext, { cursor }: Input<typeof contract.chats>): Promise<Output<typeof contract.chats>> {
      const [at, id] = cursor ? decodeCursor(cursor, ["number", "string"]) : [];
      const from = at === undefined || id === undefined ? null : { at, id };
      return chatsOf(ctx, await store.list(ctx.viewer.id, from, LIST_SIZE + 1));
    },

    /** Marks nothing read. @throws not_found, blocked, invalid */
    async chat(ctx: MemberContext, input: Input<typeof contract.chat>): Promise<Output<typeof contract.chat>> {
      const { settings } = ctx.domain;
      const forward = input.after !== undefined;
      const limit = forward ? GAP_SIZE : PAGE_SIZE;
      const { messages: newest, days } = settings.chat_history ?? {};
      const range = { after: input.after, before: input.before, limit: limit + 1, newest };
      const {
        target: found,
        messages,
        list,
      } = await store.open(ctx.viewer.id, withOf(input), limitsOf(ctx), range, input.list ? LIST_SIZE + 1 : 0);
      const target = reachable(ctx, found);
      // One extra row tells whether more messages follow in the range's direction.
      const page = messages.length <= limit ? messages : forward ? messages.slice(0, limit) : messages.slice(1);
      const oldest = days === undefined ? 0 : ctx.now - days * DAY;
      const shown = page.filter((message) => message.createdAt >= oldest);
      const more = messages.length > limit && shown.length === page.length;
      after(this.delivered(ctx, target, shown));
      const shows = showsOf(ctx, target);
      const { conversation } = target;
      const floor = conversation ? shown[0]?.seq : undefined;
      return {
        conversation: conversation && {
          id: conversation.id,
          last_seq: conversation.lastSeq,
          unread: conversation.unread,
          read_seq: conversation.readSeq,
          partner_read_seq: shows.read ? conversation.partnerReadSeq : 0,
        },
        profile: partnerOf(target, ctx),
        messages: shown.map((message) => messageOf(message, ctx.viewer.id, shows)),
        older: !forward && more,
        history_limited:
          settings.chat_history !== null &&
          !forward &&
          !more &&
          conversation !== null &&
          (floor ?? conversation.lastSeq + 1) > conversation.removedSeq + 1,
        price: settings.message_credits,
        credits: ctx.viewer.account.credits,
        message_length: settings.message_length,
        refusal: refusalOf(ctx, target),
        draft: draftOf(ctx, target),
        list: input.list ? chatsOf(ctx, list) : null,
      };
    },

    /** Idempotent by client id. @throws invalid, and the codes of the contract */
    async sendMessage(
      ctx: MemberContext,
      input: Input<typeof contract.sendMessage>,
    ): Promise<Output<typeof contract.sendMessage>> {
      const by = withOf(input);
      const text = checkText(input.text, ctx.domain.settings.message_length);
      for (let attempt = 1; ; attempt++) {
        const { target: found, sent } = await store.prepare(ctx.viewer.id, by, limitsOf(ctx), input.client_id);
        if (sent) {
          const same =
            sent.text === text && ("profile" in by ? sent.partnerId === by.profile : sent.conversationId === by.conversation);
          if (!same) throw new AppError("idempotency_conflict");
          // The first event may be lost; browsers ignore a repeated seq.
          if (sent.deliveredAt === null) after(this.announceAgain(sent, sent.partnerId));
          // An earlier attempt of this request was paid after the viewer was read.
          return {
            message: messageOf(sent, ctx.viewer.id, found ? showsOf(ctx, found) : NOTHING),
            credits: ctx.viewer.account.credits - (attempt > 1 ? sent.price : 0),
          };
        }
        const target = reachable(ctx, found);
        if (input.profile !== undefined && input.profile !== target.card.id) throw new AppError("not_found");
        refuse(ctx, target);
        const outcome = await this.write(ctx, target, text, input.client_id);
        if (outcome) return outcome;
        if (attempt === TRIES) throw new AppError("conflict", { retryAfter: 1 });
      }
    },

    /** A later message lists the chat again. @throws not_found */
    async removeChat(
      ctx: MemberContext,
      { conversation }: Input<typeof contract.removeChat>,
    ): Promise<Output<typeof contract.removeChat>> {
      const self = ctx.viewer.id;
      const counters = await announced(live, [self], () => store.remove(self, conversation));
      after(live.tell(self, { events: [], changed: counters ? ["user", "chats"] : [], counters: counters ?? undefined }));
      if (!counters) throw new AppError("not_found");
      return { removed: true };
    },

    async readChat(
      ctx: MemberContext,
      { conversation, seq }: Input<typeof contract.readChat>,
    ): Promise<Output<typeof contract.readChat>> {
      const state = await this.read(ctx.viewer.id, conversation, seq, ctx.now);
      if (!state) throw new AppError("not_found");
      return { unread_messages: state.unread_messages, read_seq: state.readSeq };
    },

    /** Serves the socket's read frame too. Null for an outsider. */
    async read(memberId: string, conversation: string, seq: number, now: number) {
      const state = await announced(live, [memberId], () => store.read(memberId, conversation, seq, now));
      const counters = state ? { unread_messages: state.unread_messages, new_likes: state.new_likes } : undefined;
      after(live.tell(memberId, { events: [], changed: state ? ["user", "chats"] : [], counters }));
      if (state?.mutual && state.marked > 0)
        after(live.relay(state.partnerId, { type: "read", conversation, seq: state.readSeq }));
      return state;
    },

    partnerOf: (memberId: string, conversation: string) => store.partnerOf(memberId, conversation),

    /** Null if the state changed since the rule's check. */
    async write(
      ctx: MemberContext,
      target: Target,
      text: string,
      clientId: string,
    ): Promise<Output<typeof contract.sendMessage> | null> {
      const [self, partner] = [ctx.viewer.id, target.card.id];
      const draft: Draft = {
        id: newId(),
        senderId: self,
        partnerId: partner,
        conversation: target.conversation?.id ?? null,
        newConversation: newId(),
        clientId,
        text,
        excerpt: excerptOf(text),
        price: ctx.domain.settings.message_credits,
        now: ctx.now,
      };
      try {
        const sent = await announced(live, [self, partner], () => store.send(draft, limitsOf(ctx)));
        if (!sent) {
          after(Promise.all([self, partner].map((id) => live.tell(id, { events: [], changed: [] }))));
          return null;
        }
        after(this.announce(self, partner, sent, showsOf(ctx, target)));
        return { message: messageOf(sent.message, self, NOTHING), credits: sent.credits };
      } catch (error) {
        const violation = violationOf(error);
        if (!violation) throw error;
        if (violation.name === "credits_not_negative")
          throw new AppError("not_enough_credits", { params: { name: target.card.name } });
        return null;
      }
    },

    async announce(self: string, partner: string, { message, sender, partner: receiver }: Sent, shows: Shows): Promise<void> {
      const { conversationId: conversation, seq } = message;
      const eventFor = (reader: string) => ({
        type: "message" as const,
        conversation,
        message: messageOf(message, reader, shows),
      });
      const [reached] = await Promise.all([
        live.tell(partner, { events: [eventFor(partner)], changed: ["user", "chats"], counters: receiver }),
        live.tell(self, { events: [eventFor(self)], changed: ["user", "chats"], counters: sender }),
      ]);
      if (!reached) return;
      await store.deliver(partner, conversation, seq, message.createdAt);
      if (shows.online) await live.relay(self, { type: "delivered", conversation, seq });
    },

    async announceAgain(message: MessageRow, partner: string): Promise<void> {
      const { conversationId: conversation } = message;
      await live.tell(partner, {
        events: [{ type: "message", conversation, message: messageOf(message, partner, NOTHING) }],
        changed: ["user", "chats"],
      });
    },

    async delivered(ctx: MemberContext, target: Target, shown: MessageRow[]): Promise<void> {
      const { conversation } = target;
      const newest = shown.findLast((message) => message.senderId !== ctx.viewer.id && message.deliveredAt === null);
      if (!conversation || !newest) return;
      const seq = await store.deliver(ctx.viewer.id, conversation.id, newest.seq, ctx.now);
      if (seq !== null && showsOf(ctx, target).online)
        await live.relay(target.card.id, { type: "delivered", conversation: conversation.id, seq });
    },
  };
}

const NOTHING: Shows = { read: false, online: false };

function showsOf({ viewer }: MemberContext, target: Target): Shows {
  return isMutual(viewer.preferences, target);
}

function chatsOf(ctx: MemberContext, rows: ListRow[]): Output<typeof contract.chats> {
  const shown = rows.slice(0, LIST_SIZE);
  const last = rows.length > LIST_SIZE ? shown.at(-1) : undefined;
  return {
    chats: shown.map((row) => ({
      conversation: { id: row.conversationId, last_seq: row.lastSeq },
      profile: partnerOf(row, ctx),
      num_unread_messages: row.unread,
      last_message: row.lastSender
        ? { text: row.lastText, own: row.lastSender === ctx.viewer.id, created_at: iso(row.lastAt) }
        : null,
    })),
    cursor: last ? encodeCursor([last.lastAt, last.conversationId]) : null,
    unread_messages: ctx.viewer.account.unread,
  };
}

function withOf({ conversation, profile }: { conversation?: string; profile?: string }): With {
  if (conversation !== undefined) return { conversation };
  if (profile !== undefined) return { profile };
  throw invalid({ field: "conversation", code: "required" });
}

function limitsOf({ domain, viewer, now }: MemberContext): StartLimits {
  const paid = viewer.account.paidUser;
  return { free: paid ? null : domain.settings.free_conversations, daily: paid ? STARTS_PAID : STARTS_FREE, since: now - DAY };
}

/** @throws not_found, invalid, blocked */
function reachable(ctx: MemberContext, target: Target | null): Target {
  if (!target || target.pool !== ctx.domain.pool || target.blockedByMe) throw new AppError("not_found");
  if (target.card.id === ctx.viewer.id) throw invalid({ field: "profile", code: "to_oneself" });
  // A departed member stays visible only to conversation partners.
  if ((target.status !== "active" || !isShownHere(target.card, ctx)) && !target.conversation) throw new AppError("not_found");
  if (target.blockedMe) throw new AppError("blocked", { params: { name: target.card.name } });
  return target;
}

function draftOf({ viewer: { account } }: MemberContext, { card, conversation }: Target): string | null {
  return conversation === null && account.signupProfile === card.id ? account.signupMessage : null;
}

function refusalOf(ctx: MemberContext, target: Target): Refusal | null {
  // A conversation with a fictional profile stays readable where the domain hides such profiles.
  if (target.status === "deleted" || !isShownHere(target.card, ctx)) return "deleted";
  if (ctx.viewer.account.status !== "active") return "not_confirmed";
  if (!target.conversation && target.usedFree) return "premium_required";
  return ctx.viewer.account.credits < ctx.domain.settings.message_credits ? "not_enough_credits" : null;
}

function refuse(ctx: MemberContext, target: Target): void {
  const refusal = refusalOf(ctx, target);
  if (refusal === "deleted") throw new AppError("not_found");
  if (refusal === "not_enough_credits") throw new AppError("not_enough_credits", { params: { name: target.card.name } });
  if (refusal) throw new AppError(refusal);
  if (target.conversation || target.usedDaily === null) return;
  throw new AppError("too_many_conversations", { retryAfter: Math.max(1, Math.ceil((target.usedDaily + DAY - ctx.now) / 1000)) });
}

/** @throws invalid */
function checkText(typed: string, longest: number): string {
  const text = cleanText(typed);
  // Spaces and joiners alone would show an empty bubble.
  if (!/[^\p{Z}\p{C}]/u.test(text)) throw invalid({ field: "text", code: "required" });
  // A character has several code units, but a bounded number.
  if (text.length > longest * UNITS_PER_CHARACTER || (text.length > longest && textLength(text) > longest))
    throw invalid({ field: "text", code: "too_long", params: { max: longest } });
  return text;
}
