import { and, asc, eq, lte, ne } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, imported, oldPaths, outbox, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export type ArrivalStore = ReturnType<typeof createArrivalStore>;

/** Whose hash of the other system goes. */
export interface Unused {
  id: string;
  domainId: string;
  email: string;
  name: string;
  language: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  passwordHash: string;
}

export function createArrivalStore(db: Database) {
  return {
    async hasLegacy(pool: string): Promise<boolean> {
      const row = await db.get<{ has: number }>(
        sql`SELECT EXISTS (SELECT 1 FROM ${imported} INDEXED BY imported_hash_pool
          WHERE ${imported.pool} = ${pool} AND ${imported.hashUntil} IS NOT NULL) AS has`,
      );
      return row?.has === 1;
    },

    /** Whom a path of the other system showed, if visitors may see that member here. */
    async atOldPath(domainId: string, path: string): Promise<string | null> {
      const row = await db
        .select({ id: oldPaths.accountId })
        .from(oldPaths)
        .innerJoin(profiles, eq(profiles.id, oldPaths.accountId))
        .where(
          and(
            eq(oldPaths.domainId, domainId),
            eq(oldPaths.path, path),
            eq(profiles.status, "active"),
            eq(profiles.shownToVisitors, true),
            ne(profiles.gender, "both"),
          ),
        )
        .get();
      return row?.id ?? null;
    },

    /** Oldest first. */
    async unused(now: number, limit: number): Promise<Unused[]> {
      return db
        .select({
          id: accounts.id,
          domainId: accounts.domainId,
          email: accounts.email,
          name: profiles.name,
          language: accounts.language,
          country: profiles.country,
          passwordHash: accounts.passwordHash,
        })
        .from(imported)
        .innerJoin(accounts, eq(accounts.id, imported.accountId))
        .innerJoin(profiles, eq(profiles.id, accounts.id))
        .where(lte(imported.hashUntil, now))
        .orderBy(asc(imported.hashUntil))
        .limit(limit);
    },

    /** A trigger clears the time. False if the member logged in or chose a password meanwhile. */
    async forgetHash(
      { id, passwordHash }: Pick<Unused, "id" | "passwordHash">,
      mail: typeof outbox.$inferInsert | null,
    ): Promise<boolean> {
      const [gone] = await db.batch([
        db
          .update(accounts)
          .set({ passwordHash: "" })
          .where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash))),
        ...(mail
          ? [
              db.insert(outbox).select(
                rowWhere(
                  outbox,
                  mail,
                  sql`changes() = 1 AND EXISTS (SELECT 1 FROM ${accounts}
              WHERE ${accounts.id} = ${id} AND ${accounts.status} = 'active')`,
                ),
              ),
            ]
          : []),
      ]);
      return gone.meta.changes === 1;
    },
  };
}
