import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { idempotency } from "#db/schema/index.ts";

/** Answers are kept this long (ms); product.md section 0. */
const KEPT_FOR = 24 * 3600 * 1000;
/** A request that has not ended after this long (ms) was cut off: its key may be tried again. */
const ABANDONED_AFTER = 60_000;
const PURGED_AT_ONCE = 5_000;

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
type Row = typeof idempotency.$inferSelect;

export function createIdempotencyStore(db: Database) {
  const row = (accountId: string, key: string) => and(eq(idempotency.accountId, accountId), eq(idempotency.key, key));
  return {
    /** Takes the key for this request, or finds who has it. Atomic: of several at once one takes it. One round trip. */
    async claim(accountId: string, key: string, requestHash: string, now: number): Promise<{ claimed: boolean; row: Row }> {
      const over = or(
        lt(idempotency.createdAt, now - KEPT_FOR),
        and(isNull(idempotency.status), lt(idempotency.createdAt, now - ABANDONED_AFTER)),
      );
      const [, inserted, rows] = await db.batch([
        db.delete(idempotency).where(and(row(accountId, key), over)),
        db
          .insert(idempotency)
          .values({ accountId, key, requestHash, status: null, answer: null, createdAt: now })
          .onConflictDoNothing(),
        db.select().from(idempotency).where(row(accountId, key)),
      ]);
      return { claimed: inserted.meta.changes === 1, row: rows[0] as Row };
    },

    async keep(accountId: string, key: string, status: number, answer: string): Promise<void> {
      await db.update(idempotency).set({ status, answer }).where(row(accountId, key));
    },

    /** Gives a key back whose request was refused: nothing has happened under it. */
    async release(accountId: string, key: string): Promise<void> {
      await db.delete(idempotency).where(and(row(accountId, key), isNull(idempotency.status)));
    },

    /** Forgets what is over, some at a time: more than a minute brings, and never so much that it fails for ever. */
    async purge(now: number): Promise<void> {
      const old = db
        .select({ rowid: sql`rowid` })
        .from(idempotency)
        .where(lt(idempotency.createdAt, now - KEPT_FOR))
        .orderBy(idempotency.createdAt)
        .limit(PURGED_AT_ONCE);
      await db.delete(idempotency).where(inArray(sql`rowid`, old));
    },
  };
}
