import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, outbox as mails, type outbox, profiles, reports, staffAudit, workItems } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";

const r = aliased(reports, "r");
const w = aliased(workItems, "w");
const a = aliased(accounts, "a");
const p = aliased(profiles, "p");

type Report = Pick<typeof reports.$inferSelect, "id" | "kind" | "objectId" | "reportedId">;
type Lead = Pick<typeof workItems.$inferSelect, "decision" | "reason" | "decidedBy" | "decidedAt">;

interface Reporter {
  id: string;
  name: string;
  email: string;
  language: string;
  country: string;
  domainId: string;
}
export type Follower = { report: string; reference: string } & (Reporter | Record<keyof Reporter, null>);

export interface Followed {
  report: string;
  mail: typeof outbox.$inferInsert | null;
  audit: AuditRow;
}

export type ReportGroupStore = ReturnType<typeof createReportGroupStore>;

export function createReportGroupStore(db: Database) {
  return {
    /** Undecided reports about the member or the thing. A reporter who cannot be written to is null. */
    async followers(of: Report, scope: "member" | "thing", most: number): Promise<Follower[]> {
      const same = scope === "member" ? sql`1` : sql`${r.kind} = ${of.kind} AND ${r.objectId} = ${of.objectId}`;
      const [rows] = await rowsOf<[Follower]>(db, [
        sql`SELECT ${r.id} AS report, ${r.reference}, ${selected(a, ["id", "email", "language", "domainId"])}, ${p.name}, ${p.country}
          FROM ${r} JOIN ${w} ON ${w.kind} = 'report' AND ${w.objectId} = ${r.id} AND ${w.state} = 'waiting'
          LEFT JOIN ${a} ON ${a.id} = ${r.reporterId} AND ${a.status} IN ('active', 'not_confirmed')
          LEFT JOIN ${p} ON ${p.id} = ${a.id}
          WHERE ${r.reportedId} = ${of.reportedId} AND ${r.id} <> ${of.id} AND ${r.status} = 'open' AND ${same}
          ORDER BY ${r.createdAt} LIMIT ${most}`,
      ]);
      return rows;
    },

    /** One transaction. A report that somebody has decided meanwhile keeps that decision, and nobody is told twice. */
    async follow(lead: Lead, all: readonly Followed[], now: number) {
      const outcome = lead.decision === "no_violation" ? "no_violation" : "acted";
      await rowsOf<unknown[]>(
        db,
        all.flatMap(({ report, mail, audit }) => {
          const waits = sql`EXISTS (SELECT 1 FROM ${w} WHERE ${w.kind} = 'report' AND ${w.objectId} = ${report} AND ${w.state} = 'waiting')`;
          return [
            insertWhere(staffAudit, audit, waits),
            ...(mail ? [insertWhere(mails, mail, waits)] : []),
            sql`UPDATE ${workItems} SET ${workItems.decision} = ${lead.decision}, ${workItems.reason} = ${lead.reason},
                ${workItems.decidedBy} = ${lead.decidedBy}, ${workItems.decidedAt} = ${lead.decidedAt}, ${workItems.words} = NULL,
                ${workItems.state} = 'done'
              WHERE ${workItems.kind} = 'report' AND ${workItems.objectId} = ${report} AND ${workItems.state} = 'waiting'`,
            sql`UPDATE ${reports} SET ${reports.status} = 'decided', ${reports.outcome} = ${outcome}, ${reports.decidedAt} = ${now}
              WHERE ${reports.id} = ${report} AND ${reports.status} = 'open' AND changes() = 1`,
          ];
        }),
      );
    },
  };
}
