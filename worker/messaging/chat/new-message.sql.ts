import type { GiftSnapshot } from "#db/schema/gifts.ts";
import type { Signals } from "#worker/discovery/signals/signals.vocabulary.ts";
import type { NewPicture } from "./chat-photos.sql.ts";
import type { MessageRow } from "./message.sql.ts";
import type { NewOpener } from "./opener.sql.ts";
import type { Delivery } from "./receipts.sql.ts";

const UNTOUCHED = {
  deliveredAt: null,
  readAt: null,
  replyTo: null,
  editedAt: null,
  senderReaction: null,
  receiverReaction: null,
  hiddenFromSender: 0,
  hiddenFromReceiver: 0,
  senderChanged: null,
  receiverChanged: null,
  gift: null,
  photo: null,
  quote: null,
} as const satisfies Partial<MessageRow>;

export interface Draft {
  id: string;
  senderId: string;
  partnerId: string;
  conversation: string | null;
  newConversation: string;
  clientId: string;
  type: "text" | "gift" | "icebreaker" | "photo" | "voice";
  text: string;
  gift: GiftSnapshot | null;
  photo: NewPicture | null;
  excerpt: string;
  /** In credits; 0 makes no ledger entry. */
  price: number;
  /** Seq of the quoted message. */
  replyTo: number | null;
  /** Newest unsent text that the sender's device has shown; undefined if it does not say. */
  draftVersion: number | undefined;
  /** Stored with a new conversation. */
  opener: NewOpener | null;
  /** What the partner's first-message settings were, as stored: a new conversation begins only while they are the same. */
  takesFirst: string | null;
  /** A new conversation waits as a request on the partner's side. */
  request: boolean;
  signals: Signals | null;
  /** An earlier message that reached the partner's browser: this write marks it. */
  delivered: Delivery | null;
  /** Staff answer this message: it waits in their queue. */
  desk: { item: string; domainId: string; pool: string } | null;
  now: number;
}

export function isPlain({ gift, photo, replyTo }: Draft): boolean {
  return gift === null && photo === null && replyTo === null;
}

export function plainMessage(
  { id, clientId, senderId, type, text, price, now }: Draft,
  conversationId: string,
  seq: number,
): MessageRow {
  return { ...UNTOUCHED, conversationId, seq, id, clientId, senderId, type, text, price, createdAt: now };
}
