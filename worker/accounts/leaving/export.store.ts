import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import type { Named } from "#db/holding.ts";
import { HOLDINGS } from "#db/holdings.ts";
import { endRuns } from "#db/postings.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import {
  ageChecks,
  chatPhotos,
  conversations,
  dataExports,
  heldTexts,
  lots,
  messages,
  outbox,
  participants,
  photos,
  preferences,
  profiles,
  verifications,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { isHiddenFrom } from "#worker/messaging/chat/message.sql.ts";
import { marksOf } from "#worker/messaging/chat/receipts.sql.ts";

const c = aliased(conversations, "c");
const e = aliased(dataExports, "e");
const me = aliased(participants, "me");
const p = aliased(profiles, "p");
const side = aliased(participants, "side");

type SentPhoto = Record<"key" | "conversation", string> & { seq: number; container: "webm" | "m4a" | null };

export type ExportStore = ReturnType<typeof createExportStore>;
export type ExportRow = typeof dataExports.$inferSelect;
type MailRow = typeof outbox.$inferInsert;

const COLUMNS = sql`${dataExports.id}, ${dataExports.accountId} AS accountId, ${dataExports.status}, ${dataExports.key},
  ${dataExports.size}, ${dataExports.createdAt} AS createdAt, ${dataExports.readyAt} AS readyAt,
  ${dataExports.expiresAt} AS expiresAt`;

export interface Talk {
  id: string;
  partner: string;
  /** Null for a deleted member. */
  name: string | null;
  startedBy: string;
  createdAt: number;
  removedSeq: number;
  archivedSeq: number;
  /** 1 if staff write the partner's messages. */
  fictional: number;
  /** 1 if both members allow it. */
  showsRead: number;
  showsOnline: number;
  /** JSON: pairs of member and marks. */
  marks: string;
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
  replyTo: number | null;
  editedAt: number | null;
  /** Reactions of the member and of the partner. */
  reaction: string | null;
  partnerReaction: string | null;
  /** 1 if the member deleted it for themself. */
  hidden: number;
}

const hides = (accountId: string, what: "showRead" | "showOnline") => sql`EXISTS (SELECT 1 FROM ${preferences}
  WHERE ${preferences.accountId} IN (${accountId}, ${p.id}) AND ${preferences[what]} = 0)`;

