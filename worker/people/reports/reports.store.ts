import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { Proof } from "#db/schema/attributes.ts";
import { profiles, reportProofs, reports } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";

const r = aliased(reports, "r");
const p = aliased(profiles, "p");

type Row = typeof reports.$inferSelect;
export type NewReport = Omit<Row, "status" | "outcome" | "decidedAt" | "reporterId"> & { reporterId: string };
export type ReportRow = Pick<
  Row,
  "id" | "reference" | "kind" | "reportedId" | "reason" | "text" | "outcome" | "createdAt" | "decidedAt"
> & { name: string; fictional: number; status: string };

export interface Position {
  at: number;
  id: string;
}

export type ReportsStore = ReturnType<typeof createReportsStore>;

export function createReportsStore(db: Database) {
  return {
    /** Answers the reference of the report that waits: this one, or an earlier one about the same. */
    async add(row: NewReport, proof: Proof): Promise<string> {
      const columns = into(
        reports,
        ...(["id", "reference", "domainId", "pool", "reporterId", "reportedId"] as const),
        ...(["kind", "objectId", "reason", "text", "createdAt", "dueAt"] as const),
      );
      const [, , rows] = await rowsOf<[unknown, unknown, { reference: string }]>(db, [
        sql`INSERT INTO ${columns} VALUES (${row.id}, ${row.reference}, ${row.domainId}, ${row.pool}, ${row.reporterId}, ${row.reportedId},
          ${row.kind}, ${row.objectId}, ${row.reason}, ${row.text}, ${row.createdAt}, ${row.dueAt}) ON CONFLICT DO NOTHING`,
        sql`INSERT INTO ${into(reportProofs, "reportId", "memberId", "proof")}
          SELECT ${r.id}, ${r.reportedId}, ${JSON.stringify(proof)} FROM ${r} WHERE ${r.id} = ${row.id}`,
        sql`SELECT ${r.reference} FROM ${r} WHERE ${r.reporterId} = ${row.reporterId} AND ${r.kind} = ${row.kind}
          AND ${r.objectId} = ${row.objectId} AND ${r.status} = 'open'`,
      ]);
      return rows[0]?.reference ?? row.reference;
    },

    /** Newest first. */
    listQuery: listOf,

    /** `prefetched` are rows of `listQuery`. */
    async list(
      reporterId: string,
      after: Position | null,
      size: number,
      prefetched: unknown[][] | null = null,
    ): Promise<ReportRow[]> {
      const [rows] = (prefetched ?? (await rowsOf<[ReportRow]>(db, [listOf(reporterId, after, size)]))) as [ReportRow[]];
      return rows;
    },
  };
}

function listOf(reporterId: string, after: Position | null, size: number): SQL {
  const from = after ? sql`AND (${r.createdAt}, ${r.id}) < (${after.at}, ${after.id})` : sql``;
  return sql`SELECT ${selected(r, ["id", "reference", "kind", "reportedId", "reason", "text", "outcome", "createdAt", "decidedAt"])},
      ${p.name}, ${p.fictional}, ${p.status}
    FROM ${r} CROSS JOIN ${p} ON ${p.id} = ${r.reportedId}
    WHERE ${r.reporterId} = ${reporterId} ${from} ORDER BY ${r.createdAt} DESC, ${r.id} DESC LIMIT ${size}`;
}
