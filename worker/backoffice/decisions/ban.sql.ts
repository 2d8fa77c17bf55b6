import type { SQL } from "drizzle-orm";
import { accounts, decisions, exclusions, mandates, profiles, pushSubscriptions, sessions } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import { fraudEnded } from "./fraud.sql.ts";

const AN_HOUR = 3600_000;

/** Shuts account, address and accounts of a bank out of the pool; nobody sees the member online any more. The first statement answers the sessions that end. */
export function banned(
  { id, pool, memberId }: Pick<typeof decisions.$inferInsert, "id" | "pool" | "memberId">,
  prints: readonly string[],
  isNew: SQL,
  now: number,
): SQL[] {
  const columns = into(exclusions, "id", "pool", "kind", "print", "scope", "until", "createdAt");
  const print = (name: "account" | "email", key: string, hash = "") => sql`INSERT INTO ${columns}
    SELECT ${key}, ${pool}, ${name}, ${hash}, 'access', ${BANNED_UNTIL}, ${now} WHERE ${isNew} AND ${hash} <> ''`;
  return [
    sql`UPDATE ${sessions} SET ${sessions.revokedAt} = ${now} WHERE ${sessions.accountId} = ${memberId}
      AND ${sessions.revokedAt} IS NULL RETURNING ${sessions.tokenHash} AS hash`,
    print("account", id, prints[0]),
    print("email", `${id}-email`, prints[1]),
    sql`INSERT INTO ${columns} SELECT ${`${id}-`} || lower(hex(randomblob(6))), ${pool}, 'payment', ${mandates.ibanPrint}, 'access',
      ${BANNED_UNTIL}, ${now} FROM ${mandates} WHERE ${mandates.accountId} = ${memberId} AND ${isNew} GROUP BY ${mandates.ibanPrint}`,
    sql`UPDATE ${profiles} SET ${profiles.status} = 'hidden', ${profiles.lastActiveAt} = min(${profiles.lastActiveAt}, ${now - AN_HOUR})
      WHERE ${profiles.id} = ${memberId} AND ${profiles.status} = 'active'`,
    sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${memberId}`,
  ];
}

const a = aliased(accounts, "a");
const d = aliased(decisions, "d");
const x = aliased(exclusions, "x");

/** After decisions ended: their exclusions go; a mute or ban of another decision stays. `ended` selects ids. */
export function released(memberId: string, ended: SQL, kind: string, now: number): SQL[] {
  const stays = sql`${d.memberId} = ${memberId} AND ${d.outcome} IS NOT 'reversed' AND ${d.liftedAt} IS NULL`;
  return [
    sql`UPDATE ${accounts} SET ${accounts.mutedUntil} = (SELECT max(${d.until}) FROM ${d} WHERE ${stays} AND ${d.until} > ${now})
      WHERE ${accounts.id} = ${memberId}`,
    // Ids of a ban's rows: that of the decision, alone or before a hyphen.
    sql`DELETE FROM ${exclusions} WHERE ${exclusions.id} IN (SELECT ${x.id} FROM ${d} JOIN ${x} ON ${x.id} >= ${d.id} AND ${x.id} < ${d.id} || '.'
      WHERE ${d.id} IN (${ended}))`,
    ...fraudEnded(memberId, ended),
    sql`UPDATE ${profiles} SET ${profiles.status} = 'active' WHERE ${profiles.id} = ${memberId} AND ${profiles.status} = 'hidden'
      AND ${kind} = 'ban' AND EXISTS (SELECT 1 FROM ${a} WHERE ${a.id} = ${memberId} AND ${a.status} = 'active')
      AND NOT EXISTS (SELECT 1 FROM ${d} WHERE ${stays} AND ${d.kind} = 'ban')`,
  ];
}
