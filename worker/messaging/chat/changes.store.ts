import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { conversations, messages, participants, preferences, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { noted } from "#worker/discovery/signals/signals.sql.ts";
import type { Signals } from "#worker/discovery/signals/signals.vocabulary.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { archivedSeqOf } from "./archive.sql.ts";
import { photoAt } from "./chat-photos.sql.ts";
import { countersOf } from "./counters.sql.ts";
import { isHiddenFrom, LAST_WORDS, MESSAGE, type MessageRow } from "./message.sql.ts";
import { type Begun, keepEditedOpener, type NewOpener, type Opener, openersOf } from "./opener.sql.ts";
import type { Reaction } from "./reactions.vocabulary.ts";

const m = aliased(messages, "m");
const me = aliased(participants, "me");

export type ChangesStore = ReturnType<typeof createChangesStore>;

export interface Place {
  memberId: string;
  conversation: string;
  seq: number;
}

export interface Edit {
  text: string;
  excerpt: string;
  now: number;
  /** In ms: the edit is refused for an older message. */
  since: number;
  /** First-message counter, written with the edit. */
  opener: NewOpener | null;
  signals: Signals | null;
}

interface Version {
  memberId: string;
  changes: number;
}

/** Versions for a change in an archive that reaches up to `end`. */
export interface Archived {
  versions: { mine: number; theirs: number };
  end: number;
  photo: MessageRow["photo"];
}

/** The member's side; `end`: the last archived seq. */
export interface Side {
  changes: number;
  lastSeq: number;
  readSeq: number;
  removedSeq: number;
  end: number;
  alone: number;
}

export interface LastWords {
  seq: number;
  words: string;
  sender: string;
  /** In ms. */
  at: number;
}

const at = ({ conversation, seq }: Place) => sql`${messages.conversationId} = ${conversation} AND ${messages.seq} = ${seq}`;

/** The member's side of the conversation, if the message is not among the removed ones. */
const sees = ({ memberId, conversation, seq }: Place) => sql`EXISTS (SELECT 1 FROM ${me}
  WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId} AND ${me.removedSeq} < ${seq})`;

/** Neither blocked the other, and the partner did not leave. */
const together = ({ memberId, conversation }: Place) => sql`EXISTS (SELECT 1 FROM ${me}
  JOIN ${profiles} ON ${profiles.id} = ${me.otherId} AND ${profiles.status} <> 'deleted'
  WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId}
    AND NOT ${blockedBetween(me.memberId, me.otherId)})`;

/** Either hides what was read, so that a refused edit would tell it. */
const hidesRead = ({ memberId, conversation }: Place) => sql`EXISTS (SELECT 1 FROM ${me}
  JOIN ${preferences} ON ${preferences.accountId} IN (${me.memberId}, ${me.otherId}) AND ${preferences.showRead} = 0
  WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId})`;

/** By the receipt of the partner's side; older messages have one of their own. */
const isRead = ({ memberId, conversation, seq }: Place) => sql`EXISTS (SELECT 1 FROM ${me}
  WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} <> ${memberId} AND ${me.readTo} >= ${seq})`;

/** The partner wrote a reply to it: it was read, whatever the receipts say. */
const isAnswered = ({ memberId, conversation, seq }: Place) => sql`EXISTS (SELECT 1 FROM ${m}
  WHERE ${m.conversationId} = ${conversation} AND ${m.seq} > ${seq} AND ${m.replyTo} = ${seq} AND ${m.senderId} <> ${memberId})`;

const message = (place: Place) => sql`SELECT ${MESSAGE} FROM ${m}
  WHERE ${m.conversationId} = ${place.conversation} AND ${m.seq} = ${place.seq} AND ${sees(place)}`;

/** The partner was erased: a message that the member deletes has no reader left. */
const isAlone = ({ memberId, conversation }: Omit<Place, "seq">) => sql`NOT EXISTS (SELECT 1 FROM ${participants}
  WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} <> ${memberId})`;

const sideOf = ({ memberId, conversation }: Omit<Place, "seq">) => sql`SELECT ${me.changes}, ${me.lastSeq} AS lastSeq,
    ${me.readSeq} AS readSeq, ${me.removedSeq} AS removedSeq, ${archivedSeqOf(conversation)} AS "end",
    ${isAlone({ memberId, conversation })} AS alone
  FROM ${me} WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId}`;

/** Each change is one transaction; null for a message that the member does not see. */
export function createChangesStore(db: Database) {
  return {
    /** For an archived message only the versions are counted. */
    async react(
      place: Place,
      reaction: Reaction | null,
      oldest: number,
    ): Promise<{ message: MessageRow } | { archived: Archived } | null> {
      const side = (own: SQL, known: SQL) => sql`iif(${own}, ${reaction}, ${known})`;
      const isSender = sql`${messages.senderId} = ${place.memberId}`;
      const [changed, rows, versions, heads, photos] = await rowsOf<
        [unknown, MessageRow, Version, { end: number }, Pick<MessageRow, "photo">]
      >(db, [
        sql`UPDATE ${messages} SET
            ${messages.senderReaction} = ${side(isSender, sql`${messages.senderReaction}`)},
            ${messages.receiverReaction} = ${side(sql`NOT ${isSender}`, sql`${messages.receiverReaction}`)}
          WHERE ${at(place)} AND ${messages.type} <> 'system' AND NOT ${isHiddenFrom(place.memberId, messages)}
            AND ${messages.createdAt} >= ${oldest} AND ${sees(place)} AND ${together(place)} RETURNING 1`,
        message(place),
        sql`UPDATE ${participants} SET ${participants.changes} = ${participants.changes} + 1
          WHERE ${participants.conversationId} = ${place.conversation} AND ${place.seq} <= ${archivedSeqOf(place.conversation)}
            AND ${sees(place)} AND ${together(place)}
          RETURNING ${participants.memberId} AS memberId, ${participants.changes}`,
        sql`SELECT ${archivedSeqOf(place.conversation)} AS "end"`,
        photoAt(place.conversation, place.seq),
      ]);
      if (changed.length > 0) return rows[0] ? { message: rows[0] } : null;
      const [mine, theirs] = [versions.find(isMine), versions.find((version) => !isMine(version))];
      if (!mine || !theirs || !heads[0]) return null;
      return {
        archived: {
          versions: { mine: mine.changes, theirs: theirs.changes },
          end: heads[0].end,
          photo: photos[0]?.photo ?? null,
        },
      };
      function isMine({ memberId }: Version) {
        return memberId === place.memberId;
      }
    },

    /** Null unless the member began the conversation. */
    async begun({ memberId, conversation, seq }: Place): Promise<Begun | null> {
      const [[started], earlier] = await rowsOf<[{ begunAt: number; text: string | null }, Opener]>(db, [
        sql`SELECT ${conversations.createdAt} AS begunAt,
            (SELECT ${m.text} FROM ${m} WHERE ${m.conversationId} = ${conversation} AND ${m.seq} = ${seq}) AS text
          FROM ${conversations} WHERE ${conversations.id} = ${conversation} AND ${conversations.startedBy} = ${memberId}`,
        openersOf(memberId),
      ]);
      return started ? { ...started, earlier } : null;
    },

    async textOf(place: Place): Promise<string | null> {
      const [rows] = await rowsOf<[{ text: string }]>(db, [sql`SELECT ${messages.text} FROM ${messages} WHERE ${at(place)}`]);
      return rows[0]?.text ?? null;
    },

    /** One statement decides between the edit and the partner's reading. `edited` is false if it came too late. */
    async edit(
      place: Place,
      { text, excerpt, now, since, opener, signals }: Edit,
    ): Promise<{ message: MessageRow; edited: boolean } | null> {
      const isEdited = sql`EXISTS (SELECT 1 FROM ${messages}
        WHERE ${at(place)} AND ${messages.senderId} = ${place.memberId} AND ${messages.text} = ${text})`;
      // A repeated edit keeps the time of the first.
      const isEditedNow = sql`EXISTS (SELECT 1 FROM ${messages} WHERE ${at(place)} AND ${messages.senderId} = ${place.memberId}
        AND ${messages.text} = ${text} AND ${messages.editedAt} = max(${now}, ${messages.createdAt}))`;
      const [changed, , rows] = await rowsOf<[unknown, unknown, MessageRow, ...unknown[]]>(db, [
        sql`UPDATE ${messages} SET ${messages.text} = ${text},
            ${messages.editedAt} = iif(${messages.text} = ${text}, ${messages.editedAt}, max(${now}, ${messages.createdAt}))
          WHERE ${at(place)} AND ${messages.senderId} = ${place.memberId} AND ${messages.type} = 'text'
            AND ${messages.hiddenFromSender} = 0 AND ${messages.readAt} IS NULL AND NOT ${isRead(place)} AND ${messages.createdAt} > ${since}
            AND ${messages.receiverReaction} IS NULL AND NOT ${isAnswered(place)}
            AND ${sees(place)} AND ${together(place)} AND NOT ${hidesRead(place)} RETURNING 1`,
        sql`UPDATE ${participants} SET ${participants.lastText} = ${excerpt}
          WHERE ${participants.conversationId} = ${place.conversation} AND ${participants.lastSeq} = ${place.seq} AND ${isEdited}`,
        message(place),
        ...(opener ? [keepEditedOpener(opener, place.memberId, now, isEdited)] : []),
        ...(signals ? [noted(place.memberId, signals, now, sql`WHERE ${isEditedNow}`)] : []),
      ]);
      return rows[0] ? { message: rows[0], edited: changed.length > 0 } : null;
    },

    /** The chat list goes back to the last message that the member still sees. Idempotent. `side` is null for an outsider. */
    async hide(place: Place): Promise<{ message: MessageRow | null; counters: Counters | null; side: Side | null }> {
      const { memberId, conversation, seq } = place;
      const own = sql`${messages.senderId} = ${memberId}`;
      const mine = sql`${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId}`;
      const hidden = sql`EXISTS (SELECT 1 FROM ${messages} WHERE ${at(place)} AND ${isHiddenFrom(memberId, messages)})`;
      const [, , , , rows, counters, sides] = await rowsOf<[unknown, unknown, unknown, unknown, MessageRow, Counters, Side]>(db, [
        // First: the next statement makes the message one that is not counted.
        sql`UPDATE ${participants} SET ${participants.unread} = max(0, ${participants.unread} - 1)
          WHERE ${mine} AND ${participants.readSeq} < ${seq} AND ${participants.removedSeq} < ${seq}
            AND EXISTS (SELECT 1 FROM ${messages}
              WHERE ${at(place)} AND ${messages.senderId} <> ${memberId} AND ${messages.hiddenFromReceiver} = 0)`,
        sql`UPDATE ${messages} SET
            ${messages.hiddenFromSender} = max(${messages.hiddenFromSender}, ${own}),
            ${messages.hiddenFromReceiver} = max(${messages.hiddenFromReceiver}, NOT ${own}),
            ${messages.text} = iif(${isAlone(place)}, '', ${messages.text})
          WHERE ${at(place)} AND ${sees(place)}`,
        sql`UPDATE ${participants} SET ${participants.lastSeq} = coalesce(l.seq, 0), ${participants.lastText} = coalesce(l.words, ''),
            ${participants.lastSender} = l.sender, ${participants.lastAt} = coalesce(l.at, ${participants.lastAt})
          FROM (SELECT 1) LEFT JOIN (
            SELECT ${m.seq} AS seq, ${LAST_WORDS} AS words, ${m.senderId} AS sender, ${m.createdAt} AS at FROM ${me}
            JOIN ${m} ON ${m.conversationId} = ${me.conversationId} AND ${m.seq} > ${me.removedSeq} AND ${m.seq} < ${seq}
            WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId} AND NOT ${isHiddenFrom(memberId, m)}
            ORDER BY ${m.seq} DESC LIMIT 1) l
          WHERE ${mine} AND ${participants.lastSeq} = ${seq} AND ${hidden}`,
        sql`UPDATE ${participants} SET ${participants.changes} = ${participants.changes} + 1
          WHERE ${mine} AND ${participants.removedSeq} < ${seq} AND ${seq} <= ${archivedSeqOf(conversation)}`,
        message(place),
        countersOf(memberId),
        sideOf(place),
      ]);
      return { message: rows[0] ?? null, counters: counters[0] ?? null, side: sides[0] ?? null };
    },

    /** Writes the archive's unread count and last message. `done` is false, without a write, if the side changed meanwhile. */
    async settle({ memberId, conversation }: Place, side: Side, left: number, last: LastWords | null) {
      const mine = sql`${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId}`;
      const same = sql`${participants.changes} = ${side.changes} AND ${participants.readSeq} = ${side.readSeq}
        AND ${participants.removedSeq} = ${side.removedSeq} AND ${archivedSeqOf(conversation)} = ${side.end}`;
      const older = sql`${participants.lastSeq} <= ${side.end}`;
      const [done, counters, sides] = await rowsOf<[unknown, Counters, Side]>(db, [
        sql`UPDATE ${participants} SET
            ${participants.unread} = iif(${participants.request} IS NULL, ${left}, 0) + (SELECT count(*) FROM ${messages}
              WHERE ${messages.conversationId} = ${conversation} AND ${messages.seq} > ${side.readSeq}
                AND ${messages.senderId} <> ${memberId} AND ${messages.hiddenFromReceiver} = 0 AND ${participants.request} IS NULL),
            ${participants.lastSeq} = iif(${older}, ${last?.seq ?? 0}, ${participants.lastSeq}),
            ${participants.lastText} = iif(${older}, ${last?.words ?? ""}, ${participants.lastText}),
            ${participants.lastSender} = iif(${older}, ${last?.sender ?? null}, ${participants.lastSender}),
            ${participants.lastAt} = iif(${older}, coalesce(${last?.at ?? null}, ${participants.lastAt}), ${participants.lastAt})
          WHERE ${mine} AND ${same} RETURNING 1`,
        countersOf(memberId),
        sideOf({ memberId, conversation }),
      ]);
      return { done: done.length > 0, counters: counters[0] ?? null, side: sides[0] ?? null };
    },
  };
}
