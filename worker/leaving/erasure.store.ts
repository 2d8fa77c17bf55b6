import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { HOLDINGS } from "#db/holdings.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { outbox } from "#db/schema/index.ts";

export type ErasureStore = ReturnType<typeof createErasureStore>;
type MailRow = typeof outbox.$inferInsert;

/** What an erasure has to know before everything is forgotten. */
export interface Leaver {
  status: string;
  pool: string;
  domainId: string;
  email: string;
  name: string;
  language: string;
  country: string;
  activatedAt: number | null;
  /** True where nothing is left to forget, and only the end is missing. */
  forgotten: boolean;
}

/** Messages that are deleted with one statement: a member may have written for years. */
const MESSAGES_AT_ONCE = 2_000;

export function createErasureStore(db: Database) {
  return {
    /** Accounts whose time to come back was over at `before`, oldest first; not those that only wait for a mail to leave. */
    async due(before: number, limit: number): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT id FROM accounts INDEXED BY accounts_deleted
        WHERE status = 'deleted' AND deleted_at <= ${before}
          AND NOT EXISTS (SELECT 1 FROM outbox WHERE account_id = accounts.id AND template = 'deletion_done' AND status = 'queued')
        ORDER BY deleted_at LIMIT ${limit}`);
      return rows.map(({ id }) => id);
    },

    /**
     * Closes an account for good: as if it had been deleted so long ago that nobody can bring it back. One that is active
     * is left alone. Null for one that never was.
     */
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

    /** What names the member's pictures in R2, and the hashes of the sessions that are open. */
    async outside(id: string): Promise<{ photos: string[]; sessions: string[] }> {
      const [photos, sessions] = await rowsOf<[{ key: string }, { hash: string }]>(db, [
        sql`SELECT key FROM photos WHERE profile_id = ${id}`,
        sql`SELECT token_hash AS hash FROM sessions WHERE account_id = ${id} AND revoked_at IS NULL`,
      ]);
      return { photos: photos.map(({ key }) => key), sessions: sessions.map(({ hash }) => hash) };
    },

    /** Deletes some of the messages that nobody can see without this member, and conversations that nobody is left in. True when all are gone. */
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

    /**
     * Deletes and empties every row of the member but the account's own status, and leaves the mail that says so: all or
     * nothing. False where there is no mail, because somebody else has done all this in the meantime.
     */
    async forget(id: string, { pool, email }: Leaver, mail: MailRow | null): Promise<boolean> {
      const known = sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND email = ${email})`;
      const domains = sql`SELECT id FROM domains WHERE pool = ${pool}`;
      const results = await rowsOf<{ one: number }[]>(db, [
        ...deletions(id),
        // Of nobody's account, but to or from this address.
        sql`DELETE FROM outbox WHERE recipient = ${email} AND account_id IS NULL AND domain_id IN (${domains})`,
        // The address is in no row that a second one of two at once could leave behind.
        ...(mail ? [insertWhere(outbox, mail, known)] : []),
        ...emptied(id),
        sql`SELECT 1 AS one FROM outbox WHERE id = ${mail?.id ?? ""}`,
      ]);
      return (results.at(-1)?.length ?? 0) > 0;
    },

    /** The end, once the last mail is out of our hands; false where it is not. Its row goes too, since it holds the address. */
    async finish(id: string): Promise<boolean> {
      const pending = sql`EXISTS (SELECT 1 FROM outbox WHERE account_id = ${id} AND status = 'queued')`;
      const [waiting] = await rowsOf<[{ one: number }]>(db, [sql`SELECT 1 AS one WHERE ${pending}`]);
      if (waiting.length > 0) return false;
      // Whatever a request that was under way has written since.
      await rowsOf(db, [
        ...deletions(id),
        sql`UPDATE accounts SET status = 'erased', deleted_at = deleted_at / 86400000 * 86400000
          WHERE id = ${id} AND status = 'deleted'`,
      ]);
      return true;
    },
  };
}

/** Every row that goes with the member, in all tables. */
function deletions(id: string): SQL[] {
  return Object.entries(HOLDINGS).flatMap(([table, { members, erasure, through }]) => {
    if (erasure !== "goes") return [];
    const near = through ? sql` AND ${sql.identifier(through.column)} IN (${idsOf(through.table, id)})` : sql``;
    return members.map((column) => sql`DELETE FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${id}${near}`);
  });
}

/** The ids of a table's rows that name a member, each column from its own index. */
function idsOf(table: string, id: string): SQL {
  const members = HOLDINGS[table]?.members ?? [];
  const some = members.map((column) => sql`SELECT id FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${id}`);
  return sql.join(some, sql` UNION ALL `);
}

/** Columns of rows that stay get values that say nothing of anybody. */
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
