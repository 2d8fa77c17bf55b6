import { and, eq, gt, inArray, isNull, ne, notInArray } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { GONE } from "#db/schema/attributes.ts";
import { accounts, outbox, passkeys, profiles, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { revokingAll } from "#worker/accounts/sessions/sessions.sql.ts";
import { confirmationStatements } from "#worker/people/identity/confirmation.sql.ts";
import { findMember, memberColumns, memberOf } from "#worker/people/identity/member.sql.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { findUsedLink } from "#worker/people/links/used-link.sql.ts";

export type ResetStore = ReturnType<typeof createResetStore>;

interface Reset {
  accountId: string;
  passwordHash: string;
  /** Granted by a first confirmation. */
  credits: number;
  mail: typeof outbox.$inferInsert | null;
}

export function createResetStore(db: Database) {
  const unused = (hash: string, now: number) =>
    and(eq(tokens.hash, hash), eq(tokens.kind, "reset"), isNull(tokens.usedAt), gt(tokens.expiresAt, now));

  return {
    /** Replaces the same asker's links. False if the account was deleted or its address changed meanwhile. */
    async replaceLink(token: typeof tokens.$inferInsert & { data: string }, mail: typeof outbox.$inferInsert): Promise<boolean> {
      const { accountId, hash, data } = token;
      const still = sql`EXISTS (SELECT 1 FROM ${accounts}
        WHERE ${accounts.id} = ${accountId} AND ${accounts.email} = ${mail.recipient} AND ${accounts.status} NOT IN ${GONE})`;
      const done = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash})`;
      const earlier = and(
        eq(tokens.accountId, accountId),
        eq(tokens.kind, "reset"),
        eq(tokens.data, data),
        ne(tokens.hash, hash),
      );
      const [made] = await db.batch([
        db.insert(tokens).select(rowWhere(tokens, token, still)),
        db.delete(tokens).where(and(earlier, done)),
        db.insert(outbox).select(rowWhere(outbox, mail, done)),
      ]);
      return made.meta.changes === 1;
    },

    /** `asked`: requested with `replaceLink`. */
    async findByLink(hash: string, now: number): Promise<(Member & { requested: boolean }) | null> {
      const row = await db
        .select({ ...memberColumns, requested: sql<boolean>`${tokens}.${tokens.data} IS NOT NULL`.mapWith(Boolean) })
        .from(accounts)
        .innerJoin(profiles, eq(profiles.id, accounts.id))
        .innerJoin(tokens, eq(tokens.accountId, accounts.id))
        .where(and(unused(hash, now), notInArray(accounts.status, GONE)))
        .get();
      return memberOf(row);
    },

    findUsed: (hash: string, now: number) => findUsedLink(db, "reset", hash, now),

    async find(accountId: string): Promise<Member | null> {
      return findMember(db, and(eq(accounts.id, accountId), notInArray(accounts.status, GONE)));
    },

    /** Confirms the address; ends sessions, passkeys and links. Returns ended token hashes; null if the link is over. */
    async setPassword(hash: string, { accountId, passwordHash, credits, mail }: Reset, now: number): Promise<string[] | null> {
      // Salted: only this reset can have written this hash.
      const won = sql`EXISTS (SELECT 1 FROM ${accounts}
        WHERE ${accounts.id} = ${accountId} AND ${accounts.passwordHash} = ${passwordHash})`;
      const [claim, , ended] = await db.batch([
        db.update(tokens).set({ usedAt: now }).where(unused(hash, now)),
        // Only one of several parallel resets continues, even within one millisecond.
        db
          .update(accounts)
          .set({ passwordHash })
          .where(and(eq(accounts.id, accountId), sql`changes() = 1`)),
        revokingAll(db, accountId, now, won),
        ...confirmationStatements(db, accountId, credits, won, now),
        db.delete(passkeys).where(and(eq(passkeys.accountId, accountId), won)),
        db
          .delete(tokens)
          .where(
            and(eq(tokens.accountId, accountId), inArray(tokens.kind, ["reset", "mail_change"]), ne(tokens.hash, hash), won),
          ),
        ...(mail ? [db.insert(outbox).select(rowWhere(outbox, mail, won))] : []),
      ]);
      return claim.meta.changes === 1 ? ended.map(({ tokenHash }) => tokenHash) : null;
    },
  };
}
