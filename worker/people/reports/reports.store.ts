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

/** A report of a call is of its chat or, once that is gone, of the profile. */
export type Same = Pick<Row, "kind" | "objectId">;

interface Added {
  reference: string;
  isNew: boolean;
  /** Its proof holds what this one brought. */
  isHeld: boolean;
}

export interface Position {
  at: number;
  id: string;
}

export type ReportsStore = ReturnType<typeof createReportsStore>;

export function createReportsStore(db: Database) {
  return {
    /** The report that waits: this one, or an earlier one about one of `same`. That one takes pictures if it has none. */
    async add(row: NewReport, proof: Proof, same: readonly Same[] = [row]): Promise<Added> {
      const columns = into(
        reports,
        ...(["id", "reference", "domainId", "pool", "reporterId", "reportedId"] as const),
        ...(["kind", "objectId", "reason", "text", "createdAt", "dueAt"] as const),
      );
      const waits = sql`FROM ${r} WHERE ${r.reporterId} = ${row.reporterId} AND ${r.status} = 'open' AND ${isOneOf(same)}`;
      const seen = proof.call ? JSON.stringify(proof.call) : null;
      const [, , [open], joined] = await rowsOf<[unknown, unknown, { reference: string }, unknown]>(db, [
        sql`INSERT INTO ${columns} SELECT ${row.id}, ${row.reference}, ${row.domainId}, ${row.pool}, ${row.reporterId}, ${row.reportedId},
          ${row.kind}, ${row.objectId}, ${row.reason}, ${row.text}, ${row.createdAt}, ${row.dueAt}
          WHERE NOT EXISTS (SELECT 1 ${waits}) ON CONFLICT DO NOTHING`,
        sql`INSERT INTO ${into(reportProofs, "reportId", "memberId", "proof")}
          SELECT ${r.id}, ${r.reportedId}, ${JSON.stringify(proof)} FROM ${r} WHERE ${r.id} = ${row.id}`,
        sql`SELECT ${r.reference} ${waits}`,
        sql`UPDATE ${reportProofs} SET ${reportProofs.proof} = json_set(${reportProofs.proof}, '$.call', json(${seen}))
          WHERE ${seen} IS NOT NULL AND ${reportProofs.reportId} = (SELECT ${r.id} ${waits})
            AND ${reportProofs.proof} ->> '$.call' IS NULL RETURNING 1`,
      ]);
      const reference = open?.reference ?? row.reference;
      const isNew = reference === row.reference;
      return { reference, isNew, isHeld: isNew || joined.length > 0 };
    },

    /** The reference of the reporter's report about one of `same` that waits. */
    async waiting(reporterId: string, same: readonly Same[]): Promise<string | null> {
      const [rows] = await rowsOf<[{ reference: string }]>(db, [
        sql`SELECT ${r.reference} FROM ${r} WHERE ${r.reporterId} = ${reporterId} AND ${r.status} = 'open' AND ${isOneOf(same)}`,
      ]);
      return rows[0]?.reference ?? null;
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

function isOneOf(same: readonly Same[]): SQL {
  const each = same.map(({ kind, objectId }) => sql`(${r.kind} = ${kind} AND ${r.objectId} = ${objectId})`);
  return sql`(${sql.join(each, sql` OR `)})`;
}

function listOf(reporterId: string, after: Position | null, size: number): SQL {
  const from = after ? sql`AND (${r.createdAt}, ${r.id}) < (${after.at}, ${after.id})` : sql``;
  return sql`SELECT ${selected(r, ["id", "reference", "kind", "reportedId", "reason", "text", "outcome", "createdAt", "decidedAt"])},
      ${p.name}, ${p.fictional}, ${p.status}
    FROM ${r} CROSS JOIN ${p} ON ${p.id} = ${r.reportedId}
    WHERE ${r.reporterId} = ${reporterId} ${from} ORDER BY ${r.createdAt} DESC, ${r.id} DESC LIMIT ${size}`;
}
