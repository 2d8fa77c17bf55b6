import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, sessions, tokens } from "#db/schema/index.ts";
import { revokingAll } from "../sessions/sessions.columns.ts";

export type PasswordStore = ReturnType<typeof createPasswordStore>;

interface PasswordChange {
  accountId: string;
  /** The hash that the old password was compared with. */
  from: string;
  to: string;
  /** Takes the place of every session there is. */
  session: typeof sessions.$inferInsert;
  mail: typeof outbox.$inferInsert;
}

export function createPasswordStore(db: Database) {
  return {
    /**
     * Sets the password, ends every session but the new one, and makes open reset and e-mail change links useless.
     * The token hashes of the sessions that ended; null, with nothing done, where the password is no longer `from`.
     */
    async change({ accountId, from, to, session, mail }: PasswordChange, now: number): Promise<string[] | null> {
      // A hash has a salt of its own: only this change can have written this one.
      const won = sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND password_hash = ${to})`;
      const [changed, ended] = await db.batch([
        db
          .update(accounts)
          .set({ passwordHash: to })
          .where(and(eq(accounts.id, accountId), eq(accounts.passwordHash, from))),
        revokingAll(db, accountId, now, won),
        db.delete(tokens).where(and(eq(tokens.accountId, accountId), inArray(tokens.kind, ["reset", "mail_change"]), won)),
        db.insert(sessions).select(rowWhere(sessions, session, won)),
        db.insert(outbox).select(rowWhere(outbox, mail, won)),
      ]);
      return changed.meta.changes === 1 ? ended.map(({ tokenHash }) => tokenHash) : null;
    },
  };
}
