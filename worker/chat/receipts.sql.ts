import type { SQL } from "drizzle-orm";
import { conversations, messages, participants, preferences } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { blockedBetween } from "#worker/blocks/blocks.sql.ts";

const me = aliased(participants, "me");

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

export function deliver({ reader, conversation, seq, at }: Delivery): SQL {
  return sql`UPDATE ${messages} SET ${messages.deliveredAt} = ${at}
    WHERE ${messages.conversationId} = ${conversation} AND ${messages.seq} <= ${seq}
      AND ${messages.senderId} <> ${reader}
      AND ${messages.deliveredAt} IS NULL AND NOT ${blockedBetween(messages.senderId, reader)}
      AND ${messages.seq} > (SELECT ${participants.readSeq} FROM ${participants}
        WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${reader})`;
}

/** One statement for all: each statement of a batch has its own cost. */
export function deliverEach(deliveries: Delivery[]): SQL {
  const list = JSON.stringify(deliveries.map(({ reader, conversation, seq, at }) => [reader, conversation, seq, at]));
  return sql`UPDATE ${messages} SET ${messages.deliveredAt} = d.at
    FROM (SELECT value ->> 0 AS reader, value ->> 1 AS conversation, value ->> 2 AS newest, value ->> 3 AS at FROM json_each(${list})) d
    WHERE ${messages}.${messages.conversationId} = d.conversation AND ${messages}.${messages.seq} <= d.newest
      AND ${messages}.${messages.senderId} <> d.reader
      AND ${messages}.${messages.deliveredAt} IS NULL AND NOT ${blockedBetween(sql`${messages}.${messages.senderId}`, sql`d.reader`)}
      AND ${messages}.${messages.seq} > (SELECT ${participants.readSeq} FROM ${participants}
        WHERE ${participants.conversationId} = d.conversation AND ${participants.memberId} = d.reader)`;
}
