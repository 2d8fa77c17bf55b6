import { and, desc, eq, gt, inArray, or } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { mandates, outbox, payments } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export type DirectDebitStore = ReturnType<typeof createDirectDebitStore>;
export type MandateRow = typeof mandates.$inferSelect;

export interface Code {
  hash: string;
  /** In ms. */
  expiresAt: number;
}

export function createDirectDebitStore(db: Database) {
  const own = (id: string, accountId: string) => and(eq(mandates.id, id), eq(mandates.accountId, accountId));
  const waiting = (id: string, accountId: string, most: number, now: number) =>
    and(own(id, accountId), eq(mandates.status, "started"), sql`${mandates.tries} < ${most}`, gt(mandates.codeExpiresAt, now));

  return {
    /** What blocks the member or the bank account, and the direct debits of either since. */
    async standing(accountId: string, ibanPrint: string | null, since: number) {
      const print = ibanPrint ?? "";
      const [blocked, returned, debits] = await db.batch([
        db
          .select({ id: mandates.id })
          .from(mandates)
          .where(and(eq(mandates.status, "blocked"), or(eq(mandates.accountId, accountId), eq(mandates.ibanPrint, print))))
          .limit(1),
        // The mandate goes with its account.
        db
          .select({ id: payments.id })
          .from(payments)
          .where(and(eq(payments.ibanPrint, print), eq(payments.status, "chargeback")))
          .limit(1),
        db
          .select({ status: payments.status, amount: payments.amount, createdAt: payments.createdAt })
          .from(payments)
          .where(
            and(
              or(eq(payments.accountId, accountId), eq(payments.ibanPrint, print)),
              eq(payments.method, "directdebit"),
              inArray(payments.status, ["created", "pending", "completed"]),
              gt(payments.createdAt, since),
            ),
          )
          .orderBy(payments.createdAt),
      ]);
      return { blocked: blocked.length + returned.length > 0, debits };
    },

    /** Ends what the member began before. */
    async start(row: MandateRow): Promise<void> {
      await db.batch([
        db
          .update(mandates)
          .set({ status: "ended", sealedIban: null, codeHash: null, codeExpiresAt: null })
          .where(and(eq(mandates.accountId, row.accountId), inArray(mandates.status, ["started", "verified"]))),
        db.insert(mandates).values(row),
      ]);
    },

    async find(id: string, accountId: string): Promise<MandateRow | null> {
      return (await db.select().from(mandates).where(own(id, accountId)).get()) ?? null;
    },

    async latest(accountId: string): Promise<MandateRow | null> {
      const newest = db
        .select()
        .from(mandates)
        .where(eq(mandates.accountId, accountId))
        .orderBy(desc(mandates.createdAt))
        .limit(1);
      return (await newest.get()) ?? null;
    },

    async setCode(id: string, accountId: string, { hash, expiresAt }: Code): Promise<void> {
      await db
        .update(mandates)
        .set({ codeHash: hash, codeExpiresAt: expiresAt, tries: 0 })
        .where(and(own(id, accountId), eq(mandates.status, "started")));
    },

    /** Counts a wrong code; parallel guesses cannot exceed `most`. The right one can be signed for within `life` (ms). */
    async verify(id: string, accountId: string, hash: string, most: number, now: number, life: number) {
      const [, , [row]] = await db.batch([
        db
          .update(mandates)
          .set({ status: "verified", codeHash: null, codeExpiresAt: now + life })
          .where(and(waiting(id, accountId, most, now), eq(mandates.codeHash, hash))),
        db
          .update(mandates)
          .set({ tries: sql`${mandates.tries} + 1` })
          .where(waiting(id, accountId, most, now)),
        db.select().from(mandates).where(own(id, accountId)),
      ]);
      return row ?? null;
    },

    /** Of a verified mandate that was not signed in time. */
    async end(id: string): Promise<void> {
      await db
        .update(mandates)
        .set({ status: "ended", sealedIban: null, codeExpiresAt: null })
        .where(and(eq(mandates.id, id), eq(mandates.status, "verified")));
    },

    /** Idempotent: the mail is stored with the first signature only. */
    async sign(
      id: string,
      accountId: string,
      paymentId: string,
      mail: typeof outbox.$inferInsert,
      now: number,
    ): Promise<boolean> {
      const signed = sql`EXISTS (SELECT 1 FROM ${mandates}
        WHERE ${mandates.id} = ${id} AND ${mandates.paymentId} = ${paymentId} AND ${mandates.status} = 'signed')`;
      const [changed] = await db.batch([
        db
          .update(mandates)
          .set({ status: "signed", sealedIban: null, paymentId, signedAt: now })
          .where(and(own(id, accountId), eq(mandates.status, "verified"))),
        db
          .insert(outbox)
          .select(rowWhere(outbox, mail, signed))
          .onConflictDoNothing(),
      ]);
      return changed.meta.changes === 1;
    },

    /** A returned debit blocks the member and the account. */
    async block(paymentId: string): Promise<void> {
      await db.update(mandates).set({ status: "blocked" }).where(eq(mandates.paymentId, paymentId));
    },
  };
}
