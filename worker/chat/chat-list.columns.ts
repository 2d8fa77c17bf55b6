import type { SQL } from "drizzle-orm";
import { blocks, conversations, gifts, messages, participants, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { CARD_COLUMNS, type RawCard, readCard } from "#worker/members/card.columns.ts";
import type { CardRow } from "#worker/members/card.ts";
import type { Partner } from "./partner.columns.ts";

const c = aliased(conversations, "c");
const m = aliased(messages, "m");
const me = aliased(participants, "me");
const p = aliased(profiles, "p");

export interface ListRow {
  card: CardRow;
  status: Partner["status"];
  conversationId: string;
  lastSeq: number;
  unread: number;
  /** Empty for a gift. */
  lastText: string;
  /** The snapshot as JSON. */
  lastGift: string | null;
  lastSender: string | null;
  lastAt: number;
}

/** Snapshot of a gift message as JSON; null for a text. */
export const GIFT = sql`(SELECT ${gifts.gift} FROM ${gifts} WHERE ${m.type} = 'gift' AND ${gifts}.${gifts.id} = ${m.id})`;

export const blockedBetween = (one: SQL, other: SQL) => sql`EXISTS (SELECT 1 FROM ${blocks}
  WHERE (${blocks.blockerId} = ${one} AND ${blocks.blockedId} = ${other})
    OR (${blocks.blockerId} = ${other} AND ${blocks.blockedId} = ${one}))`;

export type RawListRow = RawCard & Omit<ListRow, "card">;

export function listOf(memberId: string, after: { at: number; id: string } | null, limit: number): SQL {
  const from = after ? sql`AND (${me.lastAt}, ${me.conversationId}) < (${after.at}, ${after.id})` : sql``;
  return sql`SELECT ${CARD_COLUMNS}, ${p.status}, ${me.conversationId} AS conversationId, ${c.lastSeq} AS lastSeq,
      ${me.unread}, ${me.lastText} AS lastText,
      (SELECT ${GIFT} FROM ${m} WHERE ${me.lastText} = '' AND ${m.conversationId} = ${c.id} AND ${m.seq} = ${c.lastSeq}) AS lastGift,
      ${me.lastSender} AS lastSender, ${me.lastAt} AS lastAt
    FROM ${me} INDEXED BY participants_list
    JOIN ${p} ON ${p.id} = ${me.otherId}
    JOIN ${c} ON ${c.id} = ${me.conversationId}
    WHERE ${me.memberId} = ${memberId} AND ${me.listed} = 1 ${from}
      AND NOT ${blockedBetween(me.otherId, me.memberId)}
    ORDER BY ${me.lastAt} DESC, ${me.conversationId} DESC LIMIT ${limit}`;
}

export function readListRow(row: RawListRow): ListRow {
  return { ...row, card: readCard(row) };
}
