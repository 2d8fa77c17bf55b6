import type { MemberContext } from "#worker/context.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import type { Cursors } from "#worker/lib/cursor.ts";
import { AppError } from "#worker/lib/errors.ts";
import { DAY } from "#worker/lib/limits.ts";
import { announced } from "#worker/live/live.ts";
import type { LiveObjects } from "#worker/live/objects.ts";
import { shownPart } from "#worker/members/liked-part.ts";
import type { contract } from "./chat.contract.ts";
import type { ChatStore, MessageRow } from "./chat.store.ts";
import type { ListRow } from "./chat-list.columns.ts";
import { giftOf, iso, messageOf, partnerOf, showsOf } from "./message-view.ts";
import type { Partner, With } from "./partner.columns.ts";
import { icebreakerPriceOf, limitsOf, messagePriceOf, reachable, refusalOf, withOf } from "./permission.ts";
import { createSend } from "./send.ts";

const LIST_SIZE = 30;
const PAGE_SIZE = 50;
const GAP_SIZE = 200;

interface Deps {
  store: ChatStore;
  cursors: Cursors;
  live: LiveObjects;
  after(work: Promise<unknown>): void;
}

export function createChat(deps: Deps) {
  const { store, cursors, live, after } = deps;
  return {
    ...createSend(deps),
    read,
    partnerOf: store.partnerOf,

    /** Null for an unknown member. */
    target: (ctx: MemberContext, by: With) => store.target(ctx.viewer.id, by, limitsOf(ctx)),

    async chats(ctx: MemberContext, { cursor }: Input<typeof contract.chats>): Promise<Output<typeof contract.chats>> {
      const [at, id] = cursor ? cursors.decode(cursor, ["number", "string"]) : [];
      const from = at === undefined || id === undefined ? null : { at, id };
      return chatsOf(cursors, ctx, await store.list(ctx.viewer.id, from, LIST_SIZE + 1));
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
        liked,
      } = await store.open(ctx.viewer.id, withOf(input), limitsOf(ctx), range, input.list ? LIST_SIZE + 1 : 0);
      const target = reachable(ctx, found);
      // One extra row tells whether more messages follow in the range's direction.
      const page = messages.length <= limit ? messages : forward ? messages.slice(0, limit) : messages.slice(1);
      const oldest = days === undefined ? 0 : ctx.now - days * DAY;
      const shown = page.filter((message) => message.createdAt >= oldest);
      const more = messages.length > limit && shown.length === page.length;
      after(delivered(ctx, target, shown));
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
        price: messagePriceOf(ctx),
        icebreaker_price: conversation ? null : icebreakerPriceOf(ctx),
        credits: ctx.viewer.account.credits,
        message_length: settings.message_length,
        refusal: refusalOf(ctx, target, messagePriceOf(ctx)),
        draft: draftOf(ctx, target),
        liked: liked.map(({ own, part, key }) => ({ own, part: shownPart(part, key, ctx) })),
        list: input.list ? chatsOf(cursors, ctx, list) : null,
      };
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
      const state = await read(ctx.viewer.id, conversation, seq, ctx.now);
      if (!state) throw new AppError("not_found");
      return { unread_messages: state.unread_messages, read_seq: state.readSeq };
    },
  };

  /** Serves the socket's read frame too. Null for an outsider. */
  async function read(memberId: string, conversation: string, seq: number, now: number) {
    const state = await announced(live, [memberId], () => store.read(memberId, conversation, seq, now));
    const counters = state ? { unread_messages: state.unread_messages, new_likes: state.new_likes } : undefined;
    after(live.tell(memberId, { events: [], changed: state ? ["user", "chats"] : [], counters }));
    if (state?.mutual && state.marked > 0) after(live.relay(state.partnerId, { type: "read", conversation, seq: state.readSeq }));
    return state;
  }

  async function delivered(ctx: MemberContext, target: Partner, shown: MessageRow[]): Promise<void> {
    const { conversation } = target;
    const newest = shown.findLast((message) => message.senderId !== ctx.viewer.id && message.deliveredAt === null);
    if (!conversation || !newest) return;
    const seq = await store.deliver(ctx.viewer.id, conversation.id, newest.seq, ctx.now);
    if (seq !== null && showsOf(ctx, target).online)
      await live.relay(target.card.id, { type: "delivered", conversation: conversation.id, seq });
  }
}

function chatsOf(cursors: Cursors, ctx: MemberContext, rows: ListRow[]): Output<typeof contract.chats> {
  const shown = rows.slice(0, LIST_SIZE);
  const last = rows.length > LIST_SIZE ? shown.at(-1) : undefined;
  return {
    chats: shown.map((row) => ({
      conversation: { id: row.conversationId, last_seq: row.lastSeq },
      profile: partnerOf(row, ctx),
      num_unread_messages: row.unread,
      last_message: row.lastSender
        ? {
            text: row.lastText,
            gift: giftOf(row.lastGift),
            own: row.lastSender === ctx.viewer.id,
            created_at: iso(row.lastAt),
          }
        : null,
    })),
    cursor: last ? cursors.encode([last.lastAt, last.conversationId]) : null,
    unread_messages: ctx.viewer.account.unread,
  };
}

function draftOf({ viewer: { account } }: MemberContext, { card, conversation }: Partner): string | null {
  return conversation === null && account.signupProfile === card.id ? account.signupMessage : null;
}
