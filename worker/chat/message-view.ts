import type { GiftSnapshot } from "#db/schema/gifts.ts";
import type { Context, MemberContext } from "#worker/context.ts";
import { cardOf } from "#worker/members/card.ts";
import type { Card } from "#worker/members/members.contract.ts";
import { isMutual } from "#worker/notifications/preferences.ts";
import type { Message } from "./chat.contract.ts";
import type { MessageRow } from "./chat.store.ts";
import type { Partner } from "./partner.columns.ts";

/** In characters. */
const EXCERPT = 120;

/** Only the id of a deleted member remains. */
export function partnerOf({ card, status }: Pick<Partner, "card" | "status">, ctx: Context): Card {
  const shown = cardOf(card, ctx);
  if (status !== "deleted") return shown;
  const name = ctx.t("chat.deletedMember");
  return { ...shown, name, age: 0, country: "", region: null, city: null, main_image: null, online: false, is_new: false };
}

export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= EXCERPT) return line;
  return `${[...new Intl.Segmenter("en").segment(line.slice(0, EXCERPT * 4))]
    .slice(0, EXCERPT - 1)
    .map(({ segment }) => segment)
    .join("")}…`;
}

/** A reader knows the receipts of received messages. */
const ALL = { read: true, online: true };

export type Shows = { read: boolean; online: boolean };

export const NOTHING: Shows = { read: false, online: false };

export function showsOf({ viewer }: MemberContext, target: Partner): Shows {
  return isMutual(viewer.preferences, target);
}

/** Price and receipts are the sender's. Delivery reveals presence, so `online` governs it. */
export function messageOf(row: MessageRow, readerId: string, shows: Shows): Message {
  const { read, online } = row.senderId === readerId ? shows : ALL;
  const readAt = read ? row.readAt : null;
  const deliveredAt = online ? row.deliveredAt : readAt;
  return {
    id: row.id,
    conversation: row.conversationId,
    seq: row.seq,
    client_id: row.clientId,
    sender: row.senderId,
    type: row.type,
    text: row.text,
    gift: giftOf(row.gift),
    price: row.senderId === readerId ? row.price : null,
    created_at: iso(row.createdAt),
    delivered_at: deliveredAt === null ? null : iso(deliveredAt),
    read_at: readAt === null ? null : iso(readAt),
    state: readAt !== null ? "read" : deliveredAt !== null ? "delivered" : "sent",
  };
}

export function giftOf(stored: string | null): Message["gift"] {
  if (stored === null) return null;
  const { id, names } = JSON.parse(stored) as GiftSnapshot;
  return { id, names };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}
