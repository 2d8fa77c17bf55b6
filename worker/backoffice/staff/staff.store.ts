import { and, desc, eq, gt, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { batched, insertWhere, rowsOf } from "#db/raw.ts";
import { staffAudit, staffMembers, staffRecoveryCodes, staffSessions } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import type { AuditRow } from "./audit.ts";
import type { StaffViewer } from "./viewer.ts";

export type StaffRow = typeof staffMembers.$inferSelect;
type SessionRow = typeof staffSessions.$inferInsert;
export type Proof = { step: number } | { recovery: string };
export type StaffStore = ReturnType<typeof createStaffStore>;

const DONE = sql`changes() = 1`;

export function createStaffStore(db: Database) {
  const one = async (where: ReturnType<typeof and>): Promise<StaffRow | null> =>
    (await db.select().from(staffMembers).where(where).get()) ?? null;

  return {
    async findByEmail(email: string): Promise<StaffRow | null> {
      return one(and(eq(staffMembers.email, email), isNull(staffMembers.disabledAt)));
    },

    async findBySetup(hash: string, now: number): Promise<StaffRow | null> {
      return one(and(eq(staffMembers.setupHash, hash), gt(staffMembers.setupExpiresAt, now), isNull(staffMembers.disabledAt)));
    },

    async hasUsedSetup(staffId: string, hash: string): Promise<boolean> {
      const of = and(eq(staffMembers.id, staffId), eq(staffMembers.setupHash, hash), isNull(staffMembers.setupExpiresAt));
      return (await db.$count(staffMembers, of)) > 0;
    },

    async findBySession(tokenHash: string, now: number): Promise<StaffViewer | null> {
      const row = await db
        .select({
          id: staffMembers.id,
          name: staffMembers.name,
          email: staffMembers.email,
          role: staffMembers.role,
          tokenHash: staffSessions.tokenHash,
          expiresAt: staffSessions.expiresAt,
        })
        .from(staffSessions)
        .innerJoin(staffMembers, eq(staffMembers.id, staffSessions.staffId))
        .where(
          and(
            eq(staffSessions.tokenHash, tokenHash),
            gt(staffSessions.expiresAt, now),
            isNull(staffSessions.endedAt),
            isNull(staffMembers.disabledAt),
          ),
        )
        .get();
      return row ?? null;
    },

    /** Uses the code up and starts the session, or neither. False for a used code, and if a reset came since the check. */
    async logIn(proof: Proof, checkedHash: string | null, session: SessionRow, audit: AuditRow): Promise<boolean> {
      const [, started] = await rowsOf<[unknown, unknown, unknown]>(db, [
        usedUp(proof, { id: session.staffId, passwordHash: checkedHash }, session.createdAt),
        sql`${insertWhere(staffSessions, session, DONE)} RETURNING 1`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return started.length === 1;
    },

    /** True if this person has logged in on the device since the last reset. */
    async knowsDevice(staffId: string, deviceHash: string): Promise<boolean> {
      const of = and(eq(staffSessions.staffId, staffId), eq(staffSessions.deviceHash, deviceHash));
      return (await db.$count(staffSessions, of)) > 0;
    },

    /** False for a used code, and if a reset came since the check. */
    async redeem(proof: Proof, checked: Pick<StaffRow, "id" | "passwordHash">, now: number): Promise<boolean> {
      const [used] = await rowsOf<[unknown]>(db, [sql`${usedUp(proof, checked, now)} RETURNING 1`]);
      return used.length === 1;
    },

    /** Ends the link; its hash stays, to know its owner by. False when it was used meanwhile. */
    async setUp(
      {
        setupHash,
        recovery,
        ...made
      }: Pick<StaffRow, "passwordHash" | "totpSecret" | "totpStep"> & {
        setupHash: string;
        recovery: string[];
      },
      session: SessionRow,
      audit: AuditRow,
    ): Promise<boolean> {
      const { staffId } = session;
      const [done] = await db.batch([
        db
          .update(staffMembers)
          .set({ ...made, setupExpiresAt: null })
          .where(
            and(eq(staffMembers.setupHash, setupHash), isNotNull(staffMembers.setupExpiresAt), isNull(staffMembers.disabledAt)),
          )
          .returning({ id: staffMembers.id }),
        batched(db, insertWhere(staffSessions, session, DONE)),
        batched(db, insertWhere(staffAudit, audit, DONE)),
        batched(
          db,
          sql`INSERT INTO ${staffRecoveryCodes} (staff_id, hash) SELECT ${staffId}, value
            FROM json_each(${JSON.stringify(recovery)}) WHERE changes() = 1`,
        ),
      ]);
      return done.length === 1;
    },

    async endSession(tokenHash: string, now: number, audit: AuditRow): Promise<void> {
      await db.batch([
        db.update(staffSessions).set({ endedAt: now }).where(eq(staffSessions.tokenHash, tokenHash)),
        db.insert(staffAudit).values(audit),
      ]);
    },

    async openSessions(staffId: string, now: number) {
      return db
        .select()
        .from(staffSessions)
        .where(and(eq(staffSessions.staffId, staffId), gt(staffSessions.expiresAt, now), isNull(staffSessions.endedAt)))
        .orderBy(desc(staffSessions.createdAt));
    },

    /** All but `except`. Returns how many. */
    async endSessions(staffId: string, except: string | null, now: number, audit: AuditRow): Promise<number> {
      const [ended] = await rowsOf<[unknown, unknown]>(db, [
        sql`UPDATE ${staffSessions} SET ${staffSessions.endedAt} = ${now} WHERE ${staffSessions.staffId} = ${staffId}
          AND ${staffSessions.endedAt} IS NULL AND ${staffSessions.tokenHash} <> ${except ?? ""} RETURNING 1`,
        insertWhere(staffAudit, audit, sql`1`),
      ]);
      return ended.length;
    },

    /** Keeps each person's last session, which tells the last log-in. */
    async forgetSessions(before: number): Promise<void> {
      const { staffId, createdAt, expiresAt } = staffSessions;
      await rowsOf(db, [
        sql`DELETE FROM ${staffSessions} WHERE ${expiresAt} < ${before} AND EXISTS (SELECT 1 FROM ${staffSessions} newer
          WHERE newer.${staffId} = ${staffSessions}.${staffId} AND newer.${createdAt} > ${staffSessions}.${createdAt})`,
      ]);
    },

    async note(audit: AuditRow): Promise<void> {
      await db.insert(staffAudit).values(audit);
    },

    /** `once`: not where the same staff member left the same row within this time (ms). */
    async noteAll(rows: readonly { row: AuditRow; once: number }[]): Promise<void> {
      const noted = (
        { action, objectKind, objectId, staffId, at }: AuditRow,
        once: number,
      ) => sql`EXISTS (SELECT 1 FROM ${staffAudit}
        WHERE ${staffAudit.objectKind} = ${objectKind} AND ${staffAudit.objectId} = ${objectId} AND ${staffAudit.action} = ${action}
          AND ${staffAudit.staffId} = ${staffId} AND ${staffAudit.at} > ${at - once})`;
      await rowsOf<unknown[]>(
        db,
        rows.map(({ row, once }) => insertWhere(staffAudit, row, once === 0 ? sql`1` : sql`NOT ${noted(row, once)}`)),
      );
    },

    /** Newest first. */
    async audit({ before, staff }: { before?: number; staff?: string }, most: number) {
      return db
        .select({ row: staffAudit, name: staffMembers.name })
        .from(staffAudit)
        .leftJoin(staffMembers, eq(staffMembers.id, staffAudit.staffId))
        .where(and(before ? lt(staffAudit.id, before) : undefined, staff ? eq(staffAudit.staffId, staff) : undefined))
        .orderBy(desc(staffAudit.id))
        .limit(most);
    },
  };
}

function usedUp(proof: Proof, { id: staffId, passwordHash: checked }: Pick<StaffRow, "id" | "passwordHash">, now: number): SQL {
  const { id, disabledAt, passwordHash, totpStep } = staffMembers;
  const same = sql`${id} = ${staffId} AND ${passwordHash} IS ${checked} AND ${disabledAt} IS NULL`;
  if ("step" in proof)
    return sql`UPDATE ${staffMembers} SET ${totpStep} = ${proof.step} WHERE ${same} AND ${totpStep} < ${proof.step}`;
  return sql`UPDATE ${staffRecoveryCodes} SET ${staffRecoveryCodes.usedAt} = ${now}
    WHERE ${staffRecoveryCodes.staffId} = ${staffId} AND ${staffRecoveryCodes.hash} = ${proof.recovery}
      AND ${staffRecoveryCodes.usedAt} IS NULL AND EXISTS (SELECT 1 FROM ${staffMembers} WHERE ${same})`;
}
