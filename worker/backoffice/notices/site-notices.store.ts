import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { domains, outbox, sessions, siteNotices, staffAudit, staffMembers } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";

export type NoticeRow = typeof siteNotices.$inferSelect;
/** As SQLite has it. */
type Listed = Omit<NoticeRow, "dismissible"> & { dismissible: number; by: string };
interface SiteOf {
  id: string;
  name: string;
  /** JSON list. */
  languages: string;
}

const n = aliased(siteNotices, "n");
const m = aliased(staffMembers, "m");
const s = aliased(sessions, "s");
const COLUMNS = [
  ...(["id", "domainId", "kind", "audience", "texts", "link", "dismissible", "fromAt", "untilAt", "entry"] as const),
  ...(["createdBy", "createdAt", "toldTo", "toldAt"] as const),
] as const;

export type SiteNoticesStore = ReturnType<typeof createSiteNoticesStore>;

export function createSiteNoticesStore(db: Database) {
  return {
    /** Newest first. */
    async list(most: number) {
      const [notices, sites] = await rowsOf<[Listed, SiteOf]>(db, [
        sql`SELECT ${selected(n, COLUMNS)}, coalesce(${m.name}, '') AS by FROM ${n} LEFT JOIN ${m} ON ${m.id} = ${n.createdBy}
          ORDER BY ${n.fromAt} DESC, ${n.id} LIMIT ${most}`,
        sql`SELECT ${domains.id} AS id, ${domains.settings} ->> '$.settings.name' AS name,
          ${domains.settings} -> '$.settings.languages' AS languages FROM ${domains} ORDER BY 2`,
      ]);
      return { notices, sites };
    },

    /** A maintenance takes the place of those of the same sites. */
    async add(row: NoticeRow, audit: AuditRow, mails: readonly (typeof outbox.$inferInsert)[]): Promise<void> {
      const { domainId, kind, untilAt } = siteNotices;
      const replaced = sql`UPDATE ${siteNotices} SET ${untilAt} = ${row.createdAt}, ${siteNotices.toldTo} = NULL WHERE ${kind} = 'maintenance'
        AND ${domainId} IS ${row.domainId} AND (${untilAt} IS NULL OR ${untilAt} > ${row.createdAt})`;
      await rowsOf<unknown[]>(db, [
        ...(row.kind === "maintenance" ? [replaced] : []),
        insertWhere(siteNotices, row, sql`1`),
        insertWhere(staffAudit, audit, sql`1`),
        ...mails.map((mail) => insertWhere(outbox, mail, sql`1`)),
      ]);
    },

    /** False for one that has ended. */
    async end(id: string, now: number, auditOf: (kind: NoticeRow["kind"]) => AuditRow): Promise<boolean> {
      const { kind, untilAt } = siteNotices;
      const standing = sql`${siteNotices.id} = ${id} AND (${untilAt} IS NULL OR ${untilAt} > ${now})`;
      const [found] = await db.all<{ kind: NoticeRow["kind"] }>(
        sql`SELECT ${kind} AS kind FROM ${siteNotices} WHERE ${standing}`,
      );
      if (!found) return false;
      const [ended] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${siteNotices} SET ${untilAt} = ${now}, ${siteNotices.toldTo} = NULL WHERE ${standing} RETURNING ${siteNotices.id}`,
        insertWhere(staffAudit, auditOf(found.kind), sql`changes() = 1`),
      ]);
      return ended.length === 1;
    },

    /** Maintenances whose members still have open sockets. */
    async begun(now: number): Promise<Pick<NoticeRow, "id" | "domainId" | "fromAt" | "toldTo">[]> {
      return db.all(sql`SELECT ${selected(n, ["id", "domainId", "fromAt", "toldTo"])} FROM ${n} WHERE ${n.kind} = 'maintenance'
        AND ${n.fromAt} <= ${now} AND (${n.untilAt} IS NULL OR ${n.untilAt} > ${now}) AND ${n.toldAt} IS NULL`);
    },

    /** In the order of their ids. */
    async seenSince(domainId: string | null, since: number, after: string, most: number): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT DISTINCT ${s.accountId} AS id FROM ${s} WHERE ${s.accountId} > ${after}
        AND max(${s.lastSeenAt}, ${s.createdAt}) > ${since} AND ${s.revokedAt} IS NULL
        ${domainId === null ? sql`` : sql`AND ${s.domainId} = ${domainId}`} ORDER BY ${s.accountId} LIMIT ${most}`);
      return rows.map(({ id }) => id);
    },

    /** @param to null when all are told. */
    async noteTold(id: string, to: string | null, now: number): Promise<void> {
      await db.run(sql`UPDATE ${siteNotices} SET ${siteNotices.toldTo} = ${to}, ${siteNotices.toldAt} = ${to === null ? now : null}
        WHERE ${siteNotices.id} = ${id}`);
    },

    async forget(before: number): Promise<void> {
      await db.run(sql`DELETE FROM ${siteNotices} WHERE ${siteNotices.untilAt} < ${before}`);
    },
  };
}