export function createExportStore(db: Database) {
  return {
    async latest(accountId: string): Promise<ExportRow | null> {
      const rows = await db.all<ExportRow>(
        sql`SELECT ${COLUMNS} FROM ${dataExports} WHERE ${dataExports.accountId} = ${accountId}
          ORDER BY ${dataExports.createdAt} DESC LIMIT 1`,
      );
      return rows[0] ?? null;
    },

    /** False if one was requested after `since`, also in parallel. */
    async add({ id, accountId, key, createdAt }: Pick<ExportRow, "id" | "accountId" | "key" | "createdAt">, since: number) {
      const [made] = await rowsOf<[{ id: string }]>(db, [
        sql`INSERT INTO ${into(dataExports, "id", "accountId", "status", "key", "createdAt", "expiresAt")}
          SELECT ${id}, ${accountId}, 'queued', ${key}, ${createdAt}, ${createdAt} WHERE NOT EXISTS (
            SELECT 1 FROM ${dataExports} WHERE ${dataExports.accountId} = ${accountId} AND ${dataExports.createdAt} > ${since}
              AND ${dataExports.status} <> 'failed') RETURNING ${dataExports.id}`,
      ]);
      return made.length > 0;
    },

    /** For a queued job `expires_at` holds the lease. */
    async claim(id: string, until: number, now: number): Promise<ExportRow | null> {
      const [rows] = await rowsOf<[ExportRow, unknown]>(db, [
        sql`UPDATE ${dataExports} SET ${dataExports.expiresAt} = ${until}
          WHERE ${dataExports.id} = ${id} AND ${dataExports.status} = 'queued' AND ${dataExports.expiresAt} <= ${now}
          RETURNING ${COLUMNS}`,
        // So that the entries are the balance: decision 108.
        endRuns(sql`${lots.open} = 1 AND ${lots.accountId} = (SELECT ${e.accountId} FROM ${e} WHERE ${e.id} = ${id})`),
      ]);
      return rows[0] ?? null;
    },

    async due(now: number, limit: number): Promise<ExportRow[]> {
      return db.all<ExportRow>(sql`SELECT ${COLUMNS} FROM ${dataExports} INDEXED BY data_exports_expires
        WHERE ${dataExports.expiresAt} <= ${now} ORDER BY ${dataExports.expiresAt} LIMIT ${limit}`);
    },

    /** "late": another run finished it. "gone": the member was erased. */
    async finish(id: string, size: number, { now, until }: { now: number; until: number }, mail: MailRow) {
      const [made, , left] = await rowsOf<[{ id: string }, unknown, { id: string }]>(db, [
        sql`UPDATE ${dataExports}
          SET ${dataExports.status} = 'ready', ${dataExports.size} = ${size}, ${dataExports.readyAt} = ${now},
            ${dataExports.expiresAt} = ${until}
          WHERE ${dataExports.id} = ${id} AND ${dataExports.status} = 'queued' RETURNING ${dataExports.id}`,
        insertWhere(outbox, mail, sql`changes() = 1`),
        sql`SELECT ${dataExports.id} FROM ${dataExports} WHERE ${dataExports.id} = ${id}`,
      ]);
      if (made.length > 0) return "finished";
      return left.length > 0 ? "late" : "gone";
    },

    async giveUp(id: string, until: number): Promise<void> {
      await rowsOf(db, [
        sql`UPDATE ${dataExports} SET ${dataExports.status} = 'failed', ${dataExports.expiresAt} = ${until}
          WHERE ${dataExports.id} = ${id} AND ${dataExports.status} = 'queued'`,
      ]);
    },

    async remove(id: string): Promise<void> {
      await rowsOf(db, [sql`DELETE FROM ${dataExports} WHERE ${dataExports.id} = ${id}`]);
    },

    async rows(table: string, accountId: string): Promise<Record<string, unknown>[]> {
      const download = HOLDINGS[table]?.download;
      if (!download || "not" in download) return [];
      const where = download.by.map((column) => {
        const own = sql`${sql.identifier(column)} = ${accountId}`;
        const other = download.onlyOf?.[column];
        if (!other) return own;
        return sql`(${own} AND EXISTS (SELECT 1 FROM ${profiles}
          WHERE ${profiles.id} = ${sql.identifier(other)} AND ${profiles.status} = 'active'))`;
      });
      const others = Object.entries(download.unless ?? {}).map(([column, value]) => sql`${sql.identifier(column)} <> ${value}`);
      const all = sql.join([sql`(${sql.join(where, sql` OR `)})`, ...others], sql` AND `);
      const named = (download.named?.columns ?? []).map((column) => namedBy(table, download.named as Named, column));
      const columns = sql.join([sql`*`, ...named], sql`, `);
      const rows = await db.all<Record<string, unknown>>(sql`SELECT ${columns} FROM ${sql.identifier(table)} WHERE ${all}`);
      return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !download.without?.includes(column))));
    },

    async photoKeys(accountId: string): Promise<{ key: string; position: number }[]> {
      return db.all(sql`SELECT ${photos.key}, ${photos.position} FROM ${photos} WHERE ${photos.profileId} = ${accountId}
        ORDER BY ${photos.position}`);
    },

    /** Photos of proofs that are still stored, oldest first, and the document that waits. */
    async proofKeys(accountId: string): Promise<{ key: string }[]> {
      return db.all(sql`SELECT ${verifications.key}, ${verifications.sentAt} AS at FROM ${verifications}
        WHERE ${verifications.memberId} = ${accountId} AND ${verifications.key} IS NOT NULL
        UNION ALL SELECT ${ageChecks.pose}, ${ageChecks.sentAt} FROM ${ageChecks}
          WHERE ${ageChecks.accountId} = ${accountId} AND ${ageChecks.pose} IS NOT NULL
        UNION ALL SELECT ${ageChecks.document}, ${ageChecks.sentAt} FROM ${ageChecks}
          WHERE ${ageChecks.accountId} = ${accountId} AND ${ageChecks.document} IS NOT NULL
        ORDER BY at`);
    },

    /** Spoken answers that others hear or that wait, oldest first. */
    async spoken(accountId: string): Promise<{ key: string; question: string; container: string }[]> {
      const said = (
        texts: SQL,
      ) => sql`SELECT said.value ->> '$.question' AS question, said.value ->> '$.voice.container' AS container,
        said.value ->> '$.voice.key' AS file FROM ${texts} AND said.value ->> '$.voice.key' IS NOT NULL`;
      const shown = sql`${profiles}, json_each(${profiles.prompts}) AS said WHERE ${profiles}.${profiles.id} = ${accountId}`;
      const waiting = sql`${heldTexts}, json_each(${heldTexts}.${heldTexts.value}) AS said WHERE ${heldTexts.memberId} = ${accountId}
        AND ${heldTexts.field} = 'prompts' AND ${heldTexts.status} = 'waiting'`;
      const rows = await db.all<{ question: string; container: string; file: string }>(
        sql`${said(shown)} UNION ${said(waiting)} ORDER BY question, file`,
      );
      return rows.map(({ file, ...one }) => ({ key: file, ...one }));
    },

    async sentPhotos(accountId: string): Promise<SentPhoto[]> {
      return db.all(sql`SELECT ${chatPhotos.key}, ${chatPhotos.conversationId} AS conversation, ${chatPhotos.seq}, ${chatPhotos.container}
        FROM ${chatPhotos}
        WHERE ${chatPhotos.senderId} = ${accountId} AND ${chatPhotos.key} IS NOT NULL
          AND ${chatPhotos}.${chatPhotos.status} IN ('inspection', 'active')
        ORDER BY ${chatPhotos.createdAt}`);
    },

    async talks(accountId: string): Promise<Talk[]> {
      return db.all<Talk>(sql`SELECT ${c.id}, ${c.startedBy} AS startedBy, ${c.createdAt} AS createdAt,
          coalesce(${me.removedSeq}, 0) AS removedSeq, ${c.archivedSeq} AS archivedSeq, ${p.id} AS partner, coalesce(${p.fictional}, 0) AS fictional, iif(${p.status} = 'deleted', NULL, ${p.name}) AS name,
          NOT ${hides(accountId, "showRead")} AS showsRead, NOT ${hides(accountId, "showOnline")} AS showsOnline,
          (SELECT json_group_array(json_array(${side.memberId}, ${marksOf(side)})) FROM ${side} WHERE ${side.conversationId} = ${c.id}) AS marks
        FROM (SELECT *, ${conversations.memberB} AS other FROM ${conversations} WHERE ${conversations.memberA} = ${accountId}
          UNION ALL SELECT *, ${conversations.memberA} FROM ${conversations} WHERE ${conversations.memberB} = ${accountId}) c
        JOIN ${p} ON ${p.id} = c.other
        LEFT JOIN ${me} ON ${me.conversationId} = ${c.id} AND ${me.memberId} = ${accountId}
        ORDER BY ${c.createdAt}, ${c.id}`);
    },

    /** Own messages after `seq`, and the partner's that the member did not remove or delete. */
    async said(accountId: string, { id, removedSeq }: Talk, seq: number, limit: number) {
      const side = (own: "senderReaction" | "receiverReaction", other: typeof own) =>
        sql`iif(${messages.senderId} = ${accountId}, ${messages[own]}, ${messages[other]})`;
      const hidden = isHiddenFrom(accountId, messages);
      const [heads, said] = await rowsOf<[{ archivedSeq: number }, Said]>(db, [
        sql`SELECT ${c.archivedSeq} AS archivedSeq FROM ${c} WHERE ${c.id} = ${id}`,
        sql`SELECT ${messages.seq}, ${messages.senderId} AS senderId, ${messages.type}, ${messages.text},
          ${messages.price}, ${messages.createdAt} AS createdAt, ${messages.deliveredAt} AS deliveredAt,
          ${messages.readAt} AS readAt, ${messages.replyTo} AS replyTo, ${messages.editedAt} AS editedAt,
          ${side("senderReaction", "receiverReaction")} AS reaction,
          ${side("receiverReaction", "senderReaction")} AS partnerReaction, ${hidden} AS hidden
        FROM ${messages} WHERE ${messages.conversationId} = ${id} AND ${messages.seq} > ${seq}
          AND (${messages.senderId} = ${accountId} OR (${messages.seq} > ${removedSeq} AND NOT ${hidden}))
        ORDER BY ${messages.seq} LIMIT ${limit}`,
      ]);
      return { said, archivedSeq: heads[0]?.archivedSeq ?? 0 };
    },
  };
}

function namedBy(table: string, { table: of, by }: Named, column: string): SQL {
  const [other, id, own] = [sql.identifier(of), sql.identifier(column), sql`${sql.identifier(table)}.${sql.identifier(by)}`];
  return sql`(SELECT ${other}.${id} FROM ${other} WHERE ${other}.id = ${own}) AS ${id}`;
}
