import type { Row } from "#db/raw.ts";
import type { GiftSnapshot } from "#db/schema/gifts.ts";
import type { CachedFacts } from "./cached-facts.ts";
import type { NewPicture } from "./chat-photos.sql.ts";
import type { MessageRow } from "./message.sql.ts";
import { giftOf } from "./message-view.ts";
import type { Draft } from "./new-message.sql.ts";
import type { Partner, With } from "./partner.sql.ts";
import type { Prepared } from "./prepare.sql.ts";

/** What the first attempt knows already: prefetched with the session as this `row`, or cached. */
export type Facts = { prepared: Prepared; row: Row } | CachedFacts;

export interface Parcel {
  by: With;
  clientId: string;
  type: Draft["type"];
  text: string;
  gift: GiftSnapshot | null;
  /** Stores the picture, once however often it is called. @throws if the receiver takes none */
  picture?(target: Partner): Promise<NewPicture>;
  /** In credits, to a person. */
  price: number;
  /** In credits, to this receiver: what the member was told. */
  agreed?: number | undefined;
  /** Seq of the quoted message. */
  replyTo?: number | null;
  fictionalKnown?: boolean | undefined;
  draftVersion?: number | undefined;
  facts?: Facts | null;
}

/** An edited text no longer tells what was sent. */
export function isSame(sent: MessageRow & { partnerId: string }, { by, type, text, gift, replyTo = null }: Parcel): boolean {
  if (sent.replyTo !== replyTo || sent.type !== type || giftOf(sent.gift)?.id !== gift?.id) return false;
  if (sent.text !== text && sent.editedAt === null) return false;
  return "profile" in by ? sent.partnerId === by.profile : sent.conversationId === by.conversation;
}
