import type { SQL } from "drizzle-orm";
import { conversations, messages, participants, preferences } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";

const me = aliased(participants, "me");
const e = aliased(messages, "e");
const side = aliased(participants, "side");

/** True if one side of the chat hides this. The query must select from `participants me`. */
export const anyHides = (what: "showRead" | "showOnline") => sql`EXISTS (SELECT 1 FROM ${preferences}
  WHERE ${preferences.accountId} IN (${me.memberId}, ${me.otherId}) AND ${preferences[what]} = 0)`;

export function lastSeqOf(conversation: string): SQL {
  return sql`(SELECT ${conversations.lastSeq} FROM ${conversations} WHERE ${conversations.id} = ${conversation})`;
}

export interface Delivery {
  reader: string;
  conversation: string;
  seq: number;
  /** In ms. */
  at: number;
}

/** Marks go to all before a message, so those before a marked one are not looked at. */
function deliveredSeq(conversation: SQL, reader: SQL, newest: SQL): SQL {
  return sql`(SELECT max(${side.readSeq}, coalesce((SELECT ${e.seq} FROM ${e}
      WHERE ${e.conversationId} = ${conversation} AND ${e.seq} <= ${newest} AND ${e.seq} > ${side.readSeq}
        AND ${e.senderId} <> ${reader} AND ${e.deliveredAt} IS NOT NULL ORDER BY ${e.seq} DESC LIMIT 1), 0))
    FROM ${side} WHERE ${side.conversationId} = ${conversation} AND ${side.memberId} = ${reader})`;
}

export function deliver({ reader, conversation, seq, at }: Delivery): SQL {
  return sql`UPDATE ${messages} SET ${messages.deliveredAt} = ${at}
    WHERE ${messages.conversationId} = ${conversation} AND ${messages.seq} <= ${seq}
      AND ${messages.senderId} <> ${reader}
      AND ${messages.deliveredAt} IS NULL AND NOT ${blockedBetween(messages.senderId, reader)}
      AND ${messages.seq} > ${deliveredSeq(sql`${conversation}`, sql`${reader}`, sql`${seq}`)}`;
}

/** One statement for all: each statement of a batch has its own cost. */
export function deliverEach(deliveries: Delivery[]): SQL {
  const list = JSON.stringify(deliveries.map(({ reader, conversation, seq, at }) => [reader, conversation, seq, at]));
  return sql`UPDATE ${messages} SET ${messages.deliveredAt} = d.at
    FROM (SELECT value ->> 0 AS reader, value ->> 1 AS conversation, value ->> 2 AS newest, value ->> 3 AS at FROM json_each(${list})) d
    WHERE ${messages}.${messages.conversationId} = d.conversation AND ${messages}.${messages.seq} <= d.newest
      AND ${messages}.${messages.senderId} <> d.reader
      AND ${messages}.${messages.deliveredAt} IS NULL AND NOT ${blockedBetween(sql`${messages}.${messages.senderId}`, sql`d.reader`)}
      AND ${messages}.${messages.seq} > ${deliveredSeq(sql`d.conversation`, sql`d.reader`, sql`d.newest`)}`;
}
