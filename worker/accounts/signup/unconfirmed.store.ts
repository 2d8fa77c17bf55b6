import { and, eq, isNull, ne } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, profiles, tokens } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { isContested } from "./activation.sql.ts";

const a = aliased(accounts, "a");
const p = aliased(profiles, "p");

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
    /** Skips accounts without an address, bounced and contested ones, whose link would confirm another's password, and domains in `without`. */
    async toRemind({ first, second, quietSince }: Due, without: string[], limit: number): Promise<Waiting[]> {
      const others = JSON.stringify(without);
      const due = (reminders: number, before: number) => sql`SELECT * FROM (
        SELECT ${a.id}, ${a.domainId} AS domainId, ${a.email}, ${p.name}, ${a.language}, ${p.country},
          ${a.reminders}, ${a.createdAt} AS createdAt
        FROM ${a} INDEXED BY accounts_reminders JOIN ${p} ON ${p.id} = ${a.id}
        WHERE ${a.status} = 'not_confirmed' AND ${a.reminders} = ${reminders} AND ${a.createdAt} <= ${before}
          AND NOT EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.accountId} = ${a.id} AND ${tokens.kind} = 'activation'
            AND ${tokens.createdAt} > ${quietSince})
          AND NOT ${isContested(a.id)} AND ${a.email} LIKE '%@%'
          AND NOT EXISTS (SELECT 1 FROM json_each(${a.notificationsDisabled}) WHERE value IN ('bounce', 'fbl'))
          AND ${a.domainId} NOT IN (SELECT value FROM json_each(${others}))
        ORDER BY ${a.createdAt} LIMIT ${limit})`;
      return db.all<Waiting>(sql`${due(0, first)} UNION ALL ${due(1, second)} LIMIT ${limit}`);
    },

    /** False if another run was faster, or the account was confirmed, corrected or contested. */
    async remind(
      { id, email, reminders }: Waiting,
      count: number,
      rows: { token: typeof tokens.$inferInsert; mail: typeof outbox.$inferInsert },
    ): Promise<boolean> {
      const { token, mail } = rows;
      const done = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${token.hash})`;
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
      const rows = await db.all<{ id: string }>(sql`SELECT ${accounts.id} FROM ${accounts} INDEXED BY accounts_unconfirmed
        WHERE ${accounts.status} = 'not_confirmed' AND ${accounts.createdAt} <= ${before}
          AND NOT EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.accountId} = ${accounts}.${accounts.id}
            AND ${tokens.kind} IN ('activation', 'reset') AND ${tokens.usedAt} IS NULL AND ${tokens.expiresAt} > ${now})
        ORDER BY ${accounts.createdAt} LIMIT ${limit}`);
      return rows.map(({ id }) => id);
    },
  };
}
