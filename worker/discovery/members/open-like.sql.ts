import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, likes, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** The viewer's counters after a new like was cleared; null if none was. An invisible profile keeps its like new. */
export async function openLike(db: Database, viewerId: string, id: string) {
  const [[cleared], [counters]] = await rowsOf<[unknown, Record<"unread_messages" | "new_likes", number>]>(db, [
    sql`UPDATE ${likes} SET ${likes.isNew} = 0
      WHERE ${likes.likerId} = ${id} AND ${likes.likedId} = ${viewerId} AND ${likes.isNew} = 1
        AND EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.id} = ${id} AND ${profiles.status} = 'active') RETURNING 1`,
    sql`SELECT ${accounts.unread} AS unread_messages, ${accounts.newLikes} FROM ${accounts} WHERE ${accounts.id} = ${viewerId}`,
  ]);
  return cleared && counters ? counters : null;
}
