import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";

export type LeavingStore = ReturnType<typeof createLeavingStore>;

/** Members who are told at once that one has left or come back; who is further away sees it within minutes. */
const TOLD = 300;

export function createLeavingStore(db: Database) {
  return {
    /** The members who talk with this one or like them, or whom they like, the latest first of each. */
    async acquaintances(id: string): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT DISTINCT id FROM (
        SELECT * FROM (SELECT o.member_id AS id FROM participants me INDEXED BY participants_list
          JOIN participants o ON o.conversation_id = me.conversation_id AND o.member_id <> me.member_id
          WHERE me.member_id = ${id} AND me.listed = 1 ORDER BY me.last_at DESC LIMIT ${TOLD})
        UNION ALL SELECT * FROM (SELECT liked_id FROM likes WHERE liker_id = ${id} ORDER BY created_at DESC LIMIT ${TOLD})
        UNION ALL SELECT * FROM (SELECT liker_id FROM likes WHERE liked_id = ${id} ORDER BY is_new DESC, created_at DESC LIMIT ${TOLD}))`);
      return rows.map((row) => row.id);
    },
  };
}
