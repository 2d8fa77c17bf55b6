import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, pendingLikes } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { memberOf, selectMembers } from "#worker/people/identity/member.sql.ts";
import type { Member } from "#worker/people/identity/viewer.ts";

export type PendingLikesStore = ReturnType<typeof createPendingLikesStore>;

export function createPendingLikesStore(db: Database) {
  return {
    async list(memberId: string): Promise<string[]> {
      const rows = await db
        .select({ id: pendingLikes.likedId })
        .from(pendingLikes)
        .where(eq(pendingLikes.likerId, memberId))
        .orderBy(asc(pendingLikes.createdAt), asc(pendingLikes.likedId));
      return rows.map(({ id }) => id);
    },

    /** Confirmed members whose likes are not sent yet. */
    async unsent(limit: number): Promise<Member[]> {
      const likers = db.select({ id: pendingLikes.likerId }).from(pendingLikes);
      const rows = await selectMembers(db)
        .where(and(eq(accounts.status, "active"), inArray(accounts.id, likers)))
        .limit(limit);
      return rows.flatMap((row) => memberOf(row) ?? []);
    },

    /** False if the address was confirmed meanwhile, or `most` are pending. */
    async add(memberId: string, id: string, most: number, now: number): Promise<boolean> {
      const [made, found] = await rowsOf<[unknown, unknown]>(db, [
        sql`INSERT INTO ${into(pendingLikes, "likerId", "likedId", "createdAt")}
          SELECT ${memberId}, ${id}, ${now}
          WHERE EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${memberId} AND ${accounts.status} = 'not_confirmed')
            AND (SELECT count(*) FROM ${pendingLikes} WHERE ${pendingLikes.likerId} = ${memberId}) < ${most}
          ON CONFLICT DO NOTHING RETURNING 1`,
        sql`SELECT 1 FROM ${pendingLikes} WHERE ${pendingLikes.likerId} = ${memberId} AND ${pendingLikes.likedId} = ${id}`,
      ]);
      return made.length + found.length > 0;
    },

    async remove(memberId: string, id: string): Promise<void> {
      await db.delete(pendingLikes).where(and(eq(pendingLikes.likerId, memberId), eq(pendingLikes.likedId, id)));
    },
  };
}
