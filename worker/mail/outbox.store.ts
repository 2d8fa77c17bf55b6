import { and, asc, desc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { outbox } from "#db/schema/index.ts";

export type OutboxStore = ReturnType<typeof createOutboxStore>;
export type MailRow = typeof outbox.$inferSelect;

/** What is left of a mail that nobody will send any more: it held links and codes that open things. */
const WIPED = { text: "", html: "" };

/** `keepBodies` only where mails are looked at instead of sent, on a machine of one's own. */
export function createOutboxStore(db: Database, { keepBodies }: { keepBodies: boolean }) {
  const wiped = keepBodies ? {} : WIPED;
  return {
    /**
     * Takes a due mail for `leaseMs`: until then nobody else gets it. Null for one that is sent, failed, not due,
     * or in somebody else's hands.
     */
    async claim(id: string, leaseMs: number, now: number): Promise<MailRow | null> {
      const [row] = await db
        .update(outbox)
        .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: now + leaseMs })
        .where(and(eq(outbox.id, id), eq(outbox.status, "queued"), lte(outbox.nextAttemptAt, now)))
        .returning();
      return row ?? null;
    },

    async markSent(id: string, now: number): Promise<void> {
      await db
        .update(outbox)
        .set({ status: "sent", sentAt: now, lastError: null, ...wiped })
        .where(eq(outbox.id, id));
    },

    /** Gives a mail back for another attempt, or gives it up where `nextAttemptAt` is null. */
    async markRefused(id: string, error: string, nextAttemptAt: number | null): Promise<void> {
      const change = nextAttemptAt === null ? { status: "failed" as const, ...wiped } : { nextAttemptAt };
      await db
        .update(outbox)
        .set({ ...change, lastError: error })
        .where(and(eq(outbox.id, id), eq(outbox.status, "queued")));
    },

    /** Ids of mails that should have gone out by `before`, oldest first. */
    async findDue(before: number, limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(eq(outbox.status, "queued"), lte(outbox.nextAttemptAt, before)))
        .orderBy(asc(outbox.nextAttemptAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },

    /** The newest mails, of every domain. */
    async newest(limit: number): Promise<MailRow[]> {
      return db.select().from(outbox).orderBy(desc(outbox.createdAt), desc(sql`rowid`)).limit(limit);
    },

    async find(id: string): Promise<MailRow | null> {
      return (await db.select().from(outbox).where(eq(outbox.id, id)).get()) ?? null;
    },
  };
}
