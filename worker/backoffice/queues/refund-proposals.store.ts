import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { outbox, payments, profiles, refundProposals, refunds, staffAudit, staffMembers, workItems } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";
import { faceOf } from "./face.sql.ts";

export type ProposalRow = typeof refundProposals.$inferSelect;
export type ProposalsStore = ReturnType<typeof createProposalsStore>;

type Named = Omit<ProposalRow, "byTwo"> & {
  byTwo: number;
  name: string;
  paid: number;
  left: number;
  currency: string;
  proposer: string;
  decider: string | null;
  refund: "requested" | "done" | "failed" | null;
};

const p = aliased(refundProposals, "p");
const y = aliased(payments, "y");
const o = aliased(profiles, "o");
const s = aliased(staffMembers, "s");
const t = aliased(staffMembers, "t");
const w = aliased(workItems, "w");
const r = aliased(refunds, "r");

const COLUMNS = [
  ...(["id", "paymentId", "accountId", "domainId", "amount", "credits", "share", "reason", "byTwo", "proposedBy"] as const),
  ...(["status", "refusal", "decidedBy", "createdAt", "decidedAt"] as const),
];
const NAMED = sql`${selected(p, COLUMNS)}, coalesce(${o.name}, '') AS name, ${y.amount} AS paid, ${y.currency},
    iif(${y.status} = 'completed', ${y.amount} - (SELECT coalesce(sum(${r.amount}), 0) FROM ${r}
      WHERE ${r.paymentId} = ${y.id} AND ${r.status} <> 'failed'), 0) AS "left",
    coalesce(${s.name}, ${p.proposedBy}) AS proposer, ${t.name} AS decider,
    (SELECT ${r.status} FROM ${r} WHERE ${r.id} = ${p.id}) AS refund`;
const JOINED = sql`JOIN ${y} ON ${y.id} = ${p.paymentId} LEFT JOIN ${o} ON ${o.id} = ${p.accountId}
    LEFT JOIN ${s} ON ${s.id} = ${p.proposedBy} LEFT JOIN ${t} ON ${t.id} = ${p.decidedBy}`;

type InHand = Named & { item: string; face: string | null };

interface Alone {
  by: string;
  currency: string;
  since: number;
}

/** Open ones count whatever their age, as one person may approve them at any time; the others from their approval. */
function aloneOf({ by, currency, since }: Alone): SQL {
  return sql`${p} JOIN ${y} ON ${y.id} = ${p.paymentId} WHERE ${p.proposedBy} = ${by} AND ${p.byTwo} = 0
    AND (${p.status} = 'proposed' OR (${p.status} = 'approved' AND ${p.decidedAt} > ${since})) AND ${y.currency} = ${currency}`;
}

interface Ended {
  id: string;
  status: "refused" | "failed";
  refusal: string | null;
  by: string;
  mail: typeof outbox.$inferInsert | null;
  now: number;
}

