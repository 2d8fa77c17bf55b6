import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, type outbox, tokens } from "#db/schema/index.ts";
import { confirming } from "../identity/confirming.columns.ts";
import { findMember } from "../identity/member.columns.ts";
import type { Member } from "../identity/viewer.ts";
import { offeringPassword, replacingToken } from "./activation.columns.ts";

export type ActivationStore = ReturnType<typeof createActivationStore>;
export type TokenRow = typeof tokens.$inferSelect;

export interface LinkRow {
  token: TokenRow;
  /** Of the account. */
  pool: string;
  status: (typeof accounts.$inferSelect)["status"];
}

export function createActivationStore(db: Database) {
  return {
    /** The token of a link, used, expired or neither, with the account that it is for. */
    async findLink(hash: string): Promise<LinkRow | null> {
      const row = await db
        .select({ token: tokens, pool: accounts.pool, status: accounts.status })
        .from(tokens)
        .innerJoin(accounts, eq(accounts.id, tokens.accountId))
        .where(and(eq(tokens.hash, hash), eq(tokens.kind, "activation")))
        .get();
      return row ?? null;
    },

    /** The member's unused, unexpired token: what a typed code is compared with. */
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

    /**
     * Uses a token up: account and profile become active and the credits are granted, once in an account's life.
     * Null where the token was used or ran out in the meantime, or the account is not waiting any more.
     */
    async activate({ hash, accountId }: TokenRow, credits: number, now: number): Promise<Member | null> {
      const waits = sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND status = 'not_confirmed')`;
      const used = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${hash} AND used_at = ${now})`;
      const [claim] = await db.batch([
        db
          .update(tokens)
          .set({ usedAt: now })
          .where(and(eq(tokens.hash, hash), isNull(tokens.usedAt), gt(tokens.expiresAt, now), waits)),
        ...confirming(db, accountId, credits, used, now),
      ]);
      // Not in the batch: there, columns of the same name in two joined tables overwrite each other.
      return claim.meta.changes === 1 ? findMember(db, eq(accounts.id, accountId)) : null;
    },

    /**
     * Puts a new token and its mail in place of every earlier one. False, and nothing written, where the account was confirmed
     * or its address corrected since the mail was addressed, or is contested.
     */
    async replaceToken(token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert): Promise<boolean> {
      const [made] = await db.batch(replacingToken(db, token, mail));
      return made.meta.changes === 1;
    },

    /** Leaves a link by which a password is chosen, and ends those that only confirm; false as above. */
    async offerPassword(token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert): Promise<boolean> {
      const [made] = await db.batch(offeringPassword(db, token, mail));
      return made.meta.changes === 1;
    },
  };
}
