import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";

/**
 * Ends every session of a member, as a statement of the batch that gives the reason; it answers the token hashes of those that
 * were open. Their rows stay, and say that these devices were logged in.
 */
export function revokingAll(db: Database, accountId: string, now: number, condition: SQL) {
  return db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), condition))
    .returning({ tokenHash: sessions.tokenHash });
}
