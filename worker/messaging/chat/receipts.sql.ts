import type { SQL } from "drizzle-orm";
import { conversations, messages, participants, preferences } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";

const me = aliased(participants, "me");
/** The side that a statement updates, by its full name: subqueries and lists have columns of the same names. */
const SIDE = {
  conversationId: sql`${participants}.${participants.conversationId}`,
  memberId: sql`${participants}.${participants.memberId}`,
  otherId: sql`${participants}.${participants.otherId}`,
  readTo: sql`${participants}.${participants.readTo}`,
  deliveredTo: sql`${participants}.${participants.deliveredTo}`,
};

/** True if one side of the chat hides this. The query must select from `participants me`. */
export const anyHides = (what: "showRead" | "showOnline") => sql`EXISTS (SELECT 1 FROM ${preferences}
  WHERE ${preferences.accountId} IN (${me.memberId}, ${me.otherId}) AND ${preferences[what]} = 0)`;

export function lastSeqOf(conversation: string): SQL {
  // One row where a message is left: those that left are older.
  return sql`coalesce((SELECT max(${messages.seq}) FROM ${messages} WHERE ${messages.conversationId} = ${conversation}),
    (SELECT ${conversations.keptSeq} FROM ${conversations} WHERE ${conversations.id} = ${conversation}))`;
}

type Side = Record<"readTo" | "readAt" | "deliveredTo" | "deliveredAt", unknown>;

/** JSON of `Marks`. */
export const marksOf = (side: Side) =>
  sql`json_object('readTo', ${side.readTo}, 'readAt', ${side.readAt}, 'deliveredTo', ${side.deliveredTo}, 'deliveredAt', ${side.deliveredAt})`;

export interface Delivery {
  reader: string;
  conversation: string;
  seq: number;
  /** In ms. */
  at: number;
}

/** Marks what reached the reader's browser, on the reader's side: no row of a message. `seq` is one of the partner's. */
export function deliver({ reader, conversation, seq, at }: Delivery): SQL {
  return sql`UPDATE ${participants} SET ${deliveredUpTo(sql`${seq}`, sql`${at}`)}
    WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${reader}
      AND ${isUndelivered(sql`${reader}`, sql`${seq}`)} RETURNING 1`;
}

/** One statement for all: each statement of a batch has its own cost. */
export function deliverEach(deliveries: Delivery[]): SQL {
  const list = JSON.stringify(deliveries.map(({ reader, conversation, seq, at }) => [reader, conversation, seq, at]));
  return sql`UPDATE ${participants} SET ${deliveredUpTo(sql`d.newest`, sql`d.at`)}
    FROM (SELECT value ->> 0 AS reader, value ->> 1 AS conversation, value ->> 2 AS newest, value ->> 3 AS at FROM json_each(${list})) d
    WHERE ${SIDE.conversationId} = d.conversation AND ${SIDE.memberId} = d.reader AND ${isUndelivered(sql`d.reader`, sql`d.newest`)}`;
}

/** More columns for an update that writes the reader's side anyway. Null for nothing to mark. */
export function deliveredWith(delivery: Delivery | null): SQL {
  if (!delivery) return sql``;
  const { reader, seq, at } = delivery;
  const is = sql`${participants.memberId} = ${reader} AND ${isUndelivered(sql`${reader}`, sql`${seq}`)}`;
  return sql`, ${participants.deliveredTo} = iif(${is}, ${seq}, ${participants.deliveredTo}),
    ${participants.deliveredAt} = iif(${is}, ${at}, ${participants.deliveredAt})`;
}

function deliveredUpTo(seq: SQL, at: SQL): SQL {
  return sql`${participants.deliveredTo} = ${seq}, ${participants.deliveredAt} = ${at}`;
}

function isUndelivered(reader: SQL, seq: SQL): SQL {
  return sql`max(${SIDE.readTo}, ${SIDE.deliveredTo}) < ${seq} AND NOT ${blockedBetween(SIDE.otherId, reader)}`;
}
