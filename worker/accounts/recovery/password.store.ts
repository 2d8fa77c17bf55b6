import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, pushSubscriptions, sessions, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { revokingAll } from "#worker/accounts/sessions/sessions.sql.ts";

export type PasswordStore = ReturnType<typeof createPasswordStore>;

interface PasswordChange {
  accountId: string;
  from: string;
  to: string;
  /** Hash of the caller's session, which the new one replaces. */
  former: string;
  session: typeof sessions.$inferInsert;
  mail: typeof outbox.$inferInsert;
}

export function createPasswordStore(db: Database) {
  return {
    /** Ends former sessions, reset and change links; this browser keeps its push messages. Returns ended token hashes; null if `from` is outdated. */
    async change({ accountId, from, to, former, session, mail }: PasswordChange, now: number): Promise<string[] | null> {
      // Salted: only this change can have written this hash.
      const won = sql`EXISTS (SELECT 1 FROM ${accounts}
        WHERE ${accounts.id} = ${accountId} AND ${accounts.passwordHash} = ${to})`;
      const others = sql`${won} AND ${sessions.tokenHash} <> ${session.tokenHash}`;
      const [changed, , , ended] = await db.batch([
        db
          .update(accounts)
          .set({ passwordHash: to })
          .where(and(eq(accounts.id, accountId), eq(accounts.passwordHash, from))),
        db.insert(sessions).select(rowWhere(sessions, session, won)),
        // Before the former session ends: a trigger deletes what is still its own.
        db
          .update(pushSubscriptions)
          .set({ sessionHash: session.tokenHash })
          .where(and(eq(pushSubscriptions.sessionHash, former), won)),
        revokingAll(db, accountId, now, others),
        db.delete(tokens).where(and(eq(tokens.accountId, accountId), inArray(tokens.kind, ["reset", "mail_change"]), won)),
        db.insert(outbox).select(rowWhere(outbox, mail, won)),
      ]);
      return changed.meta.changes === 1 ? ended.map(({ tokenHash }) => tokenHash) : null;
    },
  };
}
