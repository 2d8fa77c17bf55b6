import type { SQL } from "drizzle-orm";
import type { decisions } from "#db/schema/index.ts";
import { exclusions, mandates, profiles, pushSubscriptions, sessions } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { BANNED_UNTIL } from "#worker/exclusions/exclusions.vocabulary.ts";

/** Shuts account, address and accounts of a bank out of the pool. The first statement answers the sessions that end. */
export function banned(
  { id, pool, memberId }: Pick<typeof decisions.$inferInsert, "id" | "pool" | "memberId">,
  prints: readonly string[],
  isNew: SQL,
  now: number,
): SQL[] {
  const columns = into(exclusions, "id", "pool", "kind", "print", "scope", "until", "createdAt");
  const print = (name: "account" | "email", key: string, hash: string | undefined) => sql`INSERT INTO ${columns}
    SELECT ${key}, ${pool}, ${name}, ${hash ?? ""}, 'access', ${BANNED_UNTIL}, ${now} WHERE ${isNew}`;
  return [
    sql`UPDATE ${sessions} SET ${sessions.revokedAt} = ${now} WHERE ${sessions.accountId} = ${memberId}
      AND ${sessions.revokedAt} IS NULL RETURNING ${sessions.tokenHash} AS hash`,
    print("account", id, prints[0]),
    print("email", `${id}-email`, prints[1]),
    sql`INSERT INTO ${columns} SELECT ${`${id}-`} || lower(hex(randomblob(6))), ${pool}, 'payment', ${mandates.ibanPrint}, 'access',
      ${BANNED_UNTIL}, ${now} FROM ${mandates} WHERE ${mandates.accountId} = ${memberId} AND ${isNew} GROUP BY ${mandates.ibanPrint}`,
    sql`UPDATE ${profiles} SET ${profiles.status} = 'hidden' WHERE ${profiles.id} = ${memberId} AND ${profiles.status} = 'active'`,
    sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${memberId}`,
  ];
}
