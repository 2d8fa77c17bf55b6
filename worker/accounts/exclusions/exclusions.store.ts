import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import { accounts, exclusions, mandates, preferences, profiles, pushSubscriptions, sessions } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { excludedUntil, type Scope } from "#worker/people/exclusions/exclusions.sql.ts";

export type ExclusionsStore = ReturnType<typeof createExclusionsStore>;

interface Exclusion {
  id: string;
  pool: string;
  accountId: string;
  /** Hashes of account and address, in this order. */
  hashes: readonly string[];
  /** Ms. */
  until: number;
}

const columns = into(exclusions, "id", "pool", "kind", "print", "scope", "until", "createdAt");

export function createExclusionsStore(db: Database) {
  return {
    async until(pool: string, hashes: readonly string[], scope: Scope, now: number): Promise<number | null> {
      const [[row]] = await rowsOf<[{ until: number | null }]>(db, [
        sql`SELECT ${excludedUntil(pool, hashes, scope, now)} AS until`,
      ]);
      return row?.until ?? null;
    },

    /** A running exclusion stays as it is. Answers the end. */
    async pause({ id, pool, hashes, until }: Exclusion, now: number): Promise<number> {
      const running = excludedUntil(pool, hashes, "purchases", now);
      const [, rows] = await rowsOf<[unknown, { until: number }]>(db, [
        sql`INSERT INTO ${columns} SELECT ${id}, ${pool}, 'account', ${hashes[0]}, 'purchases', ${until}, ${now} WHERE ${running} IS NULL`,
        sql`SELECT ${running} AS until`,
      ]);
      return rows[0]?.until ?? until;
    },

    /** Returns the token hashes of the ended sessions; null if the password changed meanwhile, and nothing is written. */
    async exclude(
      { id, pool, accountId, hashes, until }: Exclusion,
      passwordHash: string,
      now: number,
    ): Promise<string[] | null> {
      const done = sql`EXISTS (SELECT 1 FROM ${exclusions} WHERE ${exclusions.id} = ${id})`;
      const row = (kind: string, key: string, hash: string | undefined) => sql`INSERT INTO ${columns}
        SELECT ${key}, ${pool}, ${kind}, ${hash}, 'access', ${until}, ${now}`;
      const results = await db.$client.batch<{ hash: string }>(
        [
          sql`${row("account", id, hashes[0])} FROM ${accounts} WHERE ${accounts.id} = ${accountId}
            AND ${accounts.passwordHash} = ${passwordHash} AND ${accounts.status} IN ('active', 'not_confirmed')`,
          sql`UPDATE ${sessions} SET ${sessions.revokedAt} = ${now}
            WHERE ${sessions.accountId} = ${accountId} AND ${sessions.revokedAt} IS NULL AND ${done}
            RETURNING ${sessions.tokenHash} AS hash`,
          sql`${row("email", `${id}-email`, hashes[1])} WHERE ${done}`,
          sql`INSERT INTO ${columns} SELECT lower(hex(randomblob(10))), ${pool}, 'payment', ${mandates.ibanPrint}, 'access', ${until}, ${now}
            FROM ${mandates} WHERE ${mandates.accountId} = ${accountId} AND ${done}`,
          // Hidden and without mails, as in a break; the member ends the break after the exclusion.
          sql`INSERT INTO ${into(preferences, "accountId", "paused", "updatedAt")} SELECT ${accountId}, 1, ${now} WHERE ${done}
            ON CONFLICT (${preferences.accountId}) DO UPDATE SET ${preferences.paused} = 1, ${preferences.updatedAt} = ${now}`,
          sql`UPDATE ${profiles} SET ${profiles.status} = 'hidden'
            WHERE ${profiles.id} = ${accountId} AND ${profiles.status} = 'active' AND ${done}`,
          sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${accountId} AND ${done}`,
        ].map((statement) => prepared(db, statement)),
      );
      const ended = results[1]?.results.map(({ hash }) => hash) ?? [];
      return (results[0]?.meta.changes ?? 0) > 0 ? ended : null;
    },
  };
}
