import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { cannedAnswers, staffAudit, staffMembers } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";

type CannedRow = typeof cannedAnswers.$inferSelect;

const c = aliased(cannedAnswers, "c");
const m = aliased(staffMembers, "m");
const DONE = sql`changes() = 1`;

export type CannedStore = ReturnType<typeof createCannedStore>;

export function createCannedStore(db: Database) {
  return {
    async list(): Promise<(CannedRow & { by: string })[]> {
      const columns = selected(c, ["id", "place", "title", "version", "changedBy", "changedAt"]);
      const rows = await db.all<Omit<CannedRow, "texts"> & { texts: string; by: string }>(
        sql`SELECT ${columns}, ${c.texts} AS texts, coalesce(${m.name}, '') AS by
          FROM ${c} LEFT JOIN ${m} ON ${m.id} = ${c.changedBy} ORDER BY ${c.place}, ${c.title}, ${c.id}`,
      );
      return rows.map((row) => ({ ...row, texts: JSON.parse(row.texts) }));
    },

    /** False if there are `most`. */
    async add({ texts, ...row }: CannedRow, most: number, audit: AuditRow): Promise<boolean> {
      const isFree = sql`(SELECT count(*) FROM ${c}) < ${most}`;
      const [made] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`${insertWhere(cannedAnswers, { ...row, texts }, isFree)} RETURNING ${cannedAnswers.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return made.length === 1;
    },

    /** False if it has changed since `version`. */
    async change({ id, version, texts, ...row }: CannedRow, audit: AuditRow): Promise<boolean> {
      const [changed] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${cannedAnswers} SET ${cannedAnswers.place} = ${row.place}, ${cannedAnswers.title} = ${row.title},
            ${cannedAnswers.texts} = ${JSON.stringify(texts)}, ${cannedAnswers.changedBy} = ${row.changedBy},
            ${cannedAnswers.changedAt} = ${row.changedAt}, ${cannedAnswers.version} = ${version + 1}
          WHERE ${cannedAnswers.id} = ${id} AND ${cannedAnswers.version} = ${version} RETURNING ${cannedAnswers.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return changed.length === 1;
    },

    async remove(id: string, audit: AuditRow): Promise<boolean> {
      const [removed] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`DELETE FROM ${cannedAnswers} WHERE ${cannedAnswers.id} = ${id} RETURNING ${cannedAnswers.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return removed.length === 1;
    },
  };
}
