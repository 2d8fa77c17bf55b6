import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { outbox, staffAudit, staffMembers, staffPasskeys, staffSessions } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import type { AuditRow } from "./audit.ts";

export type StaffPasskeysStore = ReturnType<typeof createStaffPasskeysStore>;
export type StaffPasskeyRow = typeof staffPasskeys.$inferSelect;

const DONE = sql`changes() = 1`;

export function createStaffPasskeysStore(db: Database) {
  return {
    async list(staffId: string): Promise<StaffPasskeyRow[]> {
      return db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staffId)).orderBy(desc(staffPasskeys.createdAt));
    },

    async find(id: string): Promise<{ passkey: StaffPasskeyRow; person: typeof staffMembers.$inferSelect } | null> {
      const row = await db
        .select({ passkey: staffPasskeys, person: staffMembers })
        .from(staffPasskeys)
        .innerJoin(staffMembers, eq(staffMembers.id, staffPasskeys.staffId))
        .where(and(eq(staffPasskeys.id, id), isNull(staffMembers.disabledAt)))
        .get();
      return row ?? null;
    },

    /** False for a taken id, above the limit, or if the session ended: a reset removes all passkeys. */
    async add(
      row: typeof staffPasskeys.$inferInsert,
      { audit, mails }: { audit: AuditRow; mails: readonly (typeof outbox.$inferInsert)[] },
      { tokenHash, most }: { tokenHash: string; most: number },
    ): Promise<boolean> {
      const may = sql`(SELECT count(*) FROM ${staffPasskeys} WHERE ${staffPasskeys.staffId} = ${row.staffId}) < ${most}
        AND EXISTS (SELECT 1 FROM ${staffSessions} WHERE ${staffSessions.tokenHash} = ${tokenHash} AND ${staffSessions.endedAt} IS NULL)`;
      try {
        const [added] = await rowsOf<unknown[]>(db, [
          sql`${insertWhere(staffPasskeys, row, may)} RETURNING 1`,
          insertWhere(staffAudit, audit, DONE),
          ...mails.map((mail) => insertWhere(outbox, mail, DONE)),
        ]);
        return added?.length === 1;
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return false;
        throw error;
      }
    },

    /** False unless the counter grew: detects replays and cloned keys. Keys without a counter stay at 0. */
    async logIn(id: string, counter: number, session: typeof staffSessions.$inferInsert, audit: AuditRow): Promise<boolean> {
      const [, started] = await rowsOf<[unknown, unknown, unknown]>(db, [
        usedUp(id, counter, session.createdAt),
        sql`${insertWhere(staffSessions, session, DONE)} RETURNING 1`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return started.length === 1;
    },

    async redeem(id: string, counter: number, now: number): Promise<boolean> {
      const [used] = await rowsOf<[unknown]>(db, [sql`${usedUp(id, counter, now)} RETURNING 1`]);
      return used.length === 1;
    },

    async remove(staffId: string, id: string, audit: AuditRow): Promise<boolean> {
      const [removed] = await rowsOf<[unknown, unknown]>(db, [
        sql`DELETE FROM ${staffPasskeys} WHERE ${staffPasskeys.id} = ${id} AND ${staffPasskeys.staffId} = ${staffId} RETURNING 1`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return removed.length === 1;
    },
  };
}

function usedUp(id: string, counter: number, now: number): SQL {
  return sql`UPDATE ${staffPasskeys} SET ${staffPasskeys.counter} = ${counter}, ${staffPasskeys.lastUsedAt} = ${now}
    WHERE ${staffPasskeys.id} = ${id} AND (${staffPasskeys.counter} < ${counter} OR (${staffPasskeys.counter} = 0 AND ${counter} = 0))
      AND EXISTS (SELECT 1 FROM ${staffMembers}
        WHERE ${staffMembers}.${staffMembers.id} = ${staffPasskeys}.${staffPasskeys.staffId} AND ${staffMembers.disabledAt} IS NULL)`;
}
