import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";

/** Batch statement; returns the open token hashes. Rows stay: they mark known devices. */
export function revokingAll(db: Database, accountId: string, now: number, condition: SQL) {
  return db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), condition))
    .returning({ tokenHash: sessions.tokenHash });
}
