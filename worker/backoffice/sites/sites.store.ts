import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import {
  accounts,
  domainAssets,
  domainIcons,
  domainPreviews,
  domains,
  domainVersions,
  hosts,
  likes,
  outbox,
  profiles,
  siteProposals,
  staffAudit,
  staffMembers,
} from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { isSecondPerson } from "#worker/backoffice/work/second-person.sql.ts";
import { SOURCE_NAME } from "#worker/sites/domains/assets.vocabulary.ts";
import type { IconSet } from "#worker/sites/pwa/draw.ts";

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
  /** Two operators made it: 1 or 0. */
  approved: number;
}

/** A change of prices that waits. */
export interface ProposalRow {
  id: string;
  domainId: string;
  base: number;
  settings: string;
  proposedBy: string;
  createdAt: number;
  /** Name of its author. */
  by: string;
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
  /** The proposal that it fulfils. */
  proposal: string | null;
  /** Null: they stay. */
  icons: IconSet | null;
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
const q = aliased(siteProposals, "q");
const s = aliased(staffMembers, "s");

const VERSION = sql`${v.number} AS number, ${v.settings} AS settings, ${v.appliedAt} AS at, ${v.by} AS by,
  ${v.staffId} AS "staffId", ${v.pulledAt} AS "pulledAt",
  EXISTS (SELECT 1 FROM ${q} WHERE ${q.domainId} = ${v.domainId} AND ${q.base} = ${v.number} - 1 AND ${q.status} = 'approved') AS approved`;

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

    /** False if there is a newer version than `base`, or a command has deleted bytes of a new file. */
    async apply(version: NewVersion): Promise<boolean> {
      const { id, base, settings, now, by, staffId, audit, mails, hidesFictional, proposal, icons } = version;
      const row = { domainId: id, number: base + 1, settings, appliedAt: now, by, staffId, pulledAt: null };
      const isNewest = sql`(SELECT max(${n.number}) FROM ${n} WHERE ${n.domainId} = ${id}) = ${base} AND ${hasNewFiles(id, settings)}
        ${proposal === null ? sql`` : sql`AND EXISTS (SELECT 1 FROM ${q} WHERE ${q.id} = ${proposal} AND ${q.status} = 'proposed')`}`;
      // Each statement looks at the version of its own batch, not at the statement before: triggers change rows too.
      const isOurs = sql`EXISTS (SELECT 1 FROM ${v} WHERE ${v.domainId} = ${id} AND ${v.number} = ${base + 1}
        AND ${v.staffId} = ${staffId} AND ${v.appliedAt} = ${now} AND ${v.settings} = ${settings})`;
      const [made] = await rowsOf<[{ number: number }, ...unknown[]]>(db, [
        sql`${insertWhere(domainVersions, row, isNewest)} RETURNING ${sql.identifier("number")} AS number`,
        sql`UPDATE ${domains} SET ${sql.identifier("settings")} = ${settings}, ${sql.identifier("updated_at")} = ${now}
          WHERE ${domains.id} = ${id} AND ${isOurs}`,
        insertWhere(staffAudit, audit, isOurs),
        sql`UPDATE ${siteProposals} SET ${siteProposals.status} = CASE WHEN ${siteProposals.id} = ${proposal} THEN 'approved' ELSE 'void' END,
          ${siteProposals.decidedBy} = ${staffId}, ${siteProposals.decidedAt} = ${now}
          WHERE ${siteProposals.domainId} = ${id} AND ${siteProposals.status} = 'proposed' AND ${isOurs}`,
        ...mails.map((mail) => insertWhere(outbox, mail, isOurs)),
        ...(hidesFictional ? [seenFictionalLikes(id)] : []),
        ...(icons?.icons ?? []).map(({ path, base64 }) =>
          putIcon({ domainId: id, path, version: icons?.version, data: base64 }, isOurs),
        ),
      ]);
      return made.length === 1;
    },

    /**
     * Bytes come before the version that names them. Repeatable. The hash leaves out the PNG of a drawing.
     * These parts replace those of an earlier upload, unless the site shows them. Two transactions would mix two drawings.
     */
    async keepFile(id: string, hash: string, parts: readonly { name: string; part: number; data: string }[]): Promise<void> {
      await rowsOf(db, [
        sql`DELETE FROM ${domainAssets} WHERE ${domainAssets.domainId} = ${id} AND ${domainAssets.hash} = ${hash}
          AND NOT ${isShown(id, sql`${hash}`)}`,
        ...parts.map(
          ({ name, part, data }) => sql`INSERT INTO ${into(domainAssets, "domainId", "hash", "name", "part", "data")}
            VALUES (${id}, ${hash}, ${name}, ${part}, ${data}) ON CONFLICT DO NOTHING`,
        ),
      ]);
    },

