import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, discountCodes, invites, staffAudit } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";

type Invite = typeof invites.$inferSelect;

const i = aliased(invites, "i");
const a = aliased(accounts, "a");
const DONE = sql`changes() = 1`;

export type OffersStore = ReturnType<typeof createOffersStore>;

/** Changes of codes and invitations, each with its audit row. */
export function createOffersStore(db: Database) {
  return {
    async isMember(id: string, domainId: string): Promise<boolean> {
      const rows = await db.all(
        sql`SELECT 1 FROM ${a} WHERE ${a.id} = ${id} AND ${a.domainId} = ${domainId} AND ${a.status} <> 'erased'`,
      );
      return rows.length > 0;
    },

    /** False if the site has the code. */
    async addCode(row: typeof discountCodes.$inferInsert, audit: AuditRow): Promise<boolean> {
      const isFree = sql`NOT EXISTS (SELECT 1 FROM ${discountCodes} WHERE ${discountCodes.domainId} = ${row.domainId}
        AND ${discountCodes.code} = ${row.code})`;
      const [added] = await rowsOf<[{ code: string }, unknown]>(db, [
        sql`${insertWhere(discountCodes, row, isFree)} RETURNING ${discountCodes.code}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return added.length === 1;
    },

    /** False without an active code of this name. */
    async endCode(domainId: string, code: string, audit: AuditRow): Promise<boolean> {
      const [ended] = await rowsOf<[{ code: string }, unknown]>(db, [
        sql`UPDATE ${discountCodes} SET ${discountCodes.status} = 'inactive' WHERE ${discountCodes.domainId} = ${domainId}
          AND ${discountCodes.code} = ${code} AND ${discountCodes.status} = 'active' RETURNING ${discountCodes.code}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return ended.length === 1;
    },

    /** The newest that may still be used. */
    async invitations(domainId: string, now: number, most: number): Promise<Invite[]> {
      return db.all<Invite>(sql`SELECT ${selected(i, ["hash", "domainId", "accountId", "usesLeft", "createdAt", "expiresAt"])} FROM ${i}
        WHERE ${i.domainId} = ${domainId} AND ${i.usesLeft} > 0 AND ${i.expiresAt} > ${now} ORDER BY ${i.createdAt} DESC LIMIT ${most}`);
    },

    async addInvitation(row: Invite, audit: AuditRow): Promise<void> {
      await rowsOf<unknown[]>(db, [insertWhere(invites, row, sql`1`), insertWhere(staffAudit, audit, DONE)]);
    },

    /** False for one that has ended. */
    async endInvitation(hash: string, domainId: string, now: number, audit: AuditRow): Promise<boolean> {
      const [ended] = await rowsOf<[{ hash: string }, unknown]>(db, [
        sql`UPDATE ${invites} SET ${invites.usesLeft} = 0 WHERE ${invites.hash} = ${hash} AND ${invites.domainId} = ${domainId}
          AND ${invites.usesLeft} > 0 AND ${invites.expiresAt} > ${now} RETURNING ${invites.hash}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return ended.length === 1;
    },
  };
}
