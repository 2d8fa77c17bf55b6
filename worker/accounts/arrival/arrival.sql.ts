import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, imported, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { isHidden } from "#worker/people/preferences/preferences.sql.ts";

/**
 * The one place that shows a member brought from another system: once our terms and consents are accepted. A trigger
 * then lists the chats with others who have arrived. Decision 112.
 */
export function arrivalStatement(db: Database, accountId: string, now: number) {
  const agreed = sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${accounts.status} = 'active'
    AND ${accounts.termsVersion} <> '' AND ${accounts.sensitiveVersion} <> '')`;
  const brought = sql`EXISTS (SELECT 1 FROM ${imported} WHERE ${imported.accountId} = ${accountId})`;
  return db
    .update(profiles)
    .set({ status: sql`iif(${isHidden(sql`${profiles.id}`)}, 'hidden', 'active')`, createdAt: now, lastActiveAt: now })
    .where(and(eq(profiles.id, accountId), eq(profiles.status, "disabled"), brought, agreed));
}
