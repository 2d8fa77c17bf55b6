import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import {
  ledger,
  outbox as mails,
  type outbox,
  profiles,
  staffAudit,
  staffMembers,
  staffRequests,
  workItems,
} from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";

type MailRow = typeof outbox.$inferInsert;
export type RequestRow = typeof staffRequests.$inferSelect;
type Named = Omit<RequestRow, "byTwo"> & { byTwo: number; name: string; proposer: string; decider: string | null };

const q = aliased(staffRequests, "q");
const w = aliased(workItems, "w");
const p = aliased(profiles, "p");
const s = aliased(staffMembers, "s");
const t = aliased(staffMembers, "t");

const COLUMNS = [
  ...(["id", "kind", "memberId", "domainId", "credits", "reason", "byTwo", "proposedBy"] as const),
  ...(["status", "decidedBy", "createdAt", "decidedAt"] as const),
];
const NAMED = sql`${selected(q, COLUMNS)}, coalesce(${p.name}, '') AS name, coalesce(${s.name}, ${q.proposedBy}) AS proposer,
    ${t.name} AS decider`;
const JOINED = sql`LEFT JOIN ${p} ON ${p.id} = ${q.memberId} LEFT JOIN ${s} ON ${s.id} = ${q.proposedBy}
    LEFT JOIN ${t} ON ${t.id} = ${q.decidedBy}`;

interface Alone {
  by: string;
  member: string;
  since: number;
}

export type RequestsStore = ReturnType<typeof createRequestsStore>;

export function createRequestsStore(db: Database) {
  const isOpen = (id: string) => sql`EXISTS (SELECT 1 FROM ${q} WHERE ${q.id} = ${id} AND ${q.status} = 'proposed')`;
  /** Credits that somebody gave a member alone, or is about to. */
  const aloneOf = ({ by, member, since }: Alone): SQL => sql`(SELECT coalesce(sum(${q.credits}), 0) FROM ${q}
    WHERE ${q.kind} = 'credits' AND ${q.byTwo} = 0 AND ${q.proposedBy} = ${by} AND ${q.memberId} = ${member}
      AND (${q.status} = 'proposed' OR (${q.status} = 'approved' AND ${q.decidedAt} > ${since})))`;

  return {
    async find(id: string): Promise<RequestRow | null> {
      const [rows] = await rowsOf<[Omit<RequestRow, "byTwo"> & { byTwo: number }]>(db, [
        sql`SELECT ${selected(q, COLUMNS)} FROM ${q} WHERE ${q.id} = ${id}`,
      ]);
      return rows[0] ? { ...rows[0], byTwo: rows[0].byTwo === 1 } : null;
    },

    async alone(of: Alone): Promise<number> {
      const [row] = await db.all<{ sum: number }>(sql`SELECT ${aloneOf(of)} AS sum`);
      return row?.sum ?? 0;
    },

    /** All rows or none. False while a request of the kind waits for the member, and above `most` credits alone. */
    async propose(
      row: typeof staffRequests.$inferInsert,
      item: typeof workItems.$inferInsert,
      audit: readonly AuditRow[],
      alone: (Alone & { most: number }) | null,
    ): Promise<boolean> {
      const within = alone ? sql`${aloneOf(alone)} + ${row.credits ?? 0} <= ${alone.most}` : sql`1`;
      const free = sql`${within} AND NOT EXISTS (SELECT 1 FROM ${q} WHERE ${q.memberId} = ${row.memberId} AND ${q.kind} = ${row.kind}
        AND ${q.status} = 'proposed')`;
      const [made] = await rowsOf<[{ id: string }, ...unknown[]]>(db, [
        sql`${insertWhere(staffRequests, row, free)} RETURNING ${staffRequests.id}`,
        insertWhere(workItems, item, sql`changes() = 1`),
        ...audit.map((one) => insertWhere(staffAudit, one, sql`changes() = 1`)),
      ]);
      return made.length > 0;
    },

    /** The credits, the mail and the end of the request, or none of them. Idempotent. */
    async give({ id, memberId, credits }: RequestRow, by: string, mail: MailRow | null, now: number): Promise<boolean> {
      const entry = into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt");
      const [, , given] = await rowsOf<[unknown, unknown, { id: string }]>(db, [
        sql`INSERT INTO ${entry} SELECT ${memberId}, ${credits}, 'goodwill', ${id}, ${`goodwill:${id}`}, ${now} WHERE ${isOpen(id)}`,
        mail ? insertWhere(mails, mail, isOpen(id)) : sql`SELECT 1`,
        sql`UPDATE ${staffRequests} SET ${staffRequests.status} = 'approved', ${staffRequests.decidedBy} = ${by},
          ${staffRequests.decidedAt} = ${now} WHERE ${staffRequests.id} = ${id} AND ${staffRequests.status} = 'proposed'
          RETURNING ${staffRequests.id}`,
      ]);
      return given.length > 0;
    },

    /** False for a request that has ended. */
    async end(id: string, status: "approved" | "refused" | "failed", by: string, now: number): Promise<boolean> {
      const [ended] = await rowsOf<[{ id: string }]>(db, [
        sql`UPDATE ${staffRequests} SET ${staffRequests.status} = ${status}, ${staffRequests.decidedBy} = ${by},
          ${staffRequests.decidedAt} = ${now} WHERE ${staffRequests.id} = ${id} AND ${staffRequests.status} = 'proposed'
          RETURNING ${staffRequests.id}`,
      ]);
      return ended.length > 0;
    },

    /** The requests leased by this person, and the latest of all. */
    async shown(staffId: string, now: number, most: number): Promise<{ inHand: (Named & { item: string })[]; latest: Named[] }> {
      const [inHand, latest] = await rowsOf<[Named & { item: string }, Named]>(db, [
        sql`SELECT ${w.id} AS item, ${NAMED} FROM ${w} JOIN ${q} ON ${q.id} = ${w.objectId} ${JOINED}
          WHERE ${w.kind} = 'request' AND ${isLeasedTo(w, staffId, now)} ORDER BY ${w.score} DESC, ${w.createdAt}, ${w.id}`,
        sql`SELECT ${NAMED} FROM ${q} ${JOINED} ORDER BY ${q.createdAt} DESC LIMIT ${most}`,
      ]);
      return { inHand, latest };
    },
  };
}
