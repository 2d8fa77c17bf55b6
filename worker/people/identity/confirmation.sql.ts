import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { batched } from "#db/raw.ts";
import { accounts, ledger, profiles } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
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
    batched(
      db,
      sql`INSERT INTO ${into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt")}
        SELECT ${accountId}, ${credits}, 'signup', ${accountId}, 'signup', ${now} WHERE ${credits} > 0 AND ${proven}
          AND EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${accounts.activatedAt} = ${now})
        ON CONFLICT DO NOTHING`,
    ),
  ] as const;
}
