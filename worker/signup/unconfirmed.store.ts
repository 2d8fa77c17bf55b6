import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, tokens } from "#db/schema/index.ts";
import { isContested } from "./activation.columns.ts";

export type UnconfirmedStore = ReturnType<typeof createUnconfirmedStore>;

export interface Waiting {
  id: string;
  domainId: string;
  email: string;
  name: string;
  language: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  reminders: number;
  createdAt: number;
}

/** Ms. `quietSince`: no link was mailed after it. */
export interface Due {
  first: number;
  second: number;
  quietSince: number;
}

export function createUnconfirmedStore(db: Database) {
  return {
    /** Skips bounced and contested addresses, whose link would confirm another's password, and domains in `without`. */
    async toRemind({ first, second, quietSince }: Due, without: string[], limit: number): Promise<Waiting[]> {
      const others = JSON.stringify(without);
      const due = (reminders: number, before: number) => sql`SELECT * FROM (
        SELECT a.id, a.domain_id AS domainId, a.email, p.name, a.language, p.country, a.reminders, a.created_at AS createdAt
        FROM accounts a INDEXED BY accounts_reminders JOIN profiles p ON p.id = a.id
        WHERE a.status = 'not_confirmed' AND a.reminders = ${reminders} AND a.created_at <= ${before}
          AND NOT EXISTS (SELECT 1 FROM tokens WHERE account_id = a.id AND kind = 'activation' AND created_at > ${quietSince})
          AND NOT ${isContested(sql`a.id`)}
          AND NOT EXISTS (SELECT 1 FROM json_each(a.notifications_disabled) WHERE value IN ('bounce', 'fbl'))
          AND a.domain_id NOT IN (SELECT value FROM json_each(${others}))
        ORDER BY a.created_at LIMIT ${limit})`;
      return db.all<Waiting>(sql`${due(0, first)} UNION ALL ${due(1, second)} LIMIT ${limit}`);
    },

    /** False if another run was faster, or the account was confirmed, corrected or contested. */
    async remind(
      { id, email, reminders }: Waiting,
      count: number,
      rows: { token: typeof tokens.$inferInsert; mail: typeof outbox.$inferInsert },
    ): Promise<boolean> {
      const { token, mail } = rows;
      const done = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${token.hash})`;
      const [counted] = await db.batch([
        db
          .update(accounts)
          .set({ reminders: count })
          .where(
            and(
              eq(accounts.id, id),
              eq(accounts.status, "not_confirmed"),
              eq(accounts.email, email),
              eq(accounts.reminders, reminders),
              sql`NOT ${isContested(id)}`,
            ),
          ),
        db.insert(tokens).select(rowWhere(tokens, token, sql`changes() = 1`)),
        db
          .delete(tokens)
          .where(
            and(
              eq(tokens.accountId, id),
              eq(tokens.kind, "activation"),
              ne(tokens.hash, token.hash),
              isNull(tokens.usedAt),
              done,
            ),
          ),
        db.insert(outbox).select(rowWhere(outbox, mail, done)),
      ]);
      return counted.meta.changes === 1;
    },

    /** Oldest first; spares accounts with a valid link. */
    async expired(before: number, now: number, limit: number): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT id FROM accounts INDEXED BY accounts_unconfirmed
        WHERE status = 'not_confirmed' AND created_at <= ${before}
          AND NOT EXISTS (SELECT 1 FROM tokens WHERE account_id = accounts.id AND kind IN ('activation', 'reset')
            AND used_at IS NULL AND expires_at > ${now})
        ORDER BY created_at LIMIT ${limit}`);
      return rows.map(({ id }) => id);
    },
  };
}