export function createProposalsStore(db: Database) {
  const underWay = (payment: string) =>
    sql`EXISTS (SELECT 1 FROM ${r} WHERE ${r.paymentId} = ${payment} AND ${r.status} = 'requested')`;
  const isOpen = (id: string) => sql`EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${id} AND ${p.status} = 'proposed')`;

  return {
    async find(id: string): Promise<ProposalRow | null> {
      const [rows] = await rowsOf<[Omit<ProposalRow, "byTwo"> & { byTwo: number }]>(db, [
        sql`SELECT ${selected(p, COLUMNS)} FROM ${p} WHERE ${p.id} = ${id}`,
      ]);
      return rows[0] ? { ...rows[0], byTwo: rows[0].byTwo === 1 } : null;
    },

    /** `oldest` is null while none is approved: nothing is free again by itself. */
    async alone(of: Alone): Promise<{ sum: number; oldest: number | null }> {
      const [row] = await db.all<{ sum: number; oldest: number | null }>(
        sql`SELECT coalesce(sum(${p.amount}), 0) AS sum, min(${p.decidedAt}) AS oldest FROM ${aloneOf(of)}`,
      );
      return { sum: row?.sum ?? 0, oldest: row?.oldest ?? null };
    },

    /** All rows or none: no other refund may be open, and `given` is what was given back so far. */
    async propose(
      row: typeof refundProposals.$inferInsert,
      given: number,
      item: typeof workItems.$inferInsert,
      audit: readonly AuditRow[],
      alone: (Alone & { most: number }) | null,
    ): Promise<boolean> {
      const within = alone
        ? sql`(SELECT coalesce(sum(${p.amount}), 0) FROM ${aloneOf(alone)}) + ${row.amount} <= ${alone.most}`
        : sql`1`;
      const free = sql`NOT EXISTS (SELECT 1 FROM ${p} WHERE ${p.paymentId} = ${row.paymentId} AND ${p.status} = 'proposed')
        AND NOT ${underWay(row.paymentId)}
        AND (SELECT coalesce(sum(${r.amount}), 0) FROM ${r} WHERE ${r.paymentId} = ${row.paymentId} AND ${r.status} <> 'failed') = ${given}
        AND ${within}`;
      const [made] = await rowsOf<[{ id: string }, ...unknown[]]>(db, [
        sql`${insertWhere(refundProposals, row, free)} RETURNING ${refundProposals.id}`,
        insertWhere(workItems, item, sql`changes() = 1`),
        ...audit.map((one) => insertWhere(staffAudit, one, sql`changes() = 1`)),
      ]);
      return made.length > 0;
    },

    /**
     * In one transaction the approval and the refund, which takes its credits. Constraint errors write nothing.
     * False once the proposal has ended.
     */
    async approve(row: ProposalRow, by: string, now: number): Promise<boolean> {
      const { id, paymentId, accountId, amount, credits } = row;
      const refund = { id, paymentId, accountId, amount, credits, status: "requested" as const, createdAt: now, updatedAt: now };
      const [, approved] = await rowsOf<[unknown, unknown]>(db, [
        insertWhere(refunds, refund, isOpen(id)),
        sql`UPDATE ${refundProposals} SET ${refundProposals.status} = 'approved', ${refundProposals.decidedBy} = ${by},
          ${refundProposals.decidedAt} = ${now} WHERE ${refundProposals.id} = ${id} AND ${refundProposals.status} = 'proposed'
          AND EXISTS (SELECT 1 FROM ${r} WHERE ${r.id} = ${id}) RETURNING 1`,
      ]);
      return approved.length > 0;
    },

    /** False for a proposal that ended before: nothing is written, and no mail. */
    async end({ id, status, refusal, by, mail, now }: Ended): Promise<boolean> {
      const [ended] = await rowsOf<{ id: string }[]>(db, [
        sql`UPDATE ${refundProposals} SET ${refundProposals.status} = ${status}, ${refundProposals.refusal} = ${refusal},
          ${refundProposals.decidedBy} = ${by}, ${refundProposals.decidedAt} = ${now}
          WHERE ${refundProposals.id} = ${id} AND ${refundProposals.status} = 'proposed' RETURNING ${refundProposals.id}`,
        ...(mail ? [insertWhere(outbox, mail, sql`changes() = 1`)] : []),
      ]);
      return (ended ?? []).length > 0;
    },

    /** The proposals leased by this person, and the latest of all. */
    async shown(staffId: string, now: number, most: number): Promise<{ inHand: InHand[]; latest: Named[] }> {
      const from = (columns: SQL, rest: SQL) => sql`SELECT ${columns} FROM ${rest}`;
      const [inHand, latest] = await rowsOf<[InHand, Named]>(db, [
        from(
          sql`${w.id} AS item, ${faceOf(p.accountId)} AS face, ${NAMED}`,
          sql`${w} JOIN ${p} ON ${p.id} = ${w.objectId} ${JOINED}
            WHERE ${w.kind} = 'refund' AND ${isLeasedTo(w, staffId, now)} ORDER BY ${w.score} DESC, ${w.createdAt}, ${w.id}`,
        ),
        from(NAMED, sql`${p} ${JOINED} ORDER BY ${p.createdAt} DESC LIMIT ${most}`),
      ]);
      return { inHand, latest };
    },
  };
}
