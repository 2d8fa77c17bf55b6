import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { HOLDINGS } from "#db/holdings.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { outbox } from "#db/schema/index.ts";

export type ErasureStore = ReturnType<typeof createErasureStore>;
type MailRow = typeof outbox.$inferInsert;

export interface Leaver {
  status: string;
  pool: string;
  domainId: string;
  email: string;
  name: string;
  language: string;
  country: string;
  activatedAt: number | null;
  /** Only `finish` remains. */
  forgotten: boolean;
}

/** Bounds one DELETE statement. */
const MESSAGES_AT_ONCE = 2_000;

export function createErasureStore(db: Database) {
  return {
    /** Oldest first; skips accounts whose last mail is queued. */
    async due(before: number, limit: number): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT id FROM accounts INDEXED BY accounts_deleted
        WHERE status = 'deleted' AND deleted_at <= ${before}
          AND NOT EXISTS (SELECT 1 FROM outbox WHERE account_id = accounts.id AND template = 'deletion_done' AND status = 'queued')
        ORDER BY deleted_at LIMIT ${limit}`);
      return rows.map(({ id }) => id);
    },

    /** Backdates the deletion, so that no link restores the account. Ignores active accounts. */
    async begin(id: string, longAgo: number): Promise<Leaver | null> {
      const [, , rows] = await rowsOf<[unknown, unknown, Omit<Leaver, "forgotten"> & { forgotten: number }]>(db, [
        sql`UPDATE accounts SET status = 'deleted', deleted_at = min(coalesce(deleted_at, ${longAgo}), ${longAgo})
          WHERE id = ${id} AND status IN ('not_confirmed', 'deleted')`,
        sql`UPDATE profiles SET status = 'deleted'
          WHERE id = ${id} AND EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND status = 'deleted')`,
        sql`SELECT a.status, a.pool, a.domain_id AS domainId, a.email, p.name, a.language, p.country, a.activated_at AS activatedAt,
            a.email = ${`erased ${id}`} AS forgotten
          FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = ${id}`,
      ]);
      const row = rows[0];
      return row ? { ...row, forgotten: row.forgotten === 1 } : null;
    },

    async outside(id: string): Promise<{ photos: string[]; sessions: string[] }> {
      const [photos, sessions] = await rowsOf<[{ key: string }, { hash: string }]>(db, [
        sql`SELECT key FROM photos WHERE profile_id = ${id}`,
        sql`SELECT token_hash AS hash FROM sessions WHERE account_id = ${id} AND revoked_at IS NULL`,
      ]);
      return { photos: photos.map(({ key }) => key), sessions: sessions.map(({ hash }) => hash) };
    },

    /** One batch; true when none remain. */
    async clearConversations(id: string): Promise<boolean> {
      const alone = sql`NOT EXISTS (SELECT 1 FROM participants o WHERE o.conversation_id = c.id AND o.member_id <> ${id})`;
      const [deleted] = await rowsOf<[{ one: number }, unknown]>(db, [
        sql`DELETE FROM messages WHERE rowid IN (
            SELECT m.rowid FROM conversations c
            LEFT JOIN participants o ON o.conversation_id = c.id AND o.member_id <> ${id}
            JOIN messages m ON m.conversation_id = c.id AND m.seq <= coalesce(o.removed_seq, c.last_seq)
            WHERE c.id IN (${idsOf("conversations", id)}) LIMIT ${MESSAGES_AT_ONCE}
          ) RETURNING 1 AS one`,
        sql`DELETE FROM conversations AS c WHERE c.id IN (${idsOf("conversations", id)}) AND ${alone}
          AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = c.id)`,
      ]);
      return deleted.length < MESSAGES_AT_ONCE;
    },

    /** One transaction. False if another run did it. */
    async forget(id: string, { pool, email }: Leaver, mail: MailRow | null): Promise<boolean> {
      const known = sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND email = ${email})`;
      const domains = sql`SELECT id FROM domains WHERE pool = ${pool}`;
      const results = await rowsOf<{ one: number }[]>(db, [
        ...deletions(id),
        // Mails to this address without an account.
        sql`DELETE FROM outbox WHERE recipient = ${email} AND account_id IS NULL AND domain_id IN (${domains})`,
        // A concurrent second run must leave no row with the address.
        ...(mail ? [insertWhere(outbox, mail, known)] : []),
        ...emptied(id),
        sql`SELECT 1 AS one FROM outbox WHERE id = ${mail?.id ?? ""}`,
      ]);
      return (results.at(-1)?.length ?? 0) > 0;
    },

    /** False while the last mail waits. Its row holds the address, so it goes too. */
    async finish(id: string): Promise<boolean> {
      const pending = sql`EXISTS (SELECT 1 FROM outbox WHERE account_id = ${id} AND status = 'queued')`;
      const [waiting] = await rowsOf<[{ one: number }]>(db, [sql`SELECT 1 AS one WHERE ${pending}`]);
      if (waiting.length > 0) return false;
      // Deletes rows that running requests wrote meanwhile.
      await rowsOf(db, [
        ...deletions(id),
        sql`UPDATE accounts SET status = 'erased', deleted_at = deleted_at / 86400000 * 86400000
          WHERE id = ${id} AND status = 'deleted'`,
      ]);
      return true;
    },
  };
}

function deletions(id: string): SQL[] {
  return Object.entries(HOLDINGS).flatMap(([table, { members, erasure, through }]) => {
    if (erasure !== "goes") return [];
    const near = through ? sql` AND ${sql.identifier(through.column)} IN (${idsOf(through.table, id)})` : sql``;
    return members.map((column) => sql`DELETE FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${id}${near}`);
  });
}

function idsOf(table: string, id: string): SQL {
  const members = HOLDINGS[table]?.members ?? [];
  const some = members.map((column) => sql`SELECT id FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${id}`);
  return sql.join(some, sql` UNION ALL `);
}

function emptied(id: string): SQL[] {
  return Object.entries(HOLDINGS).flatMap(([table, { members, erasure }]) => {
    if (erasure === "goes") return [];
    const changes = Object.entries(erasure).flatMap(([column, fate]) =>
      fate === "stays" ? [] : [sql`${sql.identifier(column)} = ${fate.becomes(id)}`],
    );
    if (changes.length === 0) return [];
    const set = sql.join(changes, sql`, `);
    return members.map((column) => sql`UPDATE ${sql.identifier(table)} SET ${set} WHERE ${sql.identifier(column)} = ${id}`);
  });
}
