import type { SQL } from "drizzle-orm";
import { gifts, messages, participants } from "#db/schema/index.ts";
import { aliased, jsonOf, selected, sql } from "#db/sql.ts";
import { PHOTO } from "./chat-photos.sql.ts";

const m = aliased(messages, "m");
const q = aliased(messages, "q");

/** In characters: more than an excerpt needs. */
const WORDS = 480;

type Flags = "hiddenFromSender" | "hiddenFromReceiver";

/** `gift` and `photo` as JSON; `quote`: a RawQuote as JSON. */
export type MessageRow = Omit<typeof messages.$inferSelect, Flags | "lotId"> &
  Record<Flags, number> & { gift: string | null; photo: string | null; quote: string | null };

/** `removed`: each member's `removedSeq`. */
export type RawQuote = Pick<MessageRow, "seq" | "senderId" | "type" | "text" | "gift" | "createdAt" | Flags> & {
  removed: Record<string, number>;
};

/** Two lists: a function of D1 takes at most 32 arguments. */
const SENT_KEYS = ["conversationId", "seq", "id", "clientId", "senderId", "type", "text", "price", "createdAt"] as const;
const LATER_KEYS = [
  "deliveredAt",
  "readAt",
  "replyTo",
  "editedAt",
  "senderReaction",
  "receiverReaction",
  "hiddenFromSender",
  "hiddenFromReceiver",
  "senderChanged",
  "receiverChanged",
] as const;
const COLUMNS = selected(m, [...SENT_KEYS, ...LATER_KEYS]);

/** Snapshot of a gift message as JSON; null for a text. */
const giftBy = ({ id, type }: { id: SQL; type: SQL }) =>
  sql`(SELECT ${gifts.gift} FROM ${gifts} WHERE ${type} = 'gift' AND ${gifts}.${gifts.id} = ${id})`;

export const GIFT = giftBy(m);

const QUOTE = sql`iif(${m.replyTo} IS NULL, NULL, (SELECT json_object('seq', ${q.seq}, 'senderId', ${q.senderId}, 'type', ${q.type},
    'text', substr(${q.text}, 1, ${sql.raw(String(WORDS))}), 'gift', ${giftBy(q)}, 'createdAt', ${q.createdAt},
    'hiddenFromSender', ${q.hiddenFromSender}, 'hiddenFromReceiver', ${q.hiddenFromReceiver},
    'removed', (SELECT json_group_object(${participants.memberId}, ${participants.removedSeq}) FROM ${participants}
      WHERE ${participants.conversationId} = ${q.conversationId}))
  FROM ${q} WHERE ${q.conversationId} = ${m.conversationId} AND ${q.seq} = ${m.replyTo}))`;

/** Selects from the alias `m`. */
export const MESSAGE = sql`${COLUMNS}, ${GIFT} AS gift, ${PHOTO} AS photo, ${QUOTE} AS quote`;

export const MESSAGE_JSON = sql`json_array(${jsonOf(m, SENT_KEYS)}, ${jsonOf(m, LATER_KEYS)},
  json_object('gift', ${GIFT} || '', 'photo', ${PHOTO} || '', 'quote', ${QUOTE} || ''))`;

export function messageOfJson(parts: object[]): MessageRow {
  return Object.assign({}, ...parts) as MessageRow;
}

/** Words for the chat list; a gift has none, the list names it. */
export const LAST_WORDS = sql`iif(${m.type} = 'gift', '', substr(${m.text}, 1, ${sql.raw(String(WORDS))}))`;

export const isHiddenFrom = (memberId: string, { senderId, hiddenFromSender, hiddenFromReceiver }: Hiding) =>
  sql`iif(${senderId} = ${memberId}, ${hiddenFromSender}, ${hiddenFromReceiver}) = 1`;

type Hiding = Readonly<Record<"senderId" | Flags, unknown>>;
