import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { Counters } from "#worker/live/live.protocol.ts";

export interface BlockedRow {
  id: string;
  name: string;
  mainPhoto: string | null;
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
      const from = after ? sql`AND (b.created_at, b.blocked_id) < (${after.at}, ${after.id})` : sql``;
      return db.all<BlockedRow>(sql`SELECT p.id, p.name, p.fictional, p.status, b.created_at AS at,
          iif(p.status = 'active' AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = p.id AND blocked_id = b.blocker_id),
            p.main_photo, NULL) AS mainPhoto
        FROM blocks b CROSS JOIN profiles p ON p.id = b.blocked_id
        WHERE b.blocker_id = ${memberId} ${from} ORDER BY b.created_at DESC, b.blocked_id DESC LIMIT ${size}`);
    },

    /**
     * Deletes all data between the two in one transaction; triggers update the counters. Idempotent. Null for a member
     * outside the pool.
     */
    async block(memberId: string, id: string, pool: string, now: number): Promise<Ended | null> {
      const [a, b] = memberId < id ? [memberId, id] : [id, memberId];
      const pair = sql`member_a = ${a} AND member_b = ${b}`;
      const blocked = sql`EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${memberId} AND blocked_id = ${id})`;
      const sums = (of: string) => sql`SELECT unread AS unread_messages, new_likes FROM accounts WHERE id = ${of}`;
      const [, , , rows, mine, theirs] = await rowsOf<
        [unknown, unknown, unknown, { conversation: string | null }, Counters, Counters]
      >(db, [
        sql`INSERT INTO blocks (blocker_id, blocked_id, created_at, conversation_id)
          SELECT ${memberId}, id, ${now}, (SELECT id FROM conversations WHERE ${pair}) FROM profiles
          WHERE id = ${id} AND pool = ${pool} ON CONFLICT DO NOTHING`,
        sql`DELETE FROM likes WHERE ${blocked}
          AND ((liker_id = ${memberId} AND liked_id = ${id}) OR (liker_id = ${id} AND liked_id = ${memberId}))`,
        sql`DELETE FROM conversations WHERE ${pair} AND ${blocked}`,
        sql`SELECT conversation_id AS conversation FROM blocks WHERE blocker_id = ${memberId} AND blocked_id = ${id}`,
        sums(memberId),
        sums(id),
      ]);
      if (!rows[0] || !mine[0] || !theirs[0]) return null;
      return { conversation: rows[0].conversation, blocker: mine[0], blocked: theirs[0] };
    },

    async unblock(memberId: string, id: string): Promise<void> {
      await rowsOf(db, [sql`DELETE FROM blocks WHERE blocker_id = ${memberId} AND blocked_id = ${id}`]);
    },
  };
}
