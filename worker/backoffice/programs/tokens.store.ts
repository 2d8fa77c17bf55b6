import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { apiTokens, staffAudit, staffMembers } from "#db/schema/index.ts";
import type { API_SCOPES } from "#db/schema/operator-codes.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { SITE_NAMES, type SiteName } from "#worker/backoffice/staff/site-names.sql.ts";

type TokenRow = typeof apiTokens.$inferSelect;
type Scope = (typeof API_SCOPES)[number];
export type ListedToken = Omit<TokenRow, "scopes" | "hash" | "noted"> & { scopes: string; by: string; valid: number };
export interface StandingToken {
  id: string;
  domainId: string | null;
  /** JSON, as `noted`. */
  scopes: string;
  noted: string;
  createdBy: string;
  lastUsedAt: number | null;
}

const t = aliased(apiTokens, "t");
const m = aliased(staffMembers, "m");
const LISTED = [
  ...(["id", "prefix", "name", "domainId", "scopes", "createdBy"] as const),
  ...(["createdAt", "expiresAt", "revokedAt", "lastUsedAt"] as const),
];
const DONE = sql`changes() = 1`;
/** It ends with its operator's account or role. */
const OF_AN_OPERATOR = sql`${m.role} = 'operator' AND ${m.disabledAt} IS NULL AND ${m.passwordHash} IS NOT NULL`;

export type TokensStore = ReturnType<typeof createTokensStore>;

export function createTokensStore(db: Database) {
  return {
    /** The newest first, with those that ended after `since`. */
    async list(since: number, now: number) {
      const [found, sites] = await rowsOf<[ListedToken, SiteName]>(db, [
        sql`SELECT ${selected(t, LISTED)}, coalesce(${m.name}, '') AS "by",
            ${t.revokedAt} IS NULL AND ${t.expiresAt} > ${now} AND ${OF_AN_OPERATOR} AS valid
          FROM ${t} LEFT JOIN ${m} ON ${m.id} = ${t.createdBy} WHERE coalesce(${t.revokedAt}, ${t.expiresAt}) > ${since}
          ORDER BY ${t.createdAt} DESC`,
        SITE_NAMES,
      ]);
      return { found, sites };
    },

    /** False if `most` stand. */
    async add(row: TokenRow, most: number, audit: AuditRow): Promise<boolean> {
      const isFree = sql`(SELECT count(*) FROM ${t} WHERE ${t.revokedAt} IS NULL AND ${t.expiresAt} > ${row.createdAt}) < ${most}`;
      const [made] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`${insertWhere(apiTokens, row, isFree)} RETURNING ${apiTokens.id} AS id`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return made.length === 1;
    },

    /** False for one that has ended. */
    async revoke(id: string, now: number, audit: AuditRow): Promise<boolean> {
      const [ended] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${apiTokens} SET ${apiTokens.revokedAt} = ${now}
          WHERE ${apiTokens.id} = ${id} AND ${apiTokens.revokedAt} IS NULL AND ${apiTokens.expiresAt} > ${now}
          RETURNING ${apiTokens.id} AS id`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return ended.length === 1;
    },

    async standing(hash: string, now: number): Promise<StandingToken | null> {
      const [rows] = await rowsOf<[StandingToken]>(db, [
        sql`SELECT ${selected(t, ["id", "domainId", "scopes", "noted", "createdBy", "lastUsedAt"])}
          FROM ${t} JOIN ${m} ON ${m.id} = ${t.createdBy}
          WHERE ${t.hash} = ${hash} AND ${t.revokedAt} IS NULL AND ${t.expiresAt} > ${now} AND ${OF_AN_OPERATOR}`,
      ]);
      return rows[0] ?? null;
    },

    /** The row of the audit log is written once a day and scope. */
    async used(id: string, scope: Scope, day: number, audit: AuditRow): Promise<void> {
      const path = `$.${scope}`;
      await rowsOf<unknown[]>(db, [
        sql`INSERT INTO ${into(staffAudit, "at", "staffId", "action", "objectKind", "objectId", "reason", "requestId")}
          SELECT ${audit.at}, ${audit.staffId ?? null}, ${audit.action}, ${audit.objectKind}, ${id}, ${scope}, ${audit.requestId}
          FROM ${t} WHERE ${t.id} = ${id} AND coalesce(${t.noted} ->> ${path}, 0) < ${day}`,
        sql`UPDATE ${apiTokens} SET ${apiTokens.lastUsedAt} = ${audit.at}, ${apiTokens.noted} = json_set(${apiTokens.noted}, ${path}, ${day})
          WHERE ${apiTokens.id} = ${id}`,
      ]);
    },
  };
}
