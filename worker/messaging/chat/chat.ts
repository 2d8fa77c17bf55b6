import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { firstLinesOf } from "#worker/discovery/members/first-lines.ts";
import { shownPart } from "#worker/discovery/members/liked-part.ts";
import { createOpenLike } from "#worker/discovery/members/open-like.ts";
import { isSlowed } from "#worker/discovery/signals/signals.vocabulary.ts";
import { searchKey } from "#worker/messaging/chat/search-key.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { AppError } from "#worker/platform/errors.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { FactsCache } from "./cached-facts.ts";
import type { contract } from "./chat.contract.ts";
import type { ChatStore } from "./chat.store.ts";
import { chatsOf, LIST_SIZE } from "./chat-rows.ts";
import type { Deliveries } from "./deliveries.ts";
import { goodbyeOf, maySayGoodbye } from "./goodbye.ts";
import { withArchived } from "./history.ts";
import type { MessageRow } from "./message.sql.ts";
import type { MessageArchive } from "./message-archive.ts";
import type { Range } from "./message-range.sql.ts";
import { messageOf, partnerOf, showsOf, sightOf } from "./message-view.ts";
import type { Partner, With } from "./partner.sql.ts";
import {
  asksFictional,
  callsOf,
  freeLimits,
  icebreakerPriceOf,
  limitsOf,
  messagePriceOf,
  priceTo,
  reachable,
  refusalOf,
  takesVoice,
  withOf,
} from "./permission.ts";
import type { Delivery } from "./receipts.sql.ts";
import type { ReceiptsStore } from "./receipts.store.ts";
import { createReceipts } from "./receipts.ts";
import { createSend } from "./send.ts";

const PAGE_SIZE = 50;
const GAP_SIZE = 200;
/** Of a page that was away: fewer trips than pages of the history, which are drawn while a reader scrolls. */
const MISSED_SIZE = 500;

type ChatInput = Input<typeof contract.chat>;

interface Deps {
  store: ChatStore;
  factsCache: FactsCache;
  receipts: ReceiptsStore;
  archive: Pick<MessageArchive, "read" | "find" | "mark">;
  cursors: Cursors;
  live: LiveObjects;
  deliveries: Deliveries;
  after(work: Promise<unknown>): void;
}

