import type { Database } from "#db/client.ts";
import { LAST_SEQ } from "#db/last-seq.ts";
import { rowsOf } from "#db/raw.ts";
import { archiveErasures, conversations, domains, messages } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { ArchiveSource, Chunk } from "#worker/platform/archived.ts";
import { DAY, utcMidnight } from "#worker/platform/durations.ts";
import { keyOfSend } from "#worker/platform/send-key.ts";
import { ARCHIVE_AFTER } from "#worker/sites/domains/settings.vocabulary.ts";
import { archivedSeqOf, keepKeys, ROW } from "./archive.sql.ts";

const m = aliased(messages, "m");

/** Rows a chunk, and UTF-16 units: D1 takes 2 MB in a parameter. */
const CHUNK_ROWS = 200;
const CHUNK_LENGTH = 400_000;

export interface Due {
  id: string;
  /** In ms: older messages move. */
  before: number;
}

export interface ErasureRow {
  conversationId: string;
  upToSeq: number;
  goneId: string | null;
}

export type ArchiveStore = ReturnType<typeof createArchiveStore>;

export function createArchiveStore(db: Database) {
  return {
    /**
     * A conversation is due a day late, so that one that never rests moves a day's messages at once. Whole days move, so that the
     * first message of a run is not in the archive alone: decision 108.
     */
    async due(now: number, limit: number): Promise<Due[]> {
      return db.all<Due>(sql`SELECT ${conversations.id}, d.before FROM (
          SELECT ${domains.pool}, ${utcMidnight(now)} - ${DAY} * max(coalesce(json_extract(${domains.settings}, '$.settings.archive_after'),
            ${ARCHIVE_AFTER})) AS before FROM ${domains} GROUP BY ${domains.pool}) d
        CROSS JOIN ${conversations} INDEXED BY conversations_oldest
          ON ${conversations}.${conversations.pool} = d.pool AND ${conversations.oldestAt} <= d.before - ${DAY}
        LIMIT ${limit}`);
    },

    async archivedSeq(conversation) {
      const [rows] = await rowsOf<[{ seq: number | null }]>(db, [sql`SELECT ${archivedSeqOf(conversation)} AS seq`]);
      return rows[0]?.seq ?? null;
    },

    async next(conversation, before) {
      const [heads, rows] = await rowsOf<[{ seq: number | null }, { seq: number; createdAt: number; text: string }]>(db, [
        sql`SELECT ${archivedSeqOf(conversation)} AS seq`,
        sql`SELECT ${m.seq}, ${m.createdAt} AS createdAt, ${ROW} AS text FROM ${m}
          WHERE ${m.conversationId} = ${conversation} AND ${m.seq} > ${archivedSeqOf(conversation)}
          ORDER BY ${m.seq} LIMIT ${CHUNK_ROWS + 1}`,
      ]);
      const from = heads[0]?.seq ?? null;
      if (from === null) return null;
      const young = rows.findIndex((row) => row.createdAt >= before);
      const old = young < 0 ? rows : rows.slice(0, young);
      let length = 0;
      const taken = old.slice(0, CHUNK_ROWS).filter(({ text }, index) => (length += text.length) <= CHUNK_LENGTH || index === 0);
      return {
        from,
        to: taken.at(-1)?.seq ?? from,
        rows: taken.map(({ text }) => text),
        more: taken.length < old.length,
      } satisfies Chunk;
    },

    /** One transaction. Without rows it corrects only the time of the oldest message. */
    async commit(conversation, { from, to, rows }) {
      const same = sql`(SELECT json_group_array(json(text)) FROM (SELECT ${ROW} AS text FROM ${m}
        WHERE ${m.conversationId} = ${conversation} AND ${m.seq} > ${from} AND ${m.seq} <= ${to} ORDER BY ${m.seq}))
        = ${`[${rows.join(",")}]`}`;
      const moved = sql`${messages.conversationId} = ${conversation} AND ${messages.seq} <= ${archivedSeqOf(conversation)}`;
      const [updated] = await rowsOf<[{ seq: number }, ...unknown[]]>(db, [
        sql`UPDATE ${conversations} SET ${conversations.archivedSeq} = ${to}, ${conversations.keptSeq} = ${LAST_SEQ},
            ${conversations.oldestAt} = (SELECT ${m.createdAt} FROM ${m}
              WHERE ${m.conversationId} = ${conversation} AND ${m.seq} > ${to} ORDER BY ${m.seq} LIMIT 1)
          WHERE ${conversations.id} = ${conversation} AND ${conversations.archivedSeq} = ${from} AND ${same}
          RETURNING ${conversations.archivedSeq} AS seq`,
        ...keepKeys(rows.map(keyOf), moved),
        sql`DELETE FROM ${messages} WHERE ${moved}`,
      ]);
      return updated.length > 0;
    },

    async erasures(now: number, limit: number): Promise<ErasureRow[]> {
      return db.all<ErasureRow>(sql`SELECT ${archiveErasures.conversationId} AS conversationId, ${archiveErasures.upToSeq} AS upToSeq,
          ${archiveErasures.goneId} AS goneId
        FROM ${archiveErasures} INDEXED BY archive_erasures_due WHERE ${archiveErasures.dueAt} <= ${now}
        ORDER BY ${archiveErasures.dueAt} LIMIT ${limit}`);
    },

    /** Deletes finished erasures. One that grew since it was read stays. */
    async erased(rows: ErasureRow[]): Promise<void> {
      await rowsOf(db, [
        sql`DELETE FROM ${archiveErasures} WHERE (${archiveErasures.conversationId}, ${archiveErasures.upToSeq}) IN
          (SELECT value ->> 'conversationId', value ->> 'upToSeq' FROM json_each(${JSON.stringify(rows)}))`,
      ]);
    },

    async postpone(rows: ErasureRow[], until: number): Promise<void> {
      await rowsOf(db, [
        sql`UPDATE ${archiveErasures} SET ${archiveErasures.dueAt} = ${until} WHERE ${archiveErasures.conversationId} IN
          (SELECT value ->> 'conversationId' FROM json_each(${JSON.stringify(rows)}))`,
      ]);
    },
  } satisfies ArchiveSource & Record<string, unknown>;
}

/** Of a row as `ROW` tells it. */
function keyOf(row: string): [string, number] {
  const { sender_id, client_id } = JSON.parse(row) as Record<"sender_id" | "client_id", string>;
  return [sender_id, keyOfSend(client_id)];
}
