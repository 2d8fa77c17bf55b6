import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import {
  accounts,
  domainPreviews,
  domains,
  domainVersions,
  hosts,
  likes,
  outbox,
  profiles,
  staffAudit,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";

export interface SiteRow {
  id: string;
  pool: string;
  settings: string;
  /** JSON list. */
  hosts: string;
}

export interface VersionRow {
  number: number;
  settings: string;
  at: number;
  by: string;
  /** Null: a command has applied it. */
  staffId: string | null;
  /** When a command has written it into the file, in ms. */
  pulledAt: number | null;
}

export interface NewVersion {
  id: string;
  /** Number of the version before. */
  base: number;
  settings: string;
  now: number;
  by: string;
  staffId: string;
  audit: AuditRow;
  mails: readonly (typeof outbox.$inferInsert)[];
  /** Fictional profiles are hidden from now on. */
  hidesFictional: boolean;
}

interface Preview {
  id: string;
  host: string;
  settings: string;
  now: number;
  until: number;
  audit: AuditRow;
}

export type SitesStore = ReturnType<typeof createSitesStore>;

const d = aliased(domains, "d");
const v = aliased(domainVersions, "v");
const n = aliased(domainVersions, "n");
const DONE = sql`changes() = 1`;

const SITE = sql`${d.id} AS id, ${d.pool} AS pool, ${d.settings} AS settings,
  (SELECT json_group_array(${hosts.host}) FROM ${hosts} WHERE ${hosts.domainId} = ${d.id}) AS hosts`;
const VERSION = sql`${v.number} AS number, ${v.settings} AS settings, ${v.appliedAt} AS at, ${v.by} AS by,
  ${v.staffId} AS "staffId", ${v.pulledAt} AS "pulledAt"`;

export function createSitesStore(db: Database) {
  return {
    /** All sites, with their newest versions. */
    async all(): Promise<{ sites: SiteRow[]; newest: (VersionRow & { id: string })[] }> {
      const [sites, newest] = await rowsOf<[SiteRow, VersionRow & { id: string }]>(db, [
        sql`SELECT ${SITE} FROM ${d} ORDER BY ${d.id}`,
        sql`SELECT ${v.domainId} AS id, ${VERSION} FROM ${v}
          WHERE ${v.number} = (SELECT max(${n.number}) FROM ${n} WHERE ${n.domainId} = ${v.domainId})`,
      ]);
      return { sites, newest };
    },

    /** Newest first, the last hundred. */
    async versions(id: string): Promise<VersionRow[]> {
      const [versions] = await rowsOf<[VersionRow]>(db, [
        sql`SELECT ${VERSION} FROM ${v} WHERE ${v.domainId} = ${id} ORDER BY ${v.number} DESC LIMIT 100`,
      ]);
      return versions;
    },

    async preview(id: string, now: number): Promise<{ host: string; until: number } | null> {
      const { host, expiresAt, settings } = domainPreviews;
      const [rows] = await rowsOf<[{ host: string; until: number }]>(db, [
        sql`SELECT ${host} AS host, ${expiresAt} AS until FROM ${domainPreviews}
          WHERE ${settings} ->> '$.id' = ${id} AND ${expiresAt} > ${now} LIMIT 1`,
      ]);
      return rows[0] ?? null;
    },

    /** False if there is a newer version than `base`. */
    async apply({ id, base, settings, now, by, staffId, audit, mails, hidesFictional }: NewVersion): Promise<boolean> {
      const row = { domainId: id, number: base + 1, settings, appliedAt: now, by, staffId, pulledAt: null };
      const isNewest = sql`(SELECT max(${n.number}) FROM ${n} WHERE ${n.domainId} = ${id}) = ${base}`;
      // Each statement looks at the version of its own batch, not at the statement before: triggers change rows too.
      const isOurs = sql`EXISTS (SELECT 1 FROM ${v} WHERE ${v.domainId} = ${id} AND ${v.number} = ${base + 1}
        AND ${v.staffId} = ${staffId} AND ${v.appliedAt} = ${now} AND ${v.settings} = ${settings})`;
      const [made] = await rowsOf<[{ number: number }, ...unknown[]]>(db, [
        sql`${insertWhere(domainVersions, row, isNewest)} RETURNING ${sql.identifier("number")} AS number`,
        sql`UPDATE ${domains} SET ${sql.identifier("settings")} = ${settings}, ${sql.identifier("updated_at")} = ${now}
          WHERE ${domains.id} = ${id} AND ${isOurs}`,
        insertWhere(staffAudit, audit, isOurs),
        ...mails.map((mail) => insertWhere(outbox, mail, isOurs)),
        ...(hidesFictional ? [seenFictionalLikes(id)] : []),
      ]);
      return made.length === 1;
    },

    /** False if a site has this host. */
    async show({ id, host, settings, now, until, audit }: Preview): Promise<boolean> {
      const isFree = sql`NOT EXISTS (SELECT 1 FROM ${hosts} WHERE ${hosts.host} = ${host})`;
      const [, made] = await rowsOf<[unknown, { host: string }, unknown]>(db, [
        sql`DELETE FROM ${domainPreviews} WHERE ${domainPreviews.expiresAt} <= ${now}
          OR (${domainPreviews.settings} ->> '$.id' = ${id} AND ${isFree})`,
        sql`INSERT INTO ${into(domainPreviews, "host", "settings", "createdAt", "expiresAt")}
          SELECT ${host}, ${settings}, ${now}, ${until} WHERE ${isFree} RETURNING host`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return made.length === 1;
    },
  };
}

/** Hidden fictional profiles appear in no list, so their likes must not count as new. */
function seenFictionalLikes(id: string) {
  return sql`UPDATE ${likes} SET is_new = 0 WHERE ${likes.isNew} = 1
    AND ${likes.likerId} IN (SELECT ${profiles.id} FROM ${profiles} WHERE ${profiles.fictional} = 1)
    AND ${likes.likedId} IN (SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.domainId} = ${id})`;
}
