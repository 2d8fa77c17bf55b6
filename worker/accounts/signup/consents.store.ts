import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, beliefConsents, consents, newsConsents } from "#db/schema/index.ts";
import { arrivalStatement } from "#worker/accounts/arrival/arrival.sql.ts";

export type ConsentsStore = ReturnType<typeof createConsentsStore>;
export type ConsentRow = typeof consents.$inferInsert;

export function createConsentsStore(db: Database) {
  async function standing(table: typeof newsConsents | typeof beliefConsents, accountId: string) {
    const { version, acceptedAt, withdrawnAt } = table;
    const row = await db
      .select({ version, acceptedAt })
      .from(table)
      .where(and(eq(table.accountId, accountId), isNull(withdrawnAt)))
      .get();
    return row ?? null;
  }

  return {
    /** Newest first. */
    async of(accountId: string): Promise<Pick<ConsentRow, "kind" | "version" | "acceptedAt">[]> {
      const { kind, version, acceptedAt } = consents;
      return db
        .select({ kind, version, acceptedAt })
        .from(consents)
        .where(eq(consents.accountId, accountId))
        .orderBy(desc(acceptedAt));
    },

    /** The standing consent to news by mail. */
    newsOf: (accountId: string) => standing(newsConsents, accountId),

    /** The standing consent to say religion and diet. */
    beliefsOf: (accountId: string) => standing(beliefConsents, accountId),

    /** Stores each version once, and repeats it in the account row. Returns true if a brought member is shown from now on. */
    async accept(rows: ConsentRow[]): Promise<boolean> {
      const [first] = rows;
      if (!first) return false;
      const newest: Partial<typeof accounts.$inferInsert> = {};
      for (const { kind, version, acceptedAt } of rows) {
        if (kind === "terms") Object.assign(newest, { termsVersion: version, termsAcceptedAt: acceptedAt });
        else Object.assign(newest, { sensitiveVersion: version, sensitiveAcceptedAt: acceptedAt });
      }
      const [, , arrived] = await db.batch([
        db.insert(consents).values(rows).onConflictDoNothing(),
        db.update(accounts).set(newest).where(eq(accounts.id, first.accountId)),
        arrivalStatement(db, first.accountId, first.acceptedAt),
      ]);
      return arrived.meta.changes > 0;
    },
  };
}
