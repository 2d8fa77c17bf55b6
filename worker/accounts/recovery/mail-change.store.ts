import { and, desc, eq, gt, inArray, isNull, ne, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, passkeys, profiles, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { revokingAll } from "#worker/accounts/sessions/sessions.sql.ts";
import { findUsedLink } from "#worker/people/links/used-link.sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";

export type MailChangeStore = ReturnType<typeof createMailChangeStore>;

type TokenRow = typeof tokens.$inferSelect;
type NewToken = typeof tokens.$inferInsert;
type Mail = typeof outbox.$inferInsert;
type Kind = "mail_change" | "mail_undo";

interface Undone {
  passwordHash: string;
  reset: NewToken;
  mail: Mail;
}

/** Stops reminders to the placeholder address. */
const NO_MORE_REMINDERS = 99;

export function createMailChangeStore(db: Database) {
  const usable = (hash: string, kind: Kind, now: number) =>
    and(eq(tokens.hash, hash), eq(tokens.kind, kind), isNull(tokens.usedAt), gt(tokens.expiresAt, now));
  const ofAccount = (accountId: string, ...kinds: TokenRow["kind"][]) =>
    and(eq(tokens.accountId, accountId), inArray(tokens.kind, kinds));

  const openTo = (accountId: string, email: string, since: number) =>
    and(ofAccount(accountId, "mail_change"), isNull(tokens.usedAt), eq(tokens.data, email), gt(tokens.createdAt, since));

  async function wasJustRequested(accountId: string, email: string, since: number): Promise<boolean> {
    const row = await db
      .select({ at: tokens.createdAt })
      .from(tokens)
      .where(openTo(accountId, email, since))
      .get();
    return row !== undefined;
  }

  return {
    wasJustRequested,

    async pending(accountId: string, now: number) {
      const row = await db
        .select({ email: tokens.data, expiresAt: tokens.expiresAt })
        .from(tokens)
        .where(and(ofAccount(accountId, "mail_change"), isNull(tokens.usedAt), gt(tokens.expiresAt, now)))
        .orderBy(desc(tokens.createdAt))
        .limit(1)
        .get();
      return row ? { ...row, email: row.email as string } : null;
    },

    async cancel(accountId: string): Promise<void> {
      await db.delete(tokens).where(and(ofAccount(accountId, "mail_change"), isNull(tokens.usedAt)));
    },

    /** Replaces an unconfirmed change. "repeated": requested after `since` already. "changed": address or password differ. */
    async request(
      { change, undo, mails, passwordHash }: { change: NewToken; undo: NewToken; mails: Mail[]; passwordHash: string },
      since: number,
    ): Promise<"requested" | "repeated" | "changed"> {
      const { accountId, hash } = change;
      const to = change.data as string;
      const first = sql`NOT EXISTS (SELECT 1 FROM ${tokens} WHERE ${openTo(accountId, to, since)})
        AND EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${accounts.passwordHash} = ${passwordHash}
          AND ${accounts.email} = ${undo.data} AND ${accounts.status} = 'active')`;
      const won = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash})`;
      const open = and(ofAccount(accountId, "mail_change"), isNull(tokens.usedAt), ne(tokens.hash, hash), won);
      // A change and its undo share `createdAt`. The undo of a confirmed change stays: see `undo`.
      const opened = db.select({ at: tokens.createdAt }).from(tokens).where(open);
      const undos = and(ofAccount(accountId, "mail_undo"), eq(tokens.data, undo.data as string));
      const [claim] = await db.batch([
        db.insert(tokens).select(rowWhere(tokens, change, first)),
        db.delete(tokens).where(and(undos, inArray(tokens.createdAt, opened))),
        db.delete(tokens).where(open),
        db.insert(tokens).select(rowWhere(tokens, undo, won)),
        ...mails.map((mail) => db.insert(outbox).select(rowWhere(outbox, mail, won))),
      ]);
      if (claim.meta.changes === 1) return "requested";
      return (await wasJustRequested(accountId, to, since)) ? "repeated" : "changed";
    },

    async findLink(hash: string, kind: Kind, now: number) {
      const row = await db
        .select({
          token: tokens,
          pool: accounts.pool,
          status: accounts.status,
          language: accounts.language,
          name: profiles.name,
        })
        .from(tokens)
        .innerJoin(accounts, eq(accounts.id, tokens.accountId))
        .innerJoin(profiles, eq(profiles.id, accounts.id))
        .where(and(usable(hash, kind, now), ne(accounts.status, "erased")))
        .get();
      return row ?? null;
    },

    findUsed: (hash: string, kind: Kind, now: number) => findUsedLink(db, kind, hash, now),

    /** Also ends reset links to the old address. "taken": by another account. "used": by a parallel request. */
    async confirm({ hash, accountId, data }: TokenRow, now: number): Promise<"done" | "taken" | "used"> {
      const won = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash} AND ${tokens.usedAt} IS NOT NULL)`;
      return unlessTaken(async () => {
        const [claim, changed] = await db.batch([
          db
            .update(tokens)
            .set({ usedAt: now })
            .where(usable(hash, "mail_change", now)),
          db
            .update(accounts)
            .set({ email: data as string })
            .where(and(eq(accounts.id, accountId), eq(accounts.status, "active"), sql`changes() = 1`)),
          db.delete(tokens).where(and(ofAccount(accountId, "reset", "mail_change"), ne(tokens.hash, hash), won)),
        ]);
        // Counts the trigger's change too, which clears bounces of the old address.
        return claim.meta.changes === 1 && changed.meta.changes > 0;
      });
    },

    /** Ends every session, passkey and link but `reset` and earlier undos: the first owner has the last word. */
    async undo({ hash, accountId, data }: TokenRow, { passwordHash, reset, mail }: Undone, now: number) {
      let ended: string[] = [];
      const won = sql`EXISTS (SELECT 1 FROM ${accounts}
        WHERE ${accounts.id} = ${accountId} AND ${accounts.passwordHash} = ${passwordHash})`;
      const mine = (where: SQL | undefined) => and(where, won);
      // A voided hash matches no link; the row keeps its other data.
      const voided = { hash: sql`'void ' || ${tokens.hash}`, expiresAt: sql`min(${tokens.expiresAt}, ${now})` };
      // Accounts that never confirmed this address, deleted ones too.
      const squatter = sql`(SELECT ${accounts.id} FROM ${accounts}
        WHERE ${accounts.pool} = (SELECT ${accounts.pool} FROM ${accounts} WHERE ${accounts.id} = ${accountId})
          AND ${accounts.email} = ${data} AND ${accounts.activatedAt} IS NULL AND ${accounts.id} <> ${accountId})`;
      // Compares rowids, because `createdAt` is the start of a request, not the order of writes.
      const earlier = sql`${tokens}.rowid < (SELECT rowid FROM ${tokens} WHERE ${tokens.hash} = ${hash})`;
      const outcome = await unlessTaken(async () => {
        const [claim, , revoked] = await db.batch([
          db
            .update(tokens)
            .set({ usedAt: now })
            .where(usable(hash, "mail_undo", now)),
          db
            .update(accounts)
            .set({ passwordHash })
            .where(and(eq(accounts.id, accountId), sql`changes() = 1`)),
          revokingAll(db, accountId, now, won),
          // They lose the address and its links, or a thief could keep it by signing up with it.
          db
            .update(tokens)
            .set(voided)
            .where(mine(sql`${tokens.accountId} IN ${squatter}`)),
          db
            .update(accounts)
            .set({ email: sql`${accounts.id} || '@unconfirmed.invalid'`, reminders: NO_MORE_REMINDERS })
            .where(mine(sql`${accounts.id} IN ${squatter}`)),
          db
            .update(accounts)
            .set({ email: data as string })
            .where(mine(eq(accounts.id, accountId))),
          db.delete(passkeys).where(mine(eq(passkeys.accountId, accountId))),
          // Reactivation links went to the new address; their data keeps the profile's former status.
          db
            .update(tokens)
            .set(voided)
            .where(mine(ofAccount(accountId, "reactivation"))),
          db
            .delete(tokens)
            .where(
              mine(
                and(
                  eq(tokens.accountId, accountId),
                  ne(tokens.hash, hash),
                  ne(tokens.kind, "reactivation"),
                  sql`NOT (${and(eq(tokens.kind, "mail_undo"), earlier)})`,
                ),
              ),
            ),
          db.insert(tokens).select(rowWhere(tokens, reset, won)),
          db.insert(outbox).select(rowWhere(outbox, mail, won)),
        ]);
        ended = revoked.map(({ tokenHash }) => tokenHash);
        return claim.meta.changes === 1;
      });
      return { outcome, ended };
    },
  };

  async function unlessTaken(write: () => Promise<boolean>): Promise<"done" | "taken" | "used"> {
    try {
      return (await write()) ? "done" : "used";
    } catch (error) {
      if (violationOf(error)?.kind === "unique") return "taken";
      throw error;
    }
  }
}
