import type { SQL } from "drizzle-orm";
import { isErased } from "#db/erased.ts";
import { LAST_SEQ, lastSeqIn } from "#db/last-seq.ts";
import { archivedSends, archiveErasures, chatPhotos, conversations, messages, participants, reports } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";

const ENDED_AT_ONCE = 100;

const c = aliased(conversations, "c");
const o = aliased(participants, "o");
const r = aliased(reports, "r");

/** Chats that both members removed; a request that was not accepted counts as removed by its receiver. The conversation stays: it counts among those that a member has begun. */
export const REMOVED_CHATS = {
  table: sql`${conversations}`,
  work(window: SQL, before: number): SQL[] {
    const side = (is: SQL) => sql`EXISTS (SELECT 1 FROM ${o} WHERE ${o.conversationId} = ${c.id} AND (${is}))`;
    const reported = sql`EXISTS (SELECT 1 FROM ${r} WHERE ${r.status} = 'open' AND (${r.reporterId}, ${r.reportedId})
      IN ((${c.memberA}, ${c.memberB}), (${c.memberB}, ${c.memberA})))`;
    // The last statement takes the sender of the last message away, so that no later round finds the chat again.
    const ended = sql`(SELECT ${c.id} FROM ${c} WHERE ${window} AND ${side(sql`${o.lastSender} IS NOT NULL`)}
      AND NOT ${side(sql`${o.removedSeq} < ${lastSeqIn(c)} AND ${o.request} IS NULL OR ${o.lastAt} > ${before}`)}
      AND NOT ${reported} ORDER BY rowid LIMIT ${ENDED_AT_ONCE})`;
    return [
      // The sweep erases their pictures.
      sql`UPDATE ${chatPhotos} SET ${chatPhotos.status} = 'gone' WHERE ${chatPhotos.conversationId} IN ${ended}
        AND ${chatPhotos}.${chatPhotos.status} <> 'gone'`,
      sql`INSERT INTO ${into(archivedSends, "senderId", "clientId")} SELECT ${messages.senderId}, ${messages.clientId}
        FROM ${messages} WHERE ${messages.conversationId} IN ${ended} AND NOT ${isErased(sql`${messages}.${messages.senderId}`)}
        ON CONFLICT DO NOTHING`,
      sql`DELETE FROM ${messages} WHERE ${messages.conversationId} IN ${ended}`,
      // Includes a copy that is under way to the archive.
      sql`INSERT INTO ${into(archiveErasures, "conversationId", "upToSeq", "dueAt")} SELECT ${conversations.id}, ${LAST_SEQ}, 0
        FROM ${conversations} WHERE ${conversations.id} IN ${ended}
        ON CONFLICT (${archiveErasures.conversationId}) DO UPDATE SET ${archiveErasures.upToSeq} = excluded.up_to_seq,
          ${archiveErasures.dueAt} = 0`,
      sql`UPDATE ${conversations} SET ${conversations.archivedSeq} = ${LAST_SEQ}, ${conversations.oldestAt} = NULL
        WHERE ${conversations.id} IN ${ended}`,
      sql`UPDATE ${participants} SET ${participants.lastText} = '', ${participants.lastSender} = NULL, ${participants.lastSeq} = 0
        WHERE ${participants.conversationId} IN ${ended}`,
    ];
  },
};
