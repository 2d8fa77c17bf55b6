import { and, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { idempotency } from "#db/schema/index.ts";

/** Answers are kept this long (ms); product.md section 0. */
const KEPT_FOR = 24 * 3600 * 1000;
/** A try that has not ended after this long (ms) was cut off. */
const LEASE = 60_000;
const PURGED_AT_ONCE = 5_000;

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
type Row = typeof idempotency.$inferSelect;

export function createIdempotencyStore(db: Database) {
  const row = (accountId: string, key: string) => and(eq(idempotency.accountId, accountId), eq(idempotency.key, key));
  /** Without an answer yet, and held by the try whose lease this is. */
  const held = ({ accountId, key, leaseUntil }: Row) =>
    and(row(accountId, key), isNull(idempotency.status), eq(idempotency.leaseUntil, leaseUntil));
  return {
    /**
     * Takes the key for a try, or finds who has it: of several at once one takes it. A key whose last try ended without an answer
     * is taken over by the same request, and keeps the time of the first. `first` where no try came before. One round trip.
     */
    async claim(
      accountId: string,
      key: string,
      requestHash: string,
      now: number,
    ): Promise<{ claimed: boolean; first: boolean; row: Row }> {
      const leaseUntil = now + LEASE;
      const over = and(eq(idempotency.requestHash, requestHash), isNull(idempotency.status), lte(idempotency.leaseUntil, now));
      const [, added, taken, rows] = await db.batch([
        db.delete(idempotency).where(and(row(accountId, key), lt(idempotency.createdAt, now - KEPT_FOR))),
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

    /** The row of a key, without a write. */
    async find(accountId: string, key: string): Promise<Row | undefined> {
      return db.select().from(idempotency).where(row(accountId, key)).get();
    },

    /** Keeps the answer of the first try that ends with one. */
    async keep({ accountId, key }: Row, status: number, answer: string): Promise<void> {
      await db
        .update(idempotency)
        .set({ status, answer })
        .where(and(row(accountId, key), isNull(idempotency.status)));
    },

    /** Gives a key back whose first try was refused: nothing has happened under it. */
    async release(claimed: Row): Promise<void> {
      await db.delete(idempotency).where(held(claimed));
    },

    /** Ends a try of which nobody knows what it did: the key stays, and a retry goes on with it at once. */
    async leaveOpen(claimed: Row): Promise<void> {
      await db.update(idempotency).set({ leaseUntil: 0 }).where(held(claimed));
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
