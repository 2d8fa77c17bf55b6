import type { Database } from "#db/client.ts";
import { lastSeqIn } from "#db/last-seq.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, conversations, messages, participants, profiles, pushes } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { archivedSeqOf } from "./archive.sql.ts";
import { anyHides, type Delivery, deliver, deliverEach, lastSeqOf } from "./receipts.sql.ts";

const a = aliased(accounts, "a");
const c = aliased(conversations, "c");
const me = aliased(participants, "me");
const p = aliased(profiles, "p");

/** Chats whose partners learn at once that a member went away. */
const NEWEST = 60;

/** Result of marking an archive as read up to `end`: changed and still unread messages. */
export interface ReadInArchive {
  end: number;
  left: number;
}

export type ReceiptsStore = ReturnType<typeof createReceiptsStore>;

export function createReceiptsStore(db: Database) {
  return {
    /** Partners of the newest chats, active after `since` (ms). Leaves out chats in which either side hides presence. */
    async onlinePartners(memberId: string, since: number): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT ${me.otherId} AS id FROM (
          SELECT ${participants.memberId}, ${participants.otherId} FROM ${participants} INDEXED BY participants_list
          WHERE ${participants.memberId} = ${memberId} AND ${participants.listed} = 1
          ORDER BY ${participants.placeAt} DESC LIMIT ${NEWEST}) me
        JOIN ${p} ON ${p.id} = ${me.otherId} AND ${p.lastActiveAt} > ${since} AND ${p.awayAt} IS NULL
        WHERE NOT ${blockedBetween(me.memberId, me.otherId)} AND NOT ${anyHides("showOnline")}`);
      return rows.map(({ id }) => id);
    },

    /** Never moves back. Null for an outsider. Changes nothing while unread messages before `archived.end` are missing. */
    async read(memberId: string, conversation: string, seq: number, now: number, archived: ReadInArchive) {
      const mine = sql`${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId}`;
      const upTo = sql`min(${seq}, ${lastSeqOf(conversation)})`;
      const known = sql`${archivedSeqOf(conversation)} <= max(${archived.end}, ${participants.readSeq})`;
      const blocked = blockedBetween(sql`${participants}.${participants.otherId}`, memberId);
      const [before, changed, states] = await rowsOf<
        [
          { readSeq: number; archivedSeq: number; lastSeq: number; isNews: number; request: string | null },
          unknown,
          Counters & { readSeq: number; partnerId: string; hides: number; wasPushed: number },
        ]
      >(db, [
        sql`SELECT ${me.readSeq} AS readSeq, ${c.archivedSeq} AS archivedSeq, ${lastSeqIn(c)} AS lastSeq, ${me.request} AS request,
            (NOT ${blockedBetween(me.otherId, memberId)} AND EXISTS (SELECT 1 FROM ${messages}
              WHERE ${messages.conversationId} = ${conversation} AND ${messages.seq} > max(${me.readSeq}, ${me.readTo})
                AND ${messages.seq} <= ${seq} AND ${messages.senderId} <> ${memberId} AND ${messages.readAt} IS NULL)) AS isNews
          FROM ${me} JOIN ${c} ON ${c.id} = ${me.conversationId}
          WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId}`,
        // Two numbers of the reader's side, however many messages are read.
        sql`UPDATE ${participants} SET ${participants.readSeq} = ${upTo}, ${participants.openedAt} = ${now},
            ${participants.readTo} = iif(${blocked}, ${participants.readTo}, ${upTo}),
            ${participants.readAt} = iif(${blocked}, ${participants.readAt}, ${now}),
            ${participants.deliveredTo} = iif(${blocked}, ${participants.deliveredTo}, max(${participants.deliveredTo}, ${upTo})),
            ${participants.deliveredAt} = iif(${blocked} OR ${participants.deliveredTo} >= ${upTo}, ${participants.deliveredAt}, ${now}),
            ${participants.unread} = (SELECT count(*) FROM ${messages}
              WHERE ${messages.conversationId} = ${conversation} AND ${messages.seq} > ${upTo}
                AND ${messages.senderId} <> ${memberId} AND ${messages.hiddenFromReceiver} = 0) + ${archived.left}
          WHERE ${mine} AND ${known} AND ${participants.readSeq} < ${upTo} AND ${participants.request} IS NULL RETURNING 1`,
        sql`SELECT ${me.readSeq} AS readSeq, ${me.otherId} AS partnerId, ${a.unread} AS unread_messages, ${a.newLikes},
            ${anyHides("showRead")} AS hides,
            EXISTS (SELECT 1 FROM ${pushes} WHERE ${pushes.accountId} = ${memberId} AND ${pushes.subject} = ${conversation}
              AND ${pushes.outcome} = 'sent') AS wasPushed
          FROM ${me} JOIN ${a} ON ${a.id} = ${me.memberId}
          WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId}`,
      ]);
      const [state, was] = [states[0], before[0]];
      if (!state || !was) return null;
      const isLeft = was.archivedSeq > Math.max(archived.end, was.readSeq) && Math.min(seq, was.lastSeq) > was.readSeq;
      // The partner learns nothing before the member accepts.
      const missing = isLeft && was.request === null;
      return {
        ...state,
        mutual: state.hides === 0,
        wasPushed: state.wasPushed === 1,
        isNews: changed.length > 0 && was.isNews === 1,
        missing: missing ? was : null,
      };
    },

    /** False if a receipt of the reader's side has it already. */
    async deliver(delivery: Delivery): Promise<boolean> {
      const [rows] = await rowsOf<[unknown]>(db, [deliver(delivery)]);
      return rows.length > 0;
    },

    async deliverAll(deliveries: Delivery[]): Promise<void> {
      await rowsOf(db, [deliverEach(deliveries)]);
    },
  };
}
