import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { HOLDINGS } from "#db/holdings.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { type dataExports, outbox } from "#db/schema/index.ts";

export type ExportStore = ReturnType<typeof createExportStore>;
export type ExportRow = typeof dataExports.$inferSelect;
type MailRow = typeof outbox.$inferInsert;

const COLUMNS = sql.raw(
  "id, account_id AS accountId, status, key, size, created_at AS createdAt, ready_at AS readyAt, expires_at AS expiresAt",
);

export interface Talk {
  id: string;
  partner: string;
  /** Null for a deleted member. */
  name: string | null;
  startedBy: string;
  createdAt: number;
  removedSeq: number;
  /** 1 if both members allow it. */
  showsRead: number;
  showsOnline: number;
}

export interface Said {
  seq: number;
  senderId: string;
  type: string;
  text: string;
  price: number;
  createdAt: number;
  deliveredAt: number | null;
  readAt: number | null;
}

const hides = (accountId: string, what: "show_read" | "show_online") => sql`EXISTS (SELECT 1 FROM preferences
  WHERE account_id IN (${accountId}, p.id) AND ${sql.raw(what)} = 0)`;

export function createExportStore(db: Database) {
  return {
    async latest(accountId: string): Promise<ExportRow | null> {
      const rows = await db.all<ExportRow>(
        sql`SELECT ${COLUMNS} FROM data_exports WHERE account_id = ${accountId} ORDER BY created_at DESC LIMIT 1`,
      );
      return rows[0] ?? null;
    },

    /** False if one was requested after `since`, also in parallel. */
    async add({ id, accountId, key, createdAt }: Pick<ExportRow, "id" | "accountId" | "key" | "createdAt">, since: number) {
      const [made] = await rowsOf<[{ id: string }]>(db, [
        sql`INSERT INTO data_exports (id, account_id, status, key, created_at, expires_at)
          SELECT ${id}, ${accountId}, 'queued', ${key}, ${createdAt}, ${createdAt} WHERE NOT EXISTS (
            SELECT 1 FROM data_exports WHERE account_id = ${accountId} AND created_at > ${since} AND status <> 'failed') RETURNING id`,
      ]);
      return made.length > 0;
    },

    /** For a queued job `expires_at` holds the lease. */
    async claim(id: string, until: number, now: number): Promise<ExportRow | null> {
      const [rows] = await rowsOf<[ExportRow]>(db, [
        sql`UPDATE data_exports SET expires_at = ${until} WHERE id = ${id} AND status = 'queued' AND expires_at <= ${now} RETURNING ${COLUMNS}`,
      ]);
      return rows[0] ?? null;
    },

    async due(now: number, limit: number): Promise<ExportRow[]> {
      return db.all<ExportRow>(sql`SELECT ${COLUMNS} FROM data_exports INDEXED BY data_exports_expires
        WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit}`);
    },

    /** "late": another run finished it. "gone": the member was erased. */
    async finish(id: string, size: number, { now, until }: { now: number; until: number }, mail: MailRow) {
      const [made, , left] = await rowsOf<[{ id: string }, unknown, { id: string }]>(db, [
        sql`UPDATE data_exports SET status = 'ready', size = ${size}, ready_at = ${now}, expires_at = ${until}
          WHERE id = ${id} AND status = 'queued' RETURNING id`,
        insertWhere(outbox, mail, sql`changes() = 1`),
        sql`SELECT id FROM data_exports WHERE id = ${id}`,
      ]);
      if (made.length > 0) return "finished";
      return left.length > 0 ? "late" : "gone";
    },

    async giveUp(id: string, until: number): Promise<void> {
      await rowsOf(db, [
        sql`UPDATE data_exports SET status = 'failed', expires_at = ${until} WHERE id = ${id} AND status = 'queued'`,
      ]);
    },

    async remove(id: string): Promise<void> {
      await rowsOf(db, [sql`DELETE FROM data_exports WHERE id = ${id}`]);
    },

    async rows(table: string, accountId: string): Promise<Record<string, unknown>[]> {
      const download = HOLDINGS[table]?.download;
      if (!download || "not" in download) return [];
      const where = download.by.map((column) => {
        const own = sql`${sql.identifier(column)} = ${accountId}`;
        const other = download.onlyOf?.[column];
        if (!other) return own;
        return sql`(${own} AND EXISTS (SELECT 1 FROM profiles WHERE id = ${sql.identifier(other)} AND status = 'active'))`;
      });
      const others = Object.entries(download.unless ?? {}).map(([column, value]) => sql`${sql.identifier(column)} <> ${value}`);
      const all = sql.join([sql`(${sql.join(where, sql` OR `)})`, ...others], sql` AND `);
      const rows = await db.all<Record<string, unknown>>(sql`SELECT * FROM ${sql.identifier(table)} WHERE ${all}`);
      return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !download.without?.includes(column))));
    },

    async photoKeys(accountId: string): Promise<{ key: string; position: number }[]> {
      return db.all(sql`SELECT key, position FROM photos WHERE profile_id = ${accountId} ORDER BY position`);
    },

    async talks(accountId: string): Promise<Talk[]> {
      return db.all<Talk>(sql`SELECT c.id, c.started_by AS startedBy, c.created_at AS createdAt, coalesce(me.removed_seq, 0) AS removedSeq,
          p.id AS partner, iif(p.status = 'deleted', NULL, p.name) AS name, NOT ${hides(accountId, "show_read")} AS showsRead,
          NOT ${hides(accountId, "show_online")} AS showsOnline
        FROM (SELECT *, member_b AS other FROM conversations WHERE member_a = ${accountId}
          UNION ALL SELECT *, member_a FROM conversations WHERE member_b = ${accountId}) c
        JOIN profiles p ON p.id = c.other
        LEFT JOIN participants me ON me.conversation_id = c.id AND me.member_id = ${accountId}
        ORDER BY c.created_at, c.id`);
    },

    /** Own messages, and the partner's that the member did not remove. */
    async said(accountId: string, { id, removedSeq }: Talk, seq: number, limit: number): Promise<Said[]> {
      return db.all<Said>(sql`SELECT seq, sender_id AS senderId, type, text, price, created_at AS createdAt, delivered_at AS deliveredAt,
          read_at AS readAt
        FROM messages WHERE conversation_id = ${id} AND seq > ${seq} AND (sender_id = ${accountId} OR seq > ${removedSeq})
        ORDER BY seq LIMIT ${limit}`);
    },
  };
}
