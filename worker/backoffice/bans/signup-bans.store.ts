import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { signupBans, staffAudit, staffMembers } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { SITE_NAMES, type SiteName } from "#worker/backoffice/staff/site-names.sql.ts";

type BanRow = typeof signupBans.$inferSelect;

const b = aliased(signupBans, "b");
const m = aliased(staffMembers, "m");
const DONE = sql`changes() = 1`;

export type SignupBansStore = ReturnType<typeof createSignupBansStore>;

export function createSignupBansStore(db: Database) {
  return {
    /** Standing ones first. */
    async list(most: number) {
      const [bans, sites] = await rowsOf<[BanRow & { by: string }, SiteName]>(db, [
        sql`SELECT ${selected(b, ["id", "domainId", "kind", "value", "reason", "createdBy", "createdAt", "until"])},
          coalesce(${m.name}, '') AS by FROM ${b} LEFT JOIN ${m} ON ${m.id} = ${b.createdBy} ORDER BY ${b.until} DESC LIMIT ${most}`,
        SITE_NAMES,
      ]);
      return { bans, sites };
    },

    /** False if an equal one stands, or `most` stand. */
    async add(row: BanRow, most: number, audit: AuditRow): Promise<boolean> {
      const standing = sql`FROM ${b} WHERE ${b.until} > ${row.createdAt}`;
      const isFree = sql`(SELECT count(*) ${standing}) < ${most} AND NOT EXISTS (SELECT 1 ${standing} AND ${b.kind} = ${row.kind}
        AND ${b.value} = ${row.value} AND ${b.domainId} IS ${row.domainId})`;
      const [made] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`${insertWhere(signupBans, row, isFree)} RETURNING ${signupBans.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return made.length === 1;
    },

    /** False for one that does not stand. */
    async end(id: string, now: number, audit: AuditRow): Promise<boolean> {
      const [ended] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${signupBans} SET ${signupBans.until} = ${now} WHERE ${signupBans.id} = ${id} AND ${signupBans.until} > ${now}
          RETURNING ${signupBans.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return ended.length === 1;
    },
  };
}
