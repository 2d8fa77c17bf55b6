import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, type outbox, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { confirmationStatements } from "#worker/people/identity/confirmation.sql.ts";
import { findMember } from "#worker/people/identity/member.sql.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { offeringPassword, replacingToken } from "./activation.sql.ts";

export type ActivationStore = ReturnType<typeof createActivationStore>;
export type TokenRow = typeof tokens.$inferSelect;

export interface LinkRow {
  token: TokenRow;
  pool: string;
  status: (typeof accounts.$inferSelect)["status"];
}

export function createActivationStore(db: Database) {
  return {
    /** Used and expired links too. */
    async findLink(hash: string): Promise<LinkRow | null> {
      const row = await db
        .select({ token: tokens, pool: accounts.pool, status: accounts.status })
        .from(tokens)
        .innerJoin(accounts, eq(accounts.id, tokens.accountId))
        .where(and(eq(tokens.hash, hash), eq(tokens.kind, "activation")))
        .get();
      return row ?? null;
    },

    async findTokenOf(accountId: string, now: number): Promise<TokenRow | null> {
      const row = await db
        .select()
        .from(tokens)
        .where(
          and(eq(tokens.accountId, accountId), eq(tokens.kind, "activation"), isNull(tokens.usedAt), gt(tokens.expiresAt, now)),
        )
        .orderBy(desc(tokens.createdAt))
        .get();
      return row ?? null;
    },

    /** Null if the token was used or expired, or the account no longer waits. */
    async activate({ hash, accountId }: TokenRow, credits: number, now: number): Promise<Member | null> {
      const waits = sql`EXISTS (SELECT 1 FROM ${accounts}
        WHERE ${accounts.id} = ${accountId} AND ${accounts.status} = 'not_confirmed')`;
      const used = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash} AND ${tokens.usedAt} = ${now})`;
      const [claim] = await db.batch([
        db
          .update(tokens)
          .set({ usedAt: now })
          .where(and(eq(tokens.hash, hash), isNull(tokens.usedAt), gt(tokens.expiresAt, now), waits)),
        ...confirmationStatements(db, accountId, credits, used, now),
      ]);
      // Outside the batch, which overwrites equal column names of joined tables.
      return claim.meta.changes === 1 ? findMember(db, eq(accounts.id, accountId)) : null;
    },

    /** False if the account was confirmed, corrected or contested meanwhile. */
    async replaceToken(token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert): Promise<boolean> {
      const [made] = await db.batch(replacingToken(db, token, mail));
      return made.meta.changes === 1;
    },

    /** False if the account was confirmed or corrected meanwhile. */
    async offerPassword(token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert): Promise<boolean> {
      const [made] = await db.batch(offeringPassword(db, token, mail));
      return made.meta.changes === 1;
    },
  };
}
