import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, dailyFigures, decisions, payments, profiles, receipts, reports } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";

export interface Window {
  /** Null for all sites. */
  site: string | null;
  /** Ids above it; "" for the first page. */
  after: string;
  most: number;
}

const a = aliased(accounts, "a");
const f = aliased(profiles, "f");
const p = aliased(payments, "p");
const r = aliased(reports, "r");
const d = aliased(decisions, "d");
const g = aliased(dailyFigures, "g");

/** A row of the window; `mine` is 0 for one that is not to be shown. */
type Looked<T> = T & { id: string; mine: number };
export type MemberRow = Looked<
  Pick<typeof accounts.$inferSelect, "domainId" | "status" | "createdAt" | "activatedAt" | "deletedAt"> & { paidUser: number }
>;
export type OrderRow = Looked<typeof payments.$inferSelect & { refunded: number }>;
export type ReportRow = Looked<typeof reports.$inferSelect>;
export type DecisionRow = Looked<typeof decisions.$inferSelect>;

export type ProgramReadsStore = ReturnType<typeof createProgramReadsStore>;

/** Each page looks at the next `most` rows by primary key. Its cost does not grow with the table. */
export function createProgramReadsStore(db: Database) {
  const ofSite = (column: typeof a.domainId, site: string | null) => (site === null ? sql`1` : sql`${column} = ${site}`);
  async function window<T>(query: ReturnType<typeof sql>): Promise<Looked<T>[]> {
    const [rows] = await rowsOf<[Looked<T>]>(db, [query]);
    return rows;
  }
  return {
    async members({ site, after, most }: Window): Promise<MemberRow[]> {
      return window(sql`SELECT ${selected(a, ["id", "domainId", "status", "createdAt", "activatedAt", "deletedAt", "paidUser"])},
          ${ofSite(a.domainId, site)} AND coalesce(${f.fictional}, 0) = 0 AS mine
        FROM ${a} LEFT JOIN ${f} ON ${f.id} = ${a.id} WHERE ${a.id} > ${after} ORDER BY ${a.id} LIMIT ${most}`);
    },

    async orders({ site, after, most }: Window): Promise<OrderRow[]> {
      const names = [
        "id",
        "domainId",
        "accountId",
        "status",
        "packageId",
        "credits",
        "currency",
        "amount",
        "taxAmount",
        "taxRate",
      ] as const;
      const more = ["country", "method", "provider", "createdAt", "completedAt"] as const;
      return window(sql`SELECT ${selected(p, [...names, ...more])}, ${ofSite(p.domainId, site)} AS mine,
          (SELECT coalesce(sum(${receipts.amount}), 0) FROM ${receipts}
            WHERE ${receipts.paymentId} = ${p.id} AND ${receipts.kind} = 'credit_note') AS refunded
        FROM ${p} WHERE ${p.id} > ${after} ORDER BY ${p.id} LIMIT ${most}`);
    },

    async reports({ site, after, most }: Window): Promise<ReportRow[]> {
      const names = [
        "id",
        "domainId",
        "reportedId",
        "kind",
        "reason",
        "status",
        "outcome",
        "createdAt",
        "dueAt",
        "decidedAt",
      ] as const;
      return window(sql`SELECT ${selected(r, names)}, ${ofSite(r.domainId, site)} AS mine
        FROM ${r} WHERE ${r.id} > ${after} ORDER BY ${r.id} LIMIT ${most}`);
    },

    async decisions({ site, after, most }: Window): Promise<DecisionRow[]> {
      const names = ["id", "domainId", "memberId", "reportId", "kind", "reason", "createdAt", "until", "liftedAt"] as const;
      return window(sql`SELECT ${selected(d, [...names, "objectedAt", "closedAt"])}, ${ofSite(d.domainId, site)} AS mine
        FROM ${d} WHERE ${d.id} > ${after} ORDER BY ${d.id} LIMIT ${most}`);
    },

    /** Days since 1970, both included. */
    async figures(site: string, [from, to]: [number, number], after: [number, string, string], most: number) {
      const [rows] = await rowsOf<[{ day: number; name: string; part: string; value: number }]>(db, [
        sql`SELECT ${selected(g, ["day", "name", "part", "value"])} FROM ${g}
          WHERE ${g.domainId} = ${site} AND ${g.day} BETWEEN ${from} AND ${to}
            AND (${g.day}, ${g.name}, ${g.part}) > (${after[0]}, ${after[1]}, ${after[2]})
          ORDER BY ${g.day}, ${g.name}, ${g.part} LIMIT ${most}`,
      ]);
      return rows;
    },
  };
}
