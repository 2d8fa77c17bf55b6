import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions, tokens } from "#db/schema/index.ts";

export type SessionsStore = ReturnType<typeof createSessionsStore>;
export type OpenSession = typeof sessions.$inferSelect;

const MAX_LISTED = 100;
/** D1 allows 100 parameters per statement. */
const A_BATCH = 90;

export function createSessionsStore(db: Database) {
  const isOpen = (accountId: string, now: number) =>
    and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

  return {
    async listOpen(accountId: string, now: number): Promise<OpenSession[]> {
      return db
        .select()
        .from(sessions)
        .where(isOpen(accountId, now))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
        .limit(MAX_LISTED);
    },

    /** Unlimited, unlike the list. */
    async open(accountId: string, now: number): Promise<string[]> {
      const rows = await db.select({ tokenHash: sessions.tokenHash }).from(sessions).where(isOpen(accountId, now));
      return rows.map(({ tokenHash }) => tokenHash);
    },

    async dropLoginLinks(accountId: string): Promise<void> {
      await db.delete(tokens).where(and(eq(tokens.accountId, accountId), eq(tokens.kind, "login")));
    },

    /** Returns how many were open. Rows stay: they mark known devices. */
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
