import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";

export type SessionsStore = ReturnType<typeof createSessionsStore>;
export type OpenSession = typeof sessions.$inferSelect;

/** More than anybody has devices. */
const MAX_LISTED = 100;
/** Hashes a statement may name: D1 takes 100 parameters. */
const A_BATCH = 90;

export function createSessionsStore(db: Database) {
  const isOpen = (accountId: string, now: number) =>
    and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

  return {
    /** The sessions that are open, the latest seen first. */
    async listOpen(accountId: string, now: number): Promise<OpenSession[]> {
      return db
        .select()
        .from(sessions)
        .where(isOpen(accountId, now))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
        .limit(MAX_LISTED);
    },

    /** The token hashes of all that are open: also of those for which the list has no room. */
    async open(accountId: string, now: number): Promise<string[]> {
      const rows = await db.select({ tokenHash: sessions.tokenHash }).from(sessions).where(isOpen(accountId, now));
      return rows.map(({ tokenHash }) => tokenHash);
    },

    /** Ends these; how many of them were still open. Rows stay, and say that these devices were logged in. */
    async end(accountId: string, tokenHashes: string[], now: number): Promise<number> {
      let ended = 0;
      for (let from = 0; from < tokenHashes.length; from += A_BATCH) {
        const some = inArray(sessions.tokenHash, tokenHashes.slice(from, from + A_BATCH));
        const { meta } = await db
          .update(sessions)
          .set({ revokedAt: now })
          .where(and(isOpen(accountId, now), some));
        ended += meta.changes;
      }
      return ended;
    },
  };
}
