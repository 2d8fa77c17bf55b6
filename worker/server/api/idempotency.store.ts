import { and, eq, inArray, isNull, lt, lte } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { idempotency } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** In ms. */
const RETENTION = 24 * 3600 * 1000;
/** In ms; an older attempt was cut off. A write that takes longer runs twice at most, and writes the same rows. */
const LEASE = 10_000;
const PURGED_AT_ONCE = 5_000;

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
type Row = typeof idempotency.$inferSelect;

export function createIdempotencyStore(db: Database) {
  const row = (accountId: string, key: string) => and(eq(idempotency.accountId, accountId), eq(idempotency.key, key));
  const leased = ({ accountId, key, leaseUntil }: Row) =>
    and(row(accountId, key), isNull(idempotency.status), eq(idempotency.leaseUntil, leaseUntil));
  return {
    /** One concurrent attempt gets the key; an unanswered key goes to a retry, with the first attempt's time. */
    async claim(
      accountId: string,
      key: string,
      requestHash: string,
      now: number,
    ): Promise<{ claimed: boolean; first: boolean; row: Row }> {
      const leaseUntil = now + LEASE;
      const over = and(eq(idempotency.requestHash, requestHash), isNull(idempotency.status), lte(idempotency.leaseUntil, now));
      const [, added, taken, rows] = await db.batch([
        db.delete(idempotency).where(and(row(accountId, key), lt(idempotency.createdAt, now - RETENTION))),
        db
          .insert(idempotency)
          .values({ accountId, key, requestHash, status: null, answer: null, createdAt: now, leaseUntil })
          .onConflictDoNothing(),
        db
          .update(idempotency)
          .set({ leaseUntil })
          .where(and(row(accountId, key), over)),
        db.select().from(idempotency).where(row(accountId, key)),
      ]);
      const first = added.meta.changes === 1;
      return { claimed: first || taken.meta.changes === 1, first, row: rows[0] as Row };
    },

    async find(accountId: string, key: string): Promise<Row | undefined> {
      return db.select().from(idempotency).where(row(accountId, key)).get();
    },

    async keep({ accountId, key }: Row, status: number, answer: string): Promise<void> {
      await db
        .update(idempotency)
        .set({ status, answer })
        .where(and(row(accountId, key), isNull(idempotency.status)));
    },

    /** A refused first attempt has written nothing. */
    async release(claimed: Row): Promise<void> {
      await db.delete(idempotency).where(leased(claimed));
    },

    /** The outcome is unknown: the key stays, and a retry continues at once. */
    async leaveOpen(claimed: Row): Promise<void> {
      await db.update(idempotency).set({ leaseUntil: 0 }).where(leased(claimed));
    },

    /** A batch is larger than a minute's new keys, and small enough not to time out. */
    async purge(now: number): Promise<void> {
      const old = db
        .select({ rowid: sql`rowid` })
        .from(idempotency)
        .where(lt(idempotency.createdAt, now - RETENTION))
        .orderBy(idempotency.createdAt)
        .limit(PURGED_AT_ONCE);
      await db.delete(idempotency).where(inArray(sql`rowid`, old));
    },
  };
}
