import type { GiftSnapshot } from "#db/schema/gifts.ts";
import { isMutual } from "#worker/delivery/notifications/preferences.ts";
import { cardOf } from "#worker/discovery/members/card.ts";
import type { Card } from "#worker/discovery/members/members.contract.ts";
import { cautionOf } from "#worker/discovery/signals/caution.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { readCallLine } from "./call-lines.vocabulary.ts";
import type { Message } from "./chat.contract.ts";
import { photoOf, voiceOf } from "./chat-photo-view.ts";
import { type Marks, receiptsIn } from "./marks.ts";
import type { MessageRow, RawQuote } from "./message.sql.ts";
import type { Partner } from "./partner.sql.ts";

/** In characters. */
const EXCERPT = 120;
/** Of the conversation's messages. The page also asks how many of them the reader wrote. */
const EARLY = 200;

/** Only the id of a deleted member remains. */
export function partnerOf({ card, status }: Pick<Partner, "card" | "status">, ctx: Context): Card {
  const shown = cardOf(card, ctx);
  if (status !== "deleted") return shown;
  const name = ctx.t("chat.deletedMember");
  return {
    ...shown,
    name,
    age: 0,
    country: "",
    region: null,
    city: null,
    trip: null,
    main_image: null,
    online: false,
    is_new: false,
    answers_within_day: false,
  };
}

export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= EXCERPT) return line;
  return `${[...new Intl.Segmenter("en").segment(line.slice(0, EXCERPT * 4))]
    .slice(0, EXCERPT - 1)
    .map(({ segment }) => segment)
    .join("")}…`;
}

/** Receipts of sent messages that the sender may see. A reader knows those of received messages. */
export interface Shows {
  read: boolean;
  online: boolean;
  marks: ReadonlyMap<string, Marks>;
  /** The fictional profile in this conversation; staff write its messages. */
  fictional: string | null;
}

export const NOTHING: Shows = { read: false, online: false, marks: new Map(), fictional: null };

export function showsOf({ viewer }: MemberContext, target: Partner): Shows {
  const fictional = target.card.fictional ? target.card.id : null;
  return { ...isMutual(viewer.preferences, target), marks: target.conversation?.marks ?? NOTHING.marks, fictional };
}

/** Visible part under the domain's history limit: seqs above `after`, times from `oldest` on. */
export interface Sight {
  after: number;
  oldest: number;
}

export function sightOf({ domain, now }: Context, lastSeq: number): Sight {
  const { messages, days } = domain.settings.chat_history ?? {};
  return { after: messages === undefined ? 0 : lastSeq - messages, oldest: days === undefined ? 0 : now - days * DAY };
}

/** The same for a statement. */
export function seenOf({ chat_history: limit }: Settings, now: number) {
  return { newest: limit?.messages, oldest: limit?.days === undefined ? 0 : now - limit.days * DAY };
}

/**
 * Price and receipts are the sender's. Delivery reveals presence, so `online` governs it. Without `image`, for a browser
 * whose session is unknown, a photo has no links.
 */
export function messageOf(
  row: MessageRow,
  readerId: string,
  shows: Shows,
  sight: Sight,
  image: Context["image"] | null = null,
): Message {
  const own = row.senderId === readerId;
  const { read, online } = own ? shows : { read: true, online: true };
  const receipts = receiptsIn(row, shows.marks);
  const hidden = hides(row, readerId);
  const warns = !hidden && row.seq <= EARLY && shows.fictional === null;
  const reactions = [row.senderReaction, row.receiverReaction] as const;
  const readAt = read ? receipts.readAt : null;
  const deliveredAt = online ? receipts.deliveredAt : readAt;
  return {
    id: row.id,
    conversation: row.conversationId,
    seq: row.seq,
    client_id: row.clientId,
    sender: row.senderId,
    type: row.type,
    text: hidden || row.type === "call" ? "" : row.text,
    gift: hidden ? null : giftOf(row.gift),
    photo: hidden ? null : photoOf(row, readerId, image),
    voice: hidden ? null : voiceOf(row, read, image),
    call: hidden || row.type !== "call" ? null : readCallLine(row.text),
    price: own ? row.price : null,
    created_at: iso(row.createdAt),
    delivered_at: deliveredAt === null ? null : iso(deliveredAt),
    read_at: readAt === null ? null : iso(readAt),
    state: readAt !== null ? "read" : deliveredAt !== null ? "delivered" : "sent",
    reply_to: hidden ? null : replyOf(row, readerId, sight),
    edited_at: row.editedAt === null ? null : iso(row.editedAt),
    reaction: hidden ? null : reactions[own ? 0 : 1],
    partner_reaction: hidden ? null : reactions[own ? 1 : 0],
    hidden,
    by_staff: row.senderId === shows.fictional,
    caution: warns ? cautionOf(row.text) : null,
    version: (own ? row.senderChanged : row.receiverChanged) ?? 0,
  };
}

export function hides(row: Pick<MessageRow, "senderId" | "hiddenFromSender" | "hiddenFromReceiver">, readerId: string): boolean {
  return (row.senderId === readerId ? row.hiddenFromSender : row.hiddenFromReceiver) === 1;
}

function replyOf({ replyTo, quote }: MessageRow, readerId: string, { after, oldest }: Sight): Message["reply_to"] {
  if (replyTo === null) return null;
  const quoted = quote === null ? null : (JSON.parse(quote) as RawQuote);
  if (
    !quoted ||
    hides(quoted, readerId) ||
    quoted.createdAt < oldest ||
    replyTo <= Math.max(after, quoted.removed[readerId] ?? 0)
  )
    return { seq: replyTo, quote: null };
  const { senderId: sender, type, text, gift } = quoted;
  return { seq: replyTo, quote: { sender, type, text: type === "call" ? "" : excerptOf(text), gift: giftOf(gift) } };
}

export function giftOf(stored: string | null): Message["gift"] {
  if (stored === null) return null;
  const { id, names } = JSON.parse(stored) as GiftSnapshot;
  return { id, names };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}
