import { eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { HOLDINGS } from "#db/holdings.ts";
import { LAST_SEQ, lastSeqIn } from "#db/last-seq.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import {
  accounts,
  ageChecks,
  archiveErasures,
  chatPhotos,
  conversations,
  domains,
  messages,
  outbox,
  participants,
  photos,
  profiles,
  reportProofs,
  sessions,
  verifications,
  voiceAnswers,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";

const a = aliased(accounts, "a");
const c = aliased(conversations, "c");
const m = aliased(messages, "m");
const o = aliased(participants, "o");
const p = aliased(profiles, "p");
const x = aliased(chatPhotos, "x");
const f = aliased(reportProofs, "f");

export type ErasureStore = ReturnType<typeof createErasureStore>;
type MailRow = typeof outbox.$inferInsert;

export interface DeletedMember {
  status: string;
  pool: string;
  domainId: string;
  email: string;
  name: string;
  language: string;
  country: string;
  /** Null also for a fictional profile: nobody gets its last mail. */
  activatedAt: number | null;
  /** Only `finish` remains. */
  forgotten: boolean;
}

/** Column of the first remaining message; an erasure deletes messages in order. */
const first = (column: SQL) => sql`(SELECT ${column} FROM ${m}
  WHERE ${m.conversationId} = ${conversations}.${conversations.id} ORDER BY ${m.seq} LIMIT 1)`;
const GONE = sql`coalesce(${first(m.seq)} - 1, ${LAST_SEQ})`;
const OLDEST = first(m.createdAt);

/** Bounds one DELETE statement. */
const MESSAGES_AT_ONCE = 2_000;

export function createErasureStore(db: Database) {
  return {
    /** Oldest first; skips accounts whose last mail is queued. */
    async due(before: number, limit: number): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT ${accounts.id} FROM ${accounts} INDEXED BY accounts_deleted
        WHERE ${accounts.status} = 'deleted' AND ${accounts.deletedAt} <= ${before}
          AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.accountId} = ${accounts}.${accounts.id}
            AND ${outbox.template} = 'deletion_done' AND ${outbox.status} = 'queued')
        ORDER BY ${accounts.deletedAt} LIMIT ${limit}`);
      return rows.map(({ id }) => id);
    },

    /** Backdates the deletion, so that no link restores the account. Ignores active accounts. */
    async begin(id: string, longAgo: number): Promise<DeletedMember | null> {
      const [, , rows] = await rowsOf<[unknown, unknown, Omit<DeletedMember, "forgotten"> & { forgotten: number }]>(db, [
        sql`UPDATE ${accounts}
          SET ${accounts.status} = 'deleted', ${accounts.deletedAt} = min(coalesce(${accounts.deletedAt}, ${longAgo}), ${longAgo})
          WHERE ${accounts.id} = ${id} AND ${accounts.status} IN ('not_confirmed', 'deleted')`,
        sql`UPDATE ${profiles} SET ${profiles.status} = 'deleted'
          WHERE ${profiles.id} = ${id} AND EXISTS (SELECT 1 FROM ${accounts}
            WHERE ${accounts.id} = ${id} AND ${accounts.status} = 'deleted')`,
        sql`SELECT ${a.status}, ${a.pool}, ${a.domainId} AS domainId, ${a.email}, ${p.name}, ${a.language}, ${p.country},
            iif(${p.fictional} = 1, NULL, ${a.activatedAt}) AS activatedAt, ${a.email} = ${`erased ${id}`} AS forgotten
          FROM ${a} JOIN ${p} ON ${p.id} = ${a.id} WHERE ${a.id} = ${id}`,
      ]);
      const row = rows[0];
      return row ? { ...row, forgotten: row.forgotten === 1 } : null;
    },

    async outside(id: string): Promise<{ photos: string[]; sessions: string[] }> {
      const [keys, checks, hashes] = await rowsOf<[{ key: string }, { key: string }, { hash: string }]>(db, [
        sql`SELECT ${photos.key} FROM ${photos} WHERE ${photos.profileId} = ${id}
          UNION ALL SELECT ${chatPhotos.key} FROM ${chatPhotos} WHERE ${chatPhotos.senderId} = ${id} AND ${chatPhotos.key} IS NOT NULL
          UNION ALL SELECT ${verifications.key} FROM ${verifications}
            WHERE ${verifications.memberId} = ${id} AND ${verifications.key} IS NOT NULL
          UNION SELECT ${f.proof} ->> '$.photo.key' FROM ${f} WHERE ${f.memberId} = ${id} AND ${f.proof} ->> '$.photo.key' IS NOT NULL
          UNION SELECT value FROM ${f}, json_each(${f.proof}, '$.profile.photos') WHERE ${f.memberId} = ${id}`,
        // D1 takes five terms of a compound SELECT.
        sql`SELECT value AS key FROM ${ageChecks}, json_each(json_array(${ageChecks.pose}, ${ageChecks.document}))
          WHERE ${ageChecks.accountId} = ${id} AND value IS NOT NULL
          UNION SELECT value FROM ${f}, json_each(${f.proof}, '$.call.pictures') WHERE ${f.memberId} = ${id}
          UNION ALL SELECT ${voiceAnswers.key} FROM ${voiceAnswers} WHERE ${voiceAnswers.memberId} = ${id}`,
        sql`SELECT ${sessions.tokenHash} AS hash FROM ${sessions}
          WHERE ${sessions.accountId} = ${id} AND ${sessions.revokedAt} IS NULL`,
      ]);
      return { photos: [...keys, ...checks].map(({ key }) => key), sessions: hashes.map(({ hash }) => hash) };
    },

    /** Of all pictures that its rows name; null for an account of another database. */
    async keysOf(id: string): Promise<string[] | null> {
      const known = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).get();
      return known ? (await this.outside(id)).photos : null;
    },

    /** One batch; true when none remain. */
    async clearConversations(id: string): Promise<boolean> {
      const alone = sql`NOT EXISTS (SELECT 1 FROM ${o} WHERE ${o.conversationId} = ${c.id} AND ${o.memberId} <> ${id})`;
      const [, deleted] = await rowsOf<[unknown, { one: number }, ...unknown[]]>(db, [
        // The sweep erases their pictures.
        sql`UPDATE ${chatPhotos} SET ${chatPhotos.status} = 'gone'
          WHERE ${chatPhotos.id} IN (SELECT ${x.id} FROM ${c}
            LEFT JOIN ${o} ON ${o.conversationId} = ${c.id} AND ${o.memberId} <> ${id}
            JOIN ${x} ON ${x.conversationId} = ${c.id} AND ${x.seq} <= coalesce(${o.removedSeq}, ${lastSeqIn(c)})
            WHERE ${c.id} IN (${idsOf("conversations", id)}) AND ${x.status} <> 'gone')`,
        sql`DELETE FROM ${messages} WHERE (${messages.conversationId}, ${messages.seq}) IN (
            SELECT ${m.conversationId}, ${m.seq} FROM ${c}
            LEFT JOIN ${o} ON ${o.conversationId} = ${c.id} AND ${o.memberId} <> ${id}
            JOIN ${m} ON ${m.conversationId} = ${c.id} AND ${m.seq} <= coalesce(${o.removedSeq}, ${lastSeqIn(c)})
            WHERE ${c.id} IN (${idsOf("conversations", id)}) LIMIT ${MESSAGES_AT_ONCE}
          ) RETURNING 1 AS one`,
        // Seqs have no gaps: a message that the other deleted for themself loses its text.
        sql`UPDATE ${messages} SET ${messages.text} = '' WHERE ${messages.conversationId} IN (${idsOf("conversations", id)})
          AND (${messages.hiddenFromSender} = 1 OR ${messages.hiddenFromReceiver} = 1)
          AND iif(${messages.senderId} = ${id}, ${messages.hiddenFromReceiver}, ${messages.hiddenFromSender}) = 1`,
        // Includes a copy that is under way to the archive.
        sql`INSERT INTO ${into(archiveErasures, "conversationId", "upToSeq", "goneId", "dueAt")}
          SELECT ${o.conversationId}, ${o.removedSeq}, ${id}, 0 FROM ${c} JOIN ${o} ON ${o.conversationId} = ${c.id}
          WHERE ${c.id} IN (${idsOf("conversations", id)}) AND ${o.memberId} <> ${id}
            AND max(${o.removedSeq}, ${c.archivedSeq}) > 0
          ON CONFLICT (${archiveErasures.conversationId})
          DO UPDATE SET ${archiveErasures.goneId} = excluded.${archiveErasures.goneId},
            ${archiveErasures.upToSeq} = max(${archiveErasures.upToSeq}, excluded.${archiveErasures.upToSeq})`,
        sql`UPDATE ${conversations} SET ${conversations.archivedSeq} = ${GONE},
            ${conversations.oldestAt} = ${OLDEST}
          WHERE ${conversations.id} IN (${idsOf("conversations", id)})
            AND ${conversations.archivedSeq} < ${GONE}`,
        sql`DELETE FROM ${conversations} AS c WHERE ${c.id} IN (${idsOf("conversations", id)}) AND ${alone}
          AND NOT EXISTS (SELECT 1 FROM ${messages} WHERE ${messages.conversationId} = ${c.id})`,
      ]);
      return deleted.length < MESSAGES_AT_ONCE;
    },

    /** One transaction. False if another run did it. */
    async forget(id: string, { pool, email }: DeletedMember, mail: MailRow | null): Promise<boolean> {
      const known = sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${id} AND ${accounts.email} = ${email})`;
      const ofPool = sql`SELECT ${domains.id} FROM ${domains} WHERE ${domains.pool} = ${pool}`;
      const results = await rowsOf<{ one: number }[]>(db, [
        ...deletions(id),
        // Mails to this address without an account.
        sql`DELETE FROM ${outbox} WHERE ${outbox.recipient} = ${email} AND ${outbox.recipient} <> '' AND ${outbox.accountId} IS NULL
          AND ${outbox.domainId} IN (${ofPool})`,
        // A concurrent second run must leave no row with the address.
        ...(mail ? [insertWhere(outbox, mail, known)] : []),
        ...emptied(id),
        sql`SELECT 1 AS one FROM ${outbox} WHERE ${outbox.id} = ${mail?.id ?? ""}`,
      ]);
      return (results.at(-1)?.length ?? 0) > 0;
    },

    /** False while the last mail waits. Its row holds the address, so it goes too. */
    async finish(id: string): Promise<boolean> {
      const pending = sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.accountId} = ${id} AND ${outbox.status} = 'queued')`;
      const [waiting] = await rowsOf<[{ one: number }]>(db, [sql`SELECT 1 AS one WHERE ${pending}`]);
      if (waiting.length > 0) return false;
      // Deletes rows that running requests wrote meanwhile.
      await rowsOf(db, [
        ...deletions(id),
        sql`UPDATE ${accounts}
          SET ${accounts.status} = 'erased', ${accounts.deletedAt} = ${accounts.deletedAt} / 86400000 * 86400000
          WHERE ${accounts.id} = ${id} AND ${accounts.status} = 'deleted'`,
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
