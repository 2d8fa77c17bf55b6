import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { Proof } from "#db/schema/attributes.ts";
import { chatPhotos, decisions, photos, reportProofs, reports, voiceAnswers } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { PROOF_RETENTION } from "./reports.vocabulary.ts";

const f = aliased(reportProofs, "f");

export type ProofsStore = ReturnType<typeof createProofsStore>;

export function createProofsStore(db: Database) {
  return {
    async shows(memberId: string, key: string): Promise<boolean> {
      const [rows] = await rowsOf<[{ one: number }]>(db, [
        sql`SELECT 1 AS one FROM ${f} WHERE ${f.memberId} = ${memberId} AND instr(${f.proof}, ${key}) > 0 LIMIT 1`,
      ]);
      return rows.length > 0;
    },

    /** Proofs of reports decided long ago, without a pending objection. */
    async ended(now: number, most: number): Promise<{ reportId: string; memberId: string; proof: Proof }[]> {
      const [rows] = await rowsOf<[{ reportId: string; memberId: string; proof: string }]>(db, [
        sql`SELECT ${f.reportId} AS reportId, ${f.memberId} AS memberId, ${f.proof} FROM ${f}
          WHERE ${f.reportId} IN (SELECT ${reports.id} FROM ${reports} WHERE ${reports.decidedAt} < ${now - PROOF_RETENTION})
            AND NOT EXISTS (SELECT 1 FROM ${decisions} WHERE ${decisions.memberId} = ${f.memberId}
              AND ${decisions.reportId} = ${f.reportId} AND ${decisions.objectedAt} IS NOT NULL AND ${decisions.outcome} IS NULL)
          LIMIT ${most}`,
      ]);
      return rows.map((row) => ({ ...row, proof: JSON.parse(row.proof) as Proof }));
    },

    /** A profile, a chat or the proof of another report has it. */
    async isNeeded(memberId: string, reportId: string, key: string): Promise<boolean> {
      const [rows] = await rowsOf<[{ needed: number }]>(db, [
        sql`SELECT EXISTS (SELECT 1 FROM ${photos} WHERE ${photos.profileId} = ${memberId} AND ${photos.key} = ${key})
          OR EXISTS (SELECT 1 FROM ${chatPhotos} WHERE ${chatPhotos.key} = ${key})
          OR EXISTS (SELECT 1 FROM ${voiceAnswers} WHERE ${voiceAnswers.key} = ${key})
          OR EXISTS (SELECT 1 FROM ${f} WHERE ${f.memberId} = ${memberId} AND ${f.reportId} <> ${reportId}
            AND instr(${f.proof}, ${key}) > 0) AS needed`,
      ]);
      return rows[0]?.needed === 1;
    },

    async forget(reportId: string): Promise<void> {
      await db.delete(reportProofs).where(eq(reportProofs.reportId, reportId));
    },
  };
}
