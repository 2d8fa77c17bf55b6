import type { SQL } from "drizzle-orm";
import { conversations, messages, participants } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import type { Draft } from "./new-message.sql.ts";

const SIDE = {
  conversationId: sql`${participants}.${participants.conversationId}`,
  memberId: sql`${participants}.${participants.memberId}`,
  otherId: sql`${participants}.${participants.otherId}`,
};

/** Both sides of a new conversation. That of a receiver who wants requests is not listed. */
export function newSides({ partnerId, request, now }: Draft, thread: string): SQL {
  const side = (member: SQL, other: SQL) => {
    const waits = request ? sql`${member} = ${partnerId}` : sql`0`;
    return sql`SELECT ${conversations.id}, ${member}, ${other}, ${now}, ${now}, NOT (${waits}), iif(${waits}, 'open', NULL)
      FROM ${conversations} WHERE ${conversations.id} = ${thread}`;
  };
  const { memberA, memberB } = conversations;
  return sql`INSERT INTO ${into(participants, "conversationId", "memberId", "otherId", "lastAt", "placeAt", "listed", "request")}
    ${side(sql`${memberA}`, sql`${memberB}`)} UNION ALL ${side(sql`${memberB}`, sql`${memberA}`)}`;
}

export function declinedBy(thread: string, member: string): SQL {
  return sql`SELECT 1 FROM ${participants} WHERE ${participants.conversationId} = ${thread}
    AND ${participants.memberId} = ${member} AND ${participants.request} = 'declined'`;
}

/** An answer accepts, and what it answers was read. */
export function acceptedBy({ senderId, now }: Draft, thread: string, written: SQL): SQL {
  return sql`UPDATE ${participants} SET ${ACCEPTED}, ${participants.readSeq} = ${participants.lastSeq},
      ${participants.readTo} = ${participants.lastSeq}, ${participants.readAt} = ${now},
      ${participants.deliveredAt} = iif(${participants.deliveredTo} < ${participants.lastSeq}, ${now}, ${participants.deliveredAt}),
      ${participants.deliveredTo} = ${participants.lastSeq}
    WHERE ${participants.conversationId} = ${thread} AND ${participants.memberId} = ${senderId}
      AND ${participants.request} IS NOT NULL AND ${written}`;
}

const ACCEPTED = sql`${participants.request} = NULL, ${participants.listed} = 1, ${participants.placeAt} = ${participants.lastAt}`;

/** A decline can be taken back; what was accepted stays. A message that was archived meanwhile is unread too. */
export function decided(member: string, conversation: string, isAccepted: boolean): SQL {
  const unread = sql`max(${participants.lastSender} IS ${SIDE.otherId} AND ${participants.readSeq} < ${participants.lastSeq}, (SELECT count(*) FROM ${messages} WHERE ${messages.conversationId} = ${SIDE.conversationId}
    AND ${messages.seq} > ${participants.readSeq} AND ${messages.senderId} <> ${SIDE.memberId} AND ${messages.hiddenFromReceiver} = 0))`;
  const undecided = isAccepted ? sql`${participants.request} IS NOT NULL` : sql`${participants.request} = 'open'`;
  const set = isAccepted ? sql`${ACCEPTED}, ${participants.unread} = ${unread}` : sql`${participants.request} = 'declined'`;
  return sql`UPDATE ${participants} SET ${set} WHERE ${participants.conversationId} = ${conversation}
    AND ${participants.memberId} = ${member} AND ${undecided}`;
}
