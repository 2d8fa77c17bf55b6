import type { CallInput, CallOutput } from "../calls.ts";
import type { MemberContext } from "../context.ts";
import { violationOf } from "../lib/constraint.ts";
import { decodeCursor, encodeCursor } from "../lib/cursor.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { cleanText, textLength } from "../lib/text.ts";
import type { Live } from "../live/live.ts";
import { cardOf } from "../members/card.ts";
import type { ChatStore, Draft, MessageRow, Sent, StartLimits, Target, With } from "./chat.store.ts";
import type { Message } from "./chat.contract.ts";

const LIST_SIZE = 30;
/** Messages a page shows, and how many follow a gap at once. */
const PAGE_SIZE = 50;
const GAP_SIZE = 200;
const DAY = 24 * 3600 * 1000;
/** New conversations a day (product.md section 4). */
const STARTS_FREE = 20;
const STARTS_PAID = 40;
/** What the list shows of a message, in characters. */
const EXCERPT = 120;
/** Two who write in one conversation at once can take the same number: the second tries again. */
const TRIES = 5;

type Refusal = NonNullable<CallOutput<"chat">["refusal"]>;

interface Deps {
  store: ChatStore;
  live: Live;
}

export function createChat({ store, live }: Deps) {
  return {
    async chats(ctx: MemberContext, { cursor }: CallInput<"chats">): Promise<CallOutput<"chats">> {
      const [at, id] = cursor ? decodeCursor(cursor, ["number", "string"]) : [];
      const after = at === undefined || id === undefined ? null : { at, id };
      const rows = await store.list(ctx.viewer.id, after, LIST_SIZE + 1);
      const shown = rows.slice(0, LIST_SIZE);
      const last = rows.length > LIST_SIZE ? shown.at(-1) : undefined;
      return {
        chats: shown.map((row) => ({
          conversation: { id: row.conversationId, last_seq: row.lastSeq },
          profile: cardOf(row.card, ctx),
          num_unread_messages: row.unread,
          last_message: row.lastSender
            ? { text: row.lastText, own: row.lastSender === ctx.viewer.id, created_at: iso(row.lastAt) }
            : null,
        })),
        cursor: last ? encodeCursor([last.lastAt, last.conversationId]) : null,
        unread_messages: ctx.viewer.account.unread,
      };
    },

    /**
     * A conversation by its id, or the one with a member, which may not have begun. Reading is free and reads nothing.
     * @throws not_found for an outsider and an unknown member; `blocked` with the name of who blocked the viewer.
     */
    async chat(ctx: MemberContext, input: CallInput<"chat">): Promise<CallOutput<"chat">> {
      const { settings } = ctx.domain;
      const forward = input.after !== undefined;
      const limit = forward ? GAP_SIZE : PAGE_SIZE;
      const { messages: newest, days } = settings.chat_history ?? {};
      const range = { after: input.after, before: input.before, limit: limit + 1, newest, since: days === undefined ? undefined : ctx.now - days * DAY };
      const { target: found, messages } = await store.open(ctx.viewer.id, withOf(input), limitsOf(ctx), range);
      const target = reachable(ctx, found);
      // One more than shown was asked for: it says whether there are more, beyond the end that the range goes towards.
      const more = messages.length > limit;
      const shown = !more ? messages : forward ? messages.slice(0, limit) : messages.slice(1);
      await this.delivered(ctx, target, shown);
      const { conversation } = target;
      const floor = conversation ? shown[0]?.seq : undefined;
      return {
        conversation: conversation && {
          id: conversation.id,
          last_seq: conversation.lastSeq,
          unread: conversation.unread,
          read_seq: conversation.readSeq,
          partner_read_seq: conversation.partnerReadSeq,
        },
        profile: cardOf(target.card, ctx),
        messages: shown.map((message) => messageOf(message, ctx.viewer.id)),
        older: !forward && more,
        history_limited:
          settings.chat_history !== null && !forward && !more && conversation !== null && (floor ?? conversation.lastSeq + 1) > conversation.removedSeq + 1,
        price: settings.message_credits,
        credits: ctx.viewer.account.credits,
        message_length: settings.message_length,
        refusal: refusalOf(ctx, target),
      };
    },

    /**
     * Sends a message: the same client id is sent and paid for once, whatever happens between.
     * @throws invalid for the text or oneself, not_found, `blocked`, premium_required, too_many_conversations,
     * not_enough_credits, and idempotency_conflict for a client id that another message had.
     */
    async sendMessage(ctx: MemberContext, input: CallInput<"sendMessage">): Promise<CallOutput<"sendMessage">> {
      const by = withOf(input);
      const text = checkText(input.text, ctx.domain.settings.message_length);
      for (let attempt = 1; ; attempt++) {
        const { target: found, sent } = await store.prepare(ctx.viewer.id, by, limitsOf(ctx), input.client_id);
        if (sent) {
          const same = sent.text === text && ("profile" in by ? sent.partnerId === by.profile : sent.conversationId === by.conversation);
          if (!same) throw new AppError("idempotency_conflict");
          return { message: messageOf(sent, ctx.viewer.id), credits: ctx.viewer.account.credits };
        }
        const target = reachable(ctx, found);
        refuse(ctx, target);
        const outcome = await this.write(ctx, target, text, input.client_id);
        if (outcome) return outcome;
        if (attempt === TRIES) throw new AppError("conflict", { retryAfter: 1 });
      }
    },

    /** Removes the chat for oneself; what comes later lists it again. @throws not_found for an outsider. */
    async removeChat(ctx: MemberContext, { conversation }: CallInput<"removeChat">): Promise<CallOutput<"removeChat">> {
      const self = ctx.viewer.id;
      await live.expect(self);
      const counters = await store.remove(self, conversation);
      await live.tell(self, { events: [], changed: counters ? ["user", "chats"] : [], counters: counters ?? undefined });
      if (!counters) throw new AppError("not_found");
      return { removed: true };
    },

    async readChat(ctx: MemberContext, { conversation, seq }: CallInput<"readChat">): Promise<CallOutput<"readChat">> {
      const state = await this.read(ctx.viewer.id, conversation, seq, ctx.now);
      if (!state) throw new AppError("not_found");
      return { unread_messages: state.unread_messages, read_seq: state.readSeq };
    },

    /** What a read frame of the socket does too. Null for an outsider. */
    async read(memberId: string, conversation: string, seq: number, now: number) {
      await live.expect(memberId);
      const state = await store.read(memberId, conversation, seq, now);
      const counters = state ? { unread_messages: state.unread_messages, new_likes: state.new_likes } : undefined;
      await live.tell(memberId, { events: [], changed: state ? ["user", "chats"] : [], counters });
      if (state && state.marked > 0) {
        await live.tell(state.partnerId, { events: [{ type: "read", conversation, seq: state.readSeq }], changed: [] });
      }
      return state;
    },

    partnerOf: (memberId: string, conversation: string) => store.partnerOf(memberId, conversation),

    /** One attempt at the write. Null where something that was true when the rule looked is not any more. */
    async write(ctx: MemberContext, target: Target, text: string, clientId: string): Promise<CallOutput<"sendMessage"> | null> {
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
      await Promise.all([live.expect(self), live.expect(partner)]);
      let sent: Sent | null = null;
      try {
        sent = await store.send(draft, limitsOf(ctx));
      } catch (error) {
        const violation = violationOf(error);
        if (!violation) throw error;
        if (violation.name === "credits_not_negative") throw new AppError("not_enough_credits", { params: { name: target.card.name } });
        return null;
      } finally {
        await this.announce(self, partner, sent);
      }
      return { message: messageOf(sent.message, self), credits: sent.credits };
    },

    /** Ends what `expect` began, with or without a message. */
    async announce(self: string, partner: string, sent: Sent | null): Promise<void> {
      const changed = sent ? (["user", "chats"] as const) : [];
      const event = (reader: string) =>
        sent ? [{ type: "message" as const, conversation: sent.message.conversationId, message: messageOf(sent.message, reader) }] : [];
      const [, reached] = await Promise.all([
        live.tell(self, { events: event(self), changed: [...changed] }),
        live.tell(partner, { events: event(partner), changed: [...changed], counters: sent?.counters }),
      ]);
      if (!sent || reached !== true) return;
      const { conversationId, seq } = sent.message;
      await store.deliver(partner, conversationId, seq, sent.message.createdAt);
      await live.tell(self, { events: [{ type: "delivered", conversation: conversationId, seq }], changed: [] });
    },

    /** Whoever fetches messages has them: their sender hears of it. */
    async delivered(ctx: MemberContext, target: Target, shown: MessageRow[]): Promise<void> {
      const { conversation } = target;
      const newest = shown.findLast((message) => message.senderId !== ctx.viewer.id && message.deliveredAt === null);
      if (!conversation || !newest) return;
      const seq = await store.deliver(ctx.viewer.id, conversation.id, newest.seq, ctx.now);
      if (seq !== null) await live.tell(target.card.id, { events: [{ type: "delivered", conversation: conversation.id, seq }], changed: [] });
    },
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

/** The one at the other end, where this viewer may know of them at all. */
function reachable(ctx: MemberContext, target: Target | null): Target {
  if (!target || target.pool !== ctx.domain.pool || target.blockedByMe) throw new AppError("not_found");
  if (target.card.id === ctx.viewer.id) throw invalid({ field: "profile", code: "to_oneself" });
  // Someone who is gone is only there for those who have talked.
  if (target.status !== "active" && !target.conversation) throw new AppError("not_found");
  if (target.blockedMe) throw new AppError("blocked", { params: { name: target.card.name } });
  return target;
}

function refusalOf(ctx: MemberContext, target: Target): Refusal | null {
  if (target.status !== "active") return "deleted";
  if (ctx.viewer.account.status !== "active") return "not_confirmed";
  if (!target.conversation && target.usedFree) return "premium_required";
  return ctx.viewer.account.credits < ctx.domain.settings.message_credits ? "not_enough_credits" : null;
}

function refuse(ctx: MemberContext, target: Target): void {
  const refusal = refusalOf(ctx, target);
  if (refusal === "deleted") throw new AppError("not_found");
  if (refusal === "not_enough_credits") throw new AppError("not_enough_credits", { params: { name: target.card.name } });
  if (refusal) throw new AppError(refusal);
  if (!target.conversation && target.usedDaily) throw new AppError("too_many_conversations", { retryAfter: DAY / 1000 });
}

/** The text as it is stored. @throws invalid where nothing is left of it or it is longer than the domain allows. */
function checkText(typed: string, longest: number): string {
  const text = cleanText(typed);
  if (text === "") throw invalid({ field: "text", code: "required" });
  if (text.length > longest && textLength(text) > longest) throw invalid({ field: "text", code: "too_long", params: { max: longest } });
  return text;
}

/** A message on one line, cut at a character, never inside one. */
function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= EXCERPT) return line;
  return `${[...new Intl.Segmenter("en").segment(line.slice(0, EXCERPT * 4))].slice(0, EXCERPT - 1).map(({ segment }) => segment).join("")}…`;
}

/** A message as one of the two sees it: what it cost is the sender's business. */
function messageOf(row: MessageRow, readerId: string): Message {
  return {
    id: row.id,
    conversation: row.conversationId,
    seq: row.seq,
    client_id: row.clientId,
    sender: row.senderId,
    type: row.type,
    text: row.text,
    price: row.senderId === readerId ? row.price : null,
    created_at: iso(row.createdAt),
    delivered_at: row.deliveredAt === null ? null : iso(row.deliveredAt),
    read_at: row.readAt === null ? null : iso(row.readAt),
    state: row.readAt !== null ? "read" : row.deliveredAt !== null ? "delivered" : "sent",
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
