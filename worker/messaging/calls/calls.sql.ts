import type { SQL } from "drizzle-orm";
import { callLineKey } from "#db/call-line-key.ts";
import { LAST_SEQ } from "#db/last-seq.ts";
import { callLines, calls, conversations, messages, participants, preferences, profiles } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { CALL_MARK } from "#worker/messaging/chat/call-lines.vocabulary.ts";
import { isOnTop } from "#worker/messaging/chat/chat-list.sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import { EARLY, MINUTE_OF_CALL, RING_AT_MOST, SILENT_AT_MOST } from "./calls.vocabulary.ts";

const c = aliased(conversations, "c");
const k = aliased(calls, "k");
const l = aliased(messages, "l");
const me = aliased(participants, "me");
const other = aliased(participants, "other");
const p = aliased(profiles, "p");
const q = aliased(profiles, "q");
const x = aliased(preferences, "x");

type Pair = Record<"conversation" | "caller" | "callee", SQL | string>;

/** The two may talk: asked again whenever something of a call is written. `permitted`: both also say so, as before a ring and an answer. */
export function mayTalk({ conversation, caller, callee }: Pair, permitted: boolean): SQL {
  const asks = permitted ? sql`AND ${me.mayCall} = 1 AND ${other.mayCall} = 1 AND ${me.wrote} = 1 AND ${other.wrote} = 1` : sql``;
  return sql`EXISTS (SELECT 1 FROM ${c} CROSS JOIN ${me} CROSS JOIN ${other} CROSS JOIN ${p} CROSS JOIN ${q}
    WHERE ${c.id} = ${conversation} AND ${c.goodbyeAt} IS NULL
      AND ${me.conversationId} = ${c.id} AND ${me.memberId} = ${caller}
      AND ${other.conversationId} = ${c.id} AND ${other.memberId} = ${callee}
      AND ${p.id} = ${caller} AND ${q.id} = ${callee} AND ${p.pool} = ${q.pool} AND ${p.fictional} = 0 AND ${q.fictional} = 0
      AND ${p.status} IN ('active', 'hidden') AND ${q.status} IN ('active', 'hidden') ${asks}
      AND (${p.verified} = 1 AND ${p.mainPhoto} IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM ${x} WHERE ${x.accountId} = ${q.id} AND ${x.callsVerified} = 1))
      AND NOT ${blockedBetween(p.id, q.id)} AND NOT ${isUnseenBy(p.id, q.id)} AND NOT ${isUnseenBy(q.id, p.id)})`;
}

/** Ends `which` of the calls that run. A trigger frees their lines; `lineOf` then writes what the chat shows. */
export function ended(which: SQL, ending: SQL, now: number): SQL {
  return sql`UPDATE ${calls} SET ${calls.endedAt} = ${now}, ${calls.ending} = ${ending} WHERE ${calls.endedAt} IS NULL AND ${which}`;
}

const isUnpaid = (now: number): SQL =>
  sql`(${calls.pricePer} = 'minute' AND ${calls.answeredAt} + ${calls.paid} * ${MINUTE_OF_CALL} <= ${now - EARLY})`;

/** What nobody ended: it rings too long, no page was heard, or a minute that has begun is not paid. */
export const isOver = (now: number): SQL => sql`(${calls.aliveAt} <= ${now - SILENT_AT_MOST}
  OR (${calls.answeredAt} IS NULL AND ${calls.askedAt} <= ${now - RING_AT_MOST}) OR coalesce(${isUnpaid(now)}, 0))`;

export const endingOfOver = (now: number): SQL =>
  sql`CASE WHEN ${calls.answeredAt} IS NULL THEN 'missed' WHEN ${isUnpaid(now)} THEN 'credits' ELSE 'lost' END`;

/** Ends old calls that still hold a line of one of the two. */
export function freeLines(members: [string, string], now: number): SQL {
  const held = sql`${calls.id} IN (SELECT ${callLines.callId} FROM ${callLines} WHERE ${callLines.accountId} IN (${members[0]}, ${members[1]}))`;
  return ended(sql`${held} AND ${isOver(now)}`, endingOfOver(now), now);
}

/** In ms: a line that the end did not write is written within this time. Messages are archived after a day at the earliest. */
const LINES_WITHIN = 12 * 3600 * 1000;

const isLine = sql`${l.senderId} = ${k.callerId} AND ${l.clientId} = ${callLineKey(k.id)}`;

/** Calls `k` that ended lately and whose line is not in the chat. A block deletes the chat, and with it the need for one. */
export const lacksLine = (
  now: number,
): SQL => sql`${k.endedAt} > ${now - LINES_WITHIN} AND NOT EXISTS (SELECT 1 FROM ${l} WHERE ${isLine})
  AND EXISTS (SELECT 1 FROM ${c} WHERE ${c.id} = ${k.conversationId})`;

const LINE = ["conversationId", "seq", "id", "clientId", "senderId", "type", "text", "price", "createdAt"] as const;

/** Writes the line of an ended call, once, into the chat and the lists. Only a call that nobody took or declined is unread. */
export function lineOf(id: string, now: number): [line: SQL, listed: SQL, onTop: SQL, lists: SQL] {
  const outcome = sql`CASE WHEN ${k.answeredAt} IS NOT NULL THEN 'talked:' || max(0, (${k.endedAt} - ${k.answeredAt} + 500) / 1000)
    WHEN ${k.ending} = 'declined' THEN 'declined' ELSE 'missed' END`;
  const written = sql`FROM ${k} CROSS JOIN ${l} ON ${isLine} WHERE ${k.id} = ${id} AND ${l.createdAt} = ${now}`;
  const seq = sql`(SELECT ${l.seq} ${written})`;
  const isHere = sql`${participants.conversationId} = (SELECT ${l.conversationId} ${written}) AND ${participants.lastSeq} < ${seq}`;
  const isMissed = sql`(SELECT ${l.text} LIKE '%:missed' AND ${l.senderId} <> ${participants}.${participants.memberId} ${written})`;
  const news = sql`${participants.lastText} = (SELECT ${l.text} ${written}), ${participants.lastSeq} = ${seq},
    ${participants.lastSender} = (SELECT ${l.senderId} ${written}), ${participants.lastAt} = ${now},
    ${participants.unread} = ${participants.unread} + (${isMissed} AND ${participants.request} IS NULL)`;
  return [
    sql`INSERT INTO ${into(messages, ...LINE)}
      SELECT ${conversations}.${conversations.id}, ${LAST_SEQ} + 1, ${k.id}, ${callLineKey(k.id)}, ${k.callerId}, 'call',
        ${CALL_MARK} || ${k.kind} || ':' || ${outcome}, 0, ${now}
      FROM ${k} CROSS JOIN ${conversations} ON ${conversations}.${conversations.id} = ${k.conversationId} WHERE ${k.id} = ${id} AND ${lacksLine(now)}`,
    // Apart, as for a message: a statement that sets `listed` writes both lists anew.
    sql`UPDATE ${participants} SET ${participants.listed} = 1
      WHERE ${isHere} AND ${participants.listed} = 0 AND ${participants.request} IS NULL`,
    sql`UPDATE ${participants} SET ${news} WHERE ${isHere} AND ${isOnTop(now)}`,
    sql`UPDATE ${participants} SET ${news}, ${participants.placeAt} = ${now} WHERE ${isHere}`,
  ];
}