export function createChat(deps: Deps) {
  const { store, archive, cursors, live, after } = deps;
  const { read, deliveryOf, delivered } = createReceipts(deps);
  const openLike = createOpenLike(deps);

  /** An opened chat marks the partner's like as seen. */
  async function noteOpened(ctx: MemberContext, target: Partner, isLiker: boolean, delivery: Delivery | null) {
    await delivered(ctx, target, delivery);
    if (isLiker) await openLike(ctx.viewer, target.card.id);
  }

  async function opened(ctx: MemberContext, input: ChatInput, range: Range) {
    const query = [ctx.viewer.id, withOf(input), limitsOf(ctx), range, listedOf(input)] as const;
    const rows = takePrefetched(ctx, "chat", input);
    const prefetched = rows && (await store.open([...query], rows));
    // Only who starts a conversation has limits; those of prefetched rows are of a free member.
    const { paidUser } = ctx.viewer.account;
    const isCertain = prefetched?.target?.conversation || !(paidUser || isSlowed(ctx.viewer.account));
    return prefetched && isCertain ? prefetched : store.open([...query]);
  }

  return {
    ...createSend(deps),
    read,
    partnerOf: store.partnerOf,

    target: (ctx: MemberContext, by: With) => store.target(ctx.viewer.id, by, limitsOf(ctx)),

    /** @throws invalid */
    async chats(ctx: MemberContext, input: Input<typeof contract.chats>): Promise<Output<typeof contract.chats>> {
      const { key, range } = rangeOf(input);
      const prefetched = takePrefetched(ctx, "chats", input);
      return chatsOf(cursors, ctx, await store.list(ctx.viewer.id, range, LIST_SIZE + 1, prefetched), key);
    },

    /** The reads of `chats`. @throws invalid */
    prefetchList: (memberId: string, input: Input<typeof contract.chats>) => [
      store.listQuery(memberId, rangeOf(input).range, LIST_SIZE + 1),
    ],

    /** The reads of `chat`, with the limits of a free member. @throws invalid */
    prefetchChat: (memberId: string, input: ChatInput, { settings, at }: { settings: Settings; at: number }) =>
      store.openQueries(memberId, withOf(input), freeLimits(settings, at), messagesOf(input, settings), listedOf(input)),

    /** Marks nothing read. @throws not_found, blocked, invalid */
    async chat(ctx: MemberContext, input: Input<typeof contract.chat>): Promise<Output<typeof contract.chat>> {
      const { settings } = ctx.domain;
      const forward = input.after !== undefined;
      const range = messagesOf(input, settings);
      const limit = range.limit - 1;
      const { target: found, messages: newer, list, liked, newLike, changed: recent, waiting } = await opened(ctx, input, range);
      const target = reachable(ctx, found);
      const sight = sightOf(ctx, target.conversation?.lastSeq ?? 0);
      const database = { messages: newer, changed: recent };
      const both = await withArchived(archive, target, ctx.viewer.id, database, range, sight.oldest);
      const [messages, changed] = await withPhotos(store, both.messages, both.changed);
      const page = messages.length <= limit ? messages : forward ? messages.slice(0, limit) : messages.slice(1);
      const inSight = ({ createdAt }: MessageRow) => createdAt >= sight.oldest;
      const shown = page.filter(inSight);
      const more = messages.length > limit && shown.length === page.length;
      const delivery = deliveryOf(ctx, target, shown);
      after(input.opened ? noteOpened(ctx, target, newLike, delivery) : delivered(ctx, target, delivery));
      const shows = showsOf(ctx, target);
      const view = (message: MessageRow) => messageOf(message, ctx.viewer.id, shows, sight, imageFor(ctx, target, message));
      const [shownChanges, { conversation }] = [changed.slice(0, limit), target];
      const price = priceTo(target, ctx, messagePriceOf(ctx));
      const floor = conversation ? shown[0]?.seq : undefined;
      return {
        conversation: conversation && {
          id: conversation.id,
          last_seq: conversation.lastSeq,
          unread: conversation.unread,
          read_seq: conversation.readSeq,
          partner_read_seq: shows.read ? conversation.partnerReadSeq : 0,
          muted: conversation.muted,
          changes: changed.length > limit ? view(shownChanges.at(-1) as MessageRow).version : conversation.changes,
        },
        profile: partnerOf(target, ctx),
        messages: shown.map(view),
        changed: shownChanges.filter(inSight).map(view),
        older: !forward && more,
        history_limited:
          settings.chat_history !== null &&
          !forward &&
          !more &&
          conversation !== null &&
          (floor ?? conversation.lastSeq + 1) > conversation.removedSeq + 1,
        price,
        icebreaker_price: conversation ? null : priceTo(target, ctx, icebreakerPriceOf(ctx)),
        first_lines: firstLinesOf(ctx, target),
        ...{ asks_fictional: asksFictional(ctx, target, price), takes_price: true },
        credits: ctx.viewer.account.credits,
        refusal: refusalOf(ctx, target, price),
        request: conversation?.request ?? null,
        goodbye: conversation?.goodbye ? goodbyeOf(conversation.goodbye, ctx.viewer.id) : null,
        may_say_goodbye: maySayGoodbye(target, ctx.now),
        ...{ message_length: settings.message_length, removed_for_fraud: target.fraud },
        ...{ photos: conversation?.partnerWrote ? "open" : "unanswered", voice: takesVoice(ctx, target) },
        calls: callsOf(ctx, target),
        draft: target.draft?.text ?? draftOf(ctx, target),
        draft_version: target.draft?.version ?? null,
        draft_reply_to: target.draft?.replyTo ?? null,
        waiting,
        edits: shows.read,
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
      const events: LiveEvent[] = counters ? [{ type: "chats" }] : [];
      after(live.tell(self, { events, changed: counters ? ["user", "chats"] : [], counters: counters ?? undefined }));
      if (!counters) throw new AppError("not_found");
      return { removed: true };
    },

    /** @throws not_found */
    async muteChat(
      ctx: MemberContext,
      { conversation, muted }: Input<typeof contract.muteChat>,
    ): Promise<Output<typeof contract.muteChat>> {
      const self = ctx.viewer.id;
      const done = await announced(live, [self], () => store.mute(self, conversation, muted));
      after(live.tell(self, { events: done ? [{ type: "chats" }] : [], changed: done ? ["chats"] : [] }));
      if (!done) throw new AppError("not_found");
      return { muted };
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

  function rangeOf({ cursor, name = "" }: Input<typeof contract.chats>) {
    const key = name && searchKey(name);
    return { key, range: key ? { name: key, after: afterName(cursor, key) } : { after: afterTime(cursor) } };
  }

  function afterTime(cursor: string | undefined) {
    if (!cursor) return null;
    const [at, id] = cursors.decode(cursor, ["number", "string"]);
    return { at, id };
  }

  function afterName(cursor: string | undefined, name: string) {
    if (!cursor) return null;
    const [key, id] = cursors.decode(cursor, ["string", "string"], name);
    return { key, id };
  }
}

/** The archive holds no files, whose state changes. */
async function withPhotos<T extends MessageRow[][]>(store: Pick<ChatStore, "photos">, ...lists: T): Promise<T> {
  const without = lists.flat().filter(({ type, photo }) => (type === "photo" || type === "voice") && photo === null);
  if (without.length === 0) return lists;
  const found = await store.photos(without.map(({ id }) => id));
  return lists.map((rows) => rows.map((row) => ({ ...row, photo: row.photo ?? found.get(row.id) ?? null }))) as T;
}

/** A member who left shows no photos. */
function imageFor({ image }: MemberContext, { status, card }: Partner, { senderId }: MessageRow): MemberContext["image"] | null {
  return status === "deleted" && senderId === card.id ? null : image;
}

function draftOf({ viewer: { account } }: MemberContext, { card, conversation }: Partner): string | null {
  return conversation === null && account.signupProfile === card.id ? account.signupMessage : null;
}

/** One extra row tells whether more messages follow in the range's direction. */
function messagesOf({ after, before, changes }: ChatInput, { chat_history }: Settings): Range {
  const limit = after === undefined ? PAGE_SIZE : changes === undefined ? GAP_SIZE : MISSED_SIZE;
  return { after, before, limit: limit + 1, newest: chat_history?.messages, changes };
}

function listedOf({ list }: ChatInput): number {
  return list ? LIST_SIZE + 1 : 0;
}
