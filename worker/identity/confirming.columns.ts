import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, ledger, profiles } from "#db/schema/index.ts";
import { isHidden } from "../notifications/preferences.columns.ts";

/**
 * What follows once somebody has proved to read the mail of the account's address, as statements of the batch that takes the
 * proof: account and profile become active and the credits are granted, once in an account's life. Nothing is done for one
 * that is active already, or where `proven` does not hold.
 */
export function confirming(db: Database, accountId: string, credits: number, proven: SQL, now: number) {
  return [
    db
      .update(accounts)
      .set({ status: "active", activatedAt: now })
      .where(and(eq(accounts.id, accountId), eq(accounts.status, "not_confirmed"), proven)),
    db
      .update(profiles)
      .set({ status: sql`iif(${isHidden(sql`id`)}, 'hidden', 'active')` })
      .where(and(eq(profiles.id, accountId), eq(profiles.status, "disabled"), proven)),
    // Raw SQL goes in as the source of an insert: `db.run` in a batch loses its parameters.
    db
      .insert(ledger)
      .select(
        sql`SELECT NULL, ${accountId}, ${credits}, 'signup', ${accountId}, 'signup', ${now} WHERE ${credits} > 0 AND ${proven}
          AND EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND activated_at = ${now})`,
      )
      .onConflictDoNothing(),
  ] as const;
}
