import type { SQL } from "drizzle-orm";
import { accounts, likes, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Clears a new like, then reads the viewer's counters. An invisible profile keeps its like new. */
export function likeOpening(viewerId: string, id: string): [SQL, SQL] {
  return [
    sql`UPDATE ${likes} SET ${likes.isNew} = 0
      WHERE ${likes.likerId} = ${id} AND ${likes.likedId} = ${viewerId} AND ${likes.isNew} = 1
        AND EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.id} = ${id} AND ${profiles.status} = 'active')`,
    sql`SELECT ${accounts.unread} AS unread_messages, ${accounts.newLikes} FROM ${accounts} WHERE ${accounts.id} = ${viewerId}`,
  ];
}
