import type { Context } from "../context.ts";
import { cardOf } from "../members/card.ts";
import type { Card } from "../members/members.contract.ts";
import type { Message } from "./chat.contract.ts";
import type { MessageRow } from "./chat.store.ts";
import type { Target } from "./target.columns.ts";

/** What the list shows of a message, in characters. */
const EXCERPT = 120;

/** The one at the other end. Of a deleted member only the id is left. */
export function partnerOf({ card, status }: Pick<Target, "card" | "status">, ctx: Context): Card {
  const shown = cardOf(card, ctx);
  if (status !== "deleted") return shown;
  const name = ctx.t("chat.deletedMember");
  return { ...shown, name, age: 0, country: "", region: null, city: null, main_image: null, online: false, is_new: false };
}

/** A message on one line, cut at a character, never inside one. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= EXCERPT) return line;
  return `${[...new Intl.Segmenter("en").segment(line.slice(0, EXCERPT * 4))]
    .slice(0, EXCERPT - 1)
    .map(({ segment }) => segment)
    .join("")}…`;
}

/** A message that one has received keeps nothing from who received it. */
const ALL = { read: true, online: true };

/** What the two show each other: see `isMutual`. */
export type Shows = { read: boolean; online: boolean };

/**
 * A message as one of the two sees it: what it cost is the sender's business, and what became of it the sender's as far as
 * the two show each other. That it was delivered tells that the other is there.
 */
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
    price: row.senderId === readerId ? row.price : null,
    created_at: iso(row.createdAt),
    delivered_at: deliveredAt === null ? null : iso(deliveredAt),
    read_at: readAt === null ? null : iso(readAt),
    state: readAt !== null ? "read" : deliveredAt !== null ? "delivered" : "sent",
  };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}
