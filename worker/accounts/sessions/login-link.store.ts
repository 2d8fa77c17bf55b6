import { and, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, profiles, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { memberColumns } from "#worker/people/identity/member.sql.ts";
import type { Member } from "#worker/people/identity/viewer.ts";

export type LoginLinkStore = ReturnType<typeof createLoginLinkStore>;
export type FoundLink = Omit<Member, "id"> & { token: typeof tokens.$inferSelect };

export function createLoginLinkStore(db: Database) {
  return {
    /** Used and expired links too: they still lead their own member on. */
    async find(hash: string): Promise<FoundLink | null> {
      const row = await db
        .select({ ...memberColumns, token: tokens })
        .from(tokens)
        .innerJoin(accounts, eq(accounts.id, tokens.accountId))
        .innerJoin(profiles, eq(profiles.id, accounts.id))
        .where(linkOf(hash))
        .get();
      return row ?? null;
    },

    /** False for a link that is used, expired, or older than the account's password or address. */
    async claim({ account, token: { hash } }: FoundLink, now: number): Promise<boolean> {
      const same = sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${account.id} AND ${accounts.status} = 'active'
        AND ${accounts.passwordHash} = ${account.passwordHash} AND ${accounts.email} = ${account.email})`;
      const { meta } = await db
        .update(tokens)
        .set({ usedAt: now })
        .where(and(linkOf(hash), isNull(tokens.usedAt), gt(tokens.expiresAt, now), same));
      return meta.changes === 1;
    },
  };
}

function linkOf(hash: string) {
  return and(eq(tokens.hash, hash), eq(tokens.kind, "login"));
}
