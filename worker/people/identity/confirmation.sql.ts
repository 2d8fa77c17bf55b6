import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, ledger, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { isHidden } from "#worker/people/preferences/preferences.sql.ts";

/** Batch statements that confirm an account once in its life. They do nothing unless `proven` holds. */
export function confirmationStatements(db: Database, accountId: string, credits: number, proven: SQL, now: number) {
  return [
    db
      .update(accounts)
      .set({ status: "active", activatedAt: now })
      .where(and(eq(accounts.id, accountId), eq(accounts.status, "not_confirmed"), proven)),
    db
      .update(profiles)
      // Others see the profile as new from now on.
      .set({ status: sql`iif(${isHidden(sql`${profiles.id}`)}, 'hidden', 'active')`, createdAt: now })
      .where(and(eq(profiles.id, accountId), eq(profiles.status, "disabled"), proven)),
    // Raw SQL is the source of an insert: `db.run` in a batch loses its parameters. All columns, in their order.
    db
      .insert(ledger)
      .select(
        sql`SELECT NULL, ${accountId}, ${credits}, 'signup', ${accountId}, 'signup', ${now}, NULL, NULL, NULL
          WHERE ${credits} > 0 AND ${proven}
          AND EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${accounts.activatedAt} = ${now})`,
      )
      .onConflictDoNothing(),
  ] as const;
}