    /** Open ones, also of an earlier version. */
    async proposals(): Promise<ProposalRow[]> {
      return db.all<ProposalRow>(sql`SELECT ${selected(q, ["id", "domainId", "base", "settings", "proposedBy", "createdAt"])},
        coalesce(${s.name}, '') AS by FROM ${q} LEFT JOIN ${s} ON ${s.id} = ${q.proposedBy} WHERE ${q.status} = 'proposed'`);
    },

    /** False if another one waits, or there is a newer version. */
    async propose(row: typeof siteProposals.$inferInsert, audit: AuditRow, mails: NewVersion["mails"]): Promise<boolean> {
      const { domainId, base, createdAt } = row;
      const newest = sql`(SELECT max(${n.number}) FROM ${n} WHERE ${n.domainId} = ${domainId})`;
      const isFree = sql`${newest} = ${base}
        AND NOT EXISTS (SELECT 1 FROM ${q} WHERE ${q.domainId} = ${domainId} AND ${q.status} = 'proposed')`;
      const isOurs = sql`EXISTS (SELECT 1 FROM ${q} WHERE ${q.id} = ${row.id})`;
      const [, made] = await rowsOf<[unknown, { id: string }, ...unknown[]]>(db, [
        sql`UPDATE ${siteProposals} SET ${siteProposals.status} = 'void', ${siteProposals.decidedAt} = ${createdAt}
          WHERE ${siteProposals.domainId} = ${domainId} AND ${siteProposals.status} = 'proposed' AND ${siteProposals.base} < ${newest}`,
        sql`${insertWhere(siteProposals, row, isFree)} RETURNING ${siteProposals.id}`,
        insertWhere(staffAudit, audit, isOurs),
        ...mails.map((mail) => insertWhere(outbox, mail, isOurs)),
      ]);
      return made.length === 1;
    },

    /** False for one that has ended. */
    async refuse(id: string, by: string, now: number, audit: AuditRow): Promise<boolean> {
      const [ended] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${siteProposals} SET ${siteProposals.status} = 'refused', ${siteProposals.decidedBy} = ${by},
          ${siteProposals.decidedAt} = ${now} WHERE ${siteProposals.id} = ${id} AND ${siteProposals.status} = 'proposed'
          RETURNING ${siteProposals.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return ended.length === 1;
    },

    async isSecondPerson({ proposedBy, createdAt }: Pick<ProposalRow, "proposedBy" | "createdAt">, staffId: string) {
      const [row] = await db.all<{ is: number }>(
        sql`SELECT ${isSecondPerson({ first: sql`${proposedBy}`, begun: sql`${createdAt}` }, staffId)} AS "is"`,
      );
      return row?.is === 1;
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

/** Whether the version in force names the file. */
function isShown(id: string, hash: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${d}, json_each(${d.settings}, '$.assets') own
    WHERE ${d.id} = ${id} AND own.value ->> 'hash' = ${hash})`;
}

/** `applyDomains` deletes bytes that no version names, also those of an upload whose version is not written yet. */
function hasNewFiles(id: string, settings: string): SQL {
  const { domainId, hash, name, part } = domainAssets;
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${settings}, '$.assets') f WHERE f.key <> 'legal'
    AND NOT ${isShown(id, sql`f.value ->> 'hash'`)} AND NOT EXISTS (SELECT 1 FROM ${domainAssets}
      WHERE ${domainId} = ${id} AND ${hash} = f.value ->> 'hash' AND ${name} = ${SOURCE_NAME} AND ${part} = 0))`;
}

function putIcon(
  { domainId, path, version, data }: Record<"domainId" | "path" | "data", string> & { version?: string },
  where: SQL,
) {
  return sql`INSERT INTO ${into(domainIcons, "domainId", "path", "version", "data")}
    SELECT ${domainId}, ${path}, ${version}, ${data} WHERE ${where}
    ON CONFLICT (domain_id, path) DO UPDATE SET version = excluded.version, data = excluded.data`;
}

/** Hidden fictional profiles appear in no list, so their likes must not count as new. */
function seenFictionalLikes(id: string) {
  return sql`UPDATE ${likes} SET is_new = 0 WHERE ${likes.isNew} = 1
    AND ${likes.likerId} IN (SELECT ${profiles.id} FROM ${profiles} WHERE ${profiles.fictional} = 1)
    AND ${likes.likedId} IN (SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.domainId} = ${id})`;
}
