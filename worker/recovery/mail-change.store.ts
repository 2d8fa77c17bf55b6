import { and, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, passkeys, profiles, tokens } from "#db/schema/index.ts";
import { violationOf } from "../lib/constraint.ts";
import { revokingAll } from "../sessions/sessions.columns.ts";

export type MailChangeStore = ReturnType<typeof createMailChangeStore>;

type TokenRow = typeof tokens.$inferSelect;
type NewToken = typeof tokens.$inferInsert;
type Mail = typeof outbox.$inferInsert;
type Kind = "mail_change" | "mail_undo";

/** What an undo leaves behind: a hash that is of no known password, the link to choose one, and the mail about it. */
interface Undone {
  passwordHash: string;
  reset: NewToken;
  mail: Mail;
}

/** Reminders of confirming an address that is none go to nobody. */
const NO_MORE_REMINDERS = 99;

export function createMailChangeStore(db: Database) {
  const usable = (hash: string, kind: Kind, now: number) =>
    and(eq(tokens.hash, hash), eq(tokens.kind, kind), isNull(tokens.usedAt), gt(tokens.expiresAt, now));
  const ofAccount = (accountId: string, ...kinds: TokenRow["kind"][]) =>
    and(eq(tokens.accountId, accountId), inArray(tokens.kind, kinds));

  const openTo = (accountId: string, email: string, since: number) =>
    and(ofAccount(accountId, "mail_change"), isNull(tokens.usedAt), eq(tokens.data, email), gt(tokens.createdAt, since));

  return {
    /** Whether a change to this address was asked for after `since`, and nobody has confirmed or replaced it. */
    async justAsked(accountId: string, email: string, since: number): Promise<boolean> {
      const row = await db
        .select({ at: tokens.createdAt })
        .from(tokens)
        .where(openTo(accountId, email, since))
        .get();
      return row !== undefined;
    },

    /** The address of the change that nobody has confirmed, replaced or cancelled yet, and how long (ms) its link is good. */
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

    /** Removes the link that nobody has used. */
    async cancel(accountId: string): Promise<void> {
      await db.delete(tokens).where(and(ofAccount(accountId, "mail_change"), isNull(tokens.usedAt)));
    },

    /**
     * Puts a new link, its undo and the mails that carry them in place of a change that nobody has confirmed yet. "repeated",
     * and nothing written, where the same was asked for after `since`: of two at once one counts. "changed", likewise, where
     * the address or the password is no longer the one that was checked: what ended all links would not end this one.
     */
    async request(
      { change, undo, mails, passwordHash }: { change: NewToken; undo: NewToken; mails: Mail[]; passwordHash: string },
      since: number,
    ): Promise<"asked" | "repeated" | "changed"> {
      const { accountId, hash } = change;
      const to = change.data as string;
      const first = sql`NOT EXISTS (SELECT 1 FROM tokens WHERE ${openTo(accountId, to, since)}) AND EXISTS (SELECT 1 FROM accounts
        WHERE id = ${accountId} AND password_hash = ${passwordHash} AND email = ${undo.data} AND status = 'active')`;
      const won = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${hash})`;
      const open = and(ofAccount(accountId, "mail_change"), isNull(tokens.usedAt), ne(tokens.hash, hash), won);
      // A change and its undo are of the same moment, and lead away from and back to the present address. The undo of a change
      // that happened stays: see `undo`.
      const opened = db.select({ at: tokens.createdAt }).from(tokens).where(open);
      const undos = and(ofAccount(accountId, "mail_undo"), eq(tokens.data, undo.data as string));
      const [claim] = await db.batch([
        db.insert(tokens).select(rowWhere(tokens, change, first)),
        db.delete(tokens).where(and(undos, inArray(tokens.createdAt, opened))),
        db.delete(tokens).where(open),
        db.insert(tokens).select(rowWhere(tokens, undo, won)),
        ...mails.map((mail) => db.insert(outbox).select(rowWhere(outbox, mail, won))),
      ]);
      if (claim.meta.changes === 1) return "asked";
      return (await this.justAsked(accountId, to, since)) ? "repeated" : "changed";
    },

    /** The unused, unexpired link of this kind, with what it needs to know of its account. */
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

    /**
     * Uses the link up: its address is the account's. Reset links that went to the old one open nothing any more. "taken" where the address became somebody else's, "used" where the link was used meanwhile.
     */
    async confirm({ hash, accountId, data }: TokenRow, now: number): Promise<"done" | "taken" | "used"> {
      const won = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${hash} AND used_at IS NOT NULL)`;
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
        // What its trigger changes, which forgets that mails to the old address came back, counts too.
        return claim.meta.changes === 1 && changed.meta.changes > 0;
      });
    },

    /**
     * Uses the undo up: the account has its old address again and a password that nobody knows, no session, passkey or
     * link opens it but `reset`, and `mail` says so. An earlier undo stays: whose address was the account's first has the last
     * word. Earlier is what was written earlier: the moment of a request is when it began, and it may take its time.
     */
    async undo({ hash, accountId, data }: TokenRow, { passwordHash, reset, mail }: Undone, now: number) {
      let ended: string[] = [];
      const won = sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND password_hash = ${passwordHash})`;
      const mine = (where: SQL | undefined) => and(where, won);
      // They open nothing any more, nor are they taken for links that do; what else they say is kept.
      const voided = { hash: sql`'void ' || ${tokens.hash}`, expiresAt: sql`min(${tokens.expiresAt}, ${now})` };
      // Whoever never confirmed that the address is theirs, also where they have deleted the account since.
      const squatter = sql`(SELECT id FROM accounts WHERE pool = (SELECT pool FROM accounts WHERE id = ${accountId})
        AND email = ${data} AND activated_at IS NULL AND id <> ${accountId})`;
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
          // They give way to who has: otherwise a thief would only have to sign up with it. The links that went there would
          // confirm an address that is none.
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
          // Links that bring a deleted account back went to the new address; how the account stood is kept with them.
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
                  sql`NOT (${and(eq(tokens.kind, "mail_undo"), sql`tokens.rowid < (SELECT rowid FROM tokens WHERE hash = ${hash})`)})`,
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
