import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { partnerLinks, sourceFigures, sources, staffAudit, staffMembers } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { SITE_NAMES, type SiteName } from "#worker/backoffice/staff/site-names.sql.ts";

export type PartnerLinkRow = typeof partnerLinks.$inferSelect;

/** Sum of a week, which begins on a Monday, or of the part of it in one month. */
export interface WeekRow {
  /** Days since 1970. */
  monday: number;
  /** `YYYY-MM`. */
  month: string;
  country: string;
  lander: string;
  name: string;
  part: string;
  value: number;
}

const k = aliased(partnerLinks, "k");
const m = aliased(staffMembers, "m");
const f = aliased(sourceFigures, "f");
const s = aliased(sources, "s");
const DONE = sql`changes() = 1`;
/** 1 January 1970 was a Thursday. */
const MONDAY = sql`(${f.day} - (${f.day} + 3) % 7)`;
const MONTH = sql`strftime('%Y-%m', ${f.day} * 86400, 'unixepoch')`;

export type PartnerLinksStore = ReturnType<typeof createPartnerLinksStore>;

export function createPartnerLinksStore(db: Database) {
  return {
    /** Those that last longest first. */
    async list(after: number, most: number) {
      const [links, sites] = await rowsOf<[PartnerLinkRow & { by: string }, SiteName]>(db, [
        sql`SELECT ${selected(k, ["id", "domainId", "network", "ref", "fromDay", "createdBy", "createdAt", "until"])},
          coalesce(${m.name}, '') AS by FROM ${k} LEFT JOIN ${m} ON ${m.id} = ${k.createdBy}
          WHERE ${k.until} > ${after} ORDER BY ${k.until} DESC, ${k.id} LIMIT ${most}`,
        SITE_NAMES,
      ]);
      return { links, sites };
    },

    /** False if `most` stand. */
    async add(row: PartnerLinkRow, most: number, audit: AuditRow): Promise<boolean> {
      const isFree = sql`(SELECT count(*) FROM ${k} WHERE ${k.until} > ${row.createdAt}) < ${most}`;
      const [made] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`${insertWhere(partnerLinks, row, isFree)} RETURNING ${partnerLinks.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return made.length === 1;
    },

    /** False for one that does not stand. */
    async end(id: string, now: number, audit: AuditRow): Promise<boolean> {
      const [ended] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${partnerLinks} SET ${partnerLinks.until} = ${now} WHERE ${partnerLinks.id} = ${id} AND ${partnerLinks.until} > ${now}
          RETURNING ${partnerLinks.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return ended.length === 1;
    },

    async find(hash: string, domainId: string, now: number): Promise<PartnerLinkRow | null> {
      const found = await db.all<PartnerLinkRow>(sql`SELECT ${k.id} AS id, ${k.domainId} AS "domainId", ${k.hash} AS hash,
          ${k.network} AS network, ${k.ref} AS ref, ${k.fromDay} AS "fromDay", ${k.createdBy} AS "createdBy",
          ${k.createdAt} AS "createdAt", ${k.until} AS until
        FROM ${k} WHERE ${k.hash} = ${hash} AND ${k.domainId} = ${domainId} AND ${k.until} > ${now}`);
      return found[0] ?? null;
    },

    /** Of one source of one site; `to` is included. */
    async weeks({ domainId, network, ref, fromDay }: PartnerLinkRow, to: number): Promise<WeekRow[]> {
      return db.all<WeekRow>(sql`SELECT ${MONDAY} AS monday, ${MONTH} AS month, ${f.country} AS country, ${s.lander} AS lander, ${f.name} AS name,
          ${f.part} AS part, sum(${f.value}) AS value
        FROM ${f} CROSS JOIN ${s} ON ${s.id} = ${f.sourceId}
        WHERE ${f.domainId} = ${domainId} AND ${f.day} BETWEEN ${fromDay} AND ${to} AND ${s.network} = ${network}
          AND (${ref} = '' OR ${s.ref} = ${ref} AND ${s.rest} = 0)
        GROUP BY 1, 2, 3, 4, 5, 6`);
    },

    async forget(before: number): Promise<void> {
      await db.run(sql`DELETE FROM ${partnerLinks} WHERE ${partnerLinks.until} < ${before}`);
    },
  };
}
