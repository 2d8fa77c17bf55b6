import type { Database } from "#db/client.ts";
import { isErased } from "#db/erased.ts";
import { LAST_SEQ } from "#db/last-seq.ts";
import { rowsOf } from "#db/raw.ts";
import {
  accounts,
  archivedSends,
  archiveErasures,
  blocks,
  chatDrafts,
  conversations,
  endedStarts,
  heldChats,
  heldMessages,
  likes,
  messages,
  participants,
  photoGrants,
  profiles,
  waitingSends,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import { isPending } from "#worker/people/reports/held-chats.sql.ts";
import { HELD_AT_MOST } from "#worker/people/reports/reports.vocabulary.ts";

const b = aliased(blocks, "b");
const m = aliased(messages, "m");
const held = aliased(heldChats, "h");
const p = aliased(profiles, "p");

export interface BlockedRow {
  id: string;
  name: string;
  mainPhoto: string | null;
  mainPreview: string | null;
  fictional: number;
  status: "disabled" | "active" | "hidden" | "deleted";
  at: number;
}

export interface Position {
  at: number;
  id: string;
}

export interface Ended {
  conversation: string | null;
  blocker: Counters;
  blocked: Counters;
}

export type BlocksStore = ReturnType<typeof createBlocksStore>;

export function createBlocksStore(db: Database) {
  return {
    /** Newest first. The picture is present only for visible members who did not block back. */
    async list(memberId: string, after: Position | null, size: number): Promise<BlockedRow[]> {
      const from = after ? sql`AND (${b.createdAt}, ${b.blockedId}) < (${after.at}, ${after.id})` : sql``;
      return db.all<BlockedRow>(sql`SELECT ${p.id}, ${p.name}, ${p.fictional}, ${p.status}, ${b.createdAt} AS at,
          iif(${p.status} = 'active' AND NOT EXISTS (SELECT 1 FROM ${blocks}
            WHERE ${blocks.blockerId} = ${p.id} AND ${blocks.blockedId} = ${b.blockerId}) AND NOT ${isUnseenBy(p.id, b.blockerId)},
            ${p.mainPhoto}, NULL) AS mainPhoto, ${p.mainPreview} AS mainPreview
        FROM ${b} INDEXED BY blocks_list CROSS JOIN ${p} ON ${p.id} = ${b.blockedId}
        WHERE ${b.blockerId} = ${memberId} ${from} ORDER BY ${b.createdAt} DESC, ${b.blockedId} DESC LIMIT ${size}`);
    },

    /** Deletes all data between the two in one transaction, but ids of requests and who began. A waiting case keeps the chat. Idempotent. Null for a member outside the pool. */
    async block(memberId: string, id: string, pool: string, now: number): Promise<Ended | null> {
      const [first, second] = memberId < id ? [memberId, id] : [id, memberId];
      const pair = sql`${conversations.memberA} = ${first} AND ${conversations.memberB} = ${second}`;
      const blocked = sql`EXISTS (SELECT 1 FROM ${blocks}
        WHERE ${blocks.blockerId} = ${memberId} AND ${blocks.blockedId} = ${id})`;
      const sums = (of: string) => sql`SELECT ${accounts.unread} AS unread_messages, ${accounts.newLikes} FROM ${accounts}
        WHERE ${accounts.id} = ${of}`;
      const results = await rowsOf<unknown[]>(db, [
        sql`INSERT INTO ${into(blocks, "blockerId", "blockedId", "createdAt", "conversationId")}
          SELECT ${memberId}, ${profiles.id}, ${now}, (SELECT ${conversations.id} FROM ${conversations} WHERE ${pair})
          FROM ${profiles}
          WHERE ${profiles.id} = ${id} AND ${profiles.pool} = ${pool} ON CONFLICT DO NOTHING`,
        sql`DELETE FROM ${likes} WHERE ${blocked}
          AND ((${likes.likerId} = ${memberId} AND ${likes.likedId} = ${id})
            OR (${likes.likerId} = ${id} AND ${likes.likedId} = ${memberId}))`,
        sql`INSERT INTO ${into(heldChats, "id", "memberA", "memberB", "lastSeq", "archivedSeq", "heldAt")}
          SELECT ${conversations.id}, ${first}, ${second}, ${LAST_SEQ}, ${conversations.archivedSeq}, ${now}
          FROM ${conversations} WHERE ${pair} AND ${blocked} AND ${isPending(memberId, id)}`,
        sql`INSERT INTO ${into(heldMessages, "conversationId", "seq", "senderId", "type", "text", "createdAt")}
          SELECT ${m.conversationId}, ${m.seq}, ${m.senderId}, ${m.type}, ${m.text}, ${m.createdAt} FROM ${held} JOIN ${m}
            ON ${m.conversationId} = ${held.id}
          WHERE ${held.memberA} = ${first} AND ${held.memberB} = ${second} AND ${held.heldAt} = ${now} ON CONFLICT DO NOTHING`,
        // A request that an outbox repeats after the block is undone is neither sent nor charged again.
        sql`INSERT INTO ${into(archivedSends, "senderId", "clientId")} SELECT ${m.senderId}, ${m.clientId} FROM ${m}
          WHERE ${m.conversationId} = (SELECT ${conversations.id} FROM ${conversations} WHERE ${pair}) AND ${blocked}
            AND NOT ${isErased(sql`${m.senderId}`)} ON CONFLICT DO NOTHING`,
        sql`INSERT INTO ${into(endedStarts, "conversationId", "senderId", "receiverId", "startedAt", "declined")}
          SELECT ${conversations.id}, ${conversations.startedBy}, iif(${conversations.startedBy} = ${memberId}, ${id}, ${memberId}),
            ${conversations.createdAt}, EXISTS (SELECT 1 FROM ${participants} WHERE ${participants.conversationId} = ${conversations.id}
              AND ${participants.memberId} <> ${conversations.startedBy} AND ${participants.request} = 'declined')
          FROM ${conversations} WHERE ${pair} AND ${blocked} ON CONFLICT DO NOTHING`,
        sql`DELETE FROM ${conversations} WHERE ${pair} AND ${blocked}`,
        // A release sets the time back.
        sql`UPDATE ${archiveErasures} SET ${archiveErasures.dueAt} = ${now + HELD_AT_MOST}
          WHERE ${archiveErasures.conversationId} IN (SELECT ${held.id} FROM ${held}
            WHERE ${held.memberA} = ${first} AND ${held.memberB} = ${second})`,
        sql`DELETE FROM ${chatDrafts} WHERE ${blocked}
          AND ((${chatDrafts.memberId} = ${memberId} AND ${chatDrafts.otherId} = ${id})
            OR (${chatDrafts.memberId} = ${id} AND ${chatDrafts.otherId} = ${memberId}))`,
        sql`UPDATE ${waitingSends} SET ${waitingSends.text} = '' WHERE ${blocked}
          AND ((${waitingSends.accountId} = ${memberId} AND ${waitingSends.otherId} = ${id})
            OR (${waitingSends.accountId} = ${id} AND ${waitingSends.otherId} = ${memberId}))`,
        sql`DELETE FROM ${photoGrants} WHERE ${blocked}
          AND ((${photoGrants.ownerId} = ${memberId} AND ${photoGrants.memberId} = ${id})
            OR (${photoGrants.ownerId} = ${id} AND ${photoGrants.memberId} = ${memberId}))`,
        sql`SELECT ${blocks.conversationId} AS conversation FROM ${blocks}
          WHERE ${blocks.blockerId} = ${memberId} AND ${blocks.blockedId} = ${id}`,
        sums(memberId),
        sums(id),
      ]);
      const [rows, mine, theirs] = results.slice(-3) as [{ conversation: string | null }[], Counters[], Counters[]];
      if (!rows[0] || !mine[0] || !theirs[0]) return null;
      return { conversation: rows[0].conversation, blocker: mine[0], blocked: theirs[0] };
    },

    async unblock(memberId: string, id: string): Promise<void> {
      await rowsOf(db, [sql`DELETE FROM ${blocks} WHERE ${blocks.blockerId} = ${memberId} AND ${blocks.blockedId} = ${id}`]);
    },
  };
}
