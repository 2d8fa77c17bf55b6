import { and, asc, desc, eq, getTableColumns, or, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import type { WorkKind } from "#db/schema/attributes.ts";
import { staffAudit, staffMembers, workItems } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { isBanned } from "#worker/backoffice/decisions/standing-ban.sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { isIndependent, mayDecide } from "./second-person.sql.ts";

export type WorkRow = typeof workItems.$inferSelect;
export type WorkStore = ReturnType<typeof createWorkStore>;

export interface Counted {
  kind: WorkKind;
  waiting: number;
  overdue: number;
  dueSoon: number;
  nextDueAt: number | null;
  mine: number;
  free: number;
  barred: number;
}

export type Place = [score: number, createdAt: number, id: string];

const COLUMNS = [
  ...(["id", "kind", "objectId", "memberId", "domainId", "pool", "score", "createdAt", "dueAt", "state"] as const),
  ...(["leasedBy", "leasedUntil", "notBy", "decision", "reason", "decidedBy", "decidedAt", "effectAt", "words"] as const),
] as const;

const w = aliased(workItems, "w");
const m = aliased(staffMembers, "m");

export interface Holder {
  staff: string;
  name: string;
  items: number;
  /** In ms, of the last of them. */
  until: number;
}

const WAITING = sql`${workItems.state} = 'waiting'`;
const DONE = sql`changes() = 1`;

export function createWorkStore(db: Database) {
  /** One change and its audit row, or neither. */
  async function change(update: SQL, audit: AuditRow): Promise<WorkRow | null> {
    const [rows] = await rowsOf<[WorkRow, unknown]>(db, [
      sql`${update} RETURNING ${selected(workItems, COLUMNS)}`,
      insertWhere(staffAudit, audit, DONE),
    ]);
    return rows[0] ?? null;
  }

  return {
    async find(id: string): Promise<WorkRow | null> {
      return (await db.select().from(workItems).where(eq(workItems.id, id)).get()) ?? null;
    },

    async count(staffId: string, now: number, soon: number): Promise<Counted[]> {
      return db.all<Counted>(sql`SELECT ${w.kind} AS kind, count(*) AS waiting, sum(${w.dueAt} <= ${now}) AS overdue,
          sum(${w.dueAt} > ${now} AND ${w.dueAt} <= ${soon}) AS dueSoon, min(${w.dueAt}) AS nextDueAt,
          sum(${w.leasedBy} IS ${staffId} AND ${w.leasedUntil} > ${now}) AS mine,
          sum(${w.leasedUntil} <= ${now} AND ${mayDecide(w, staffId)}) AS free, sum(NOT ${mayDecide(w, staffId)}) AS barred
        FROM ${w} WHERE ${w.state} = 'waiting' GROUP BY ${w.kind}`);
    },

    async list(kind: WorkKind, after: Place | null, most: number): Promise<WorkRow[]> {
      const beyond =
        after &&
        sql`(${workItems.score} < ${after[0]} OR (${workItems.score} = ${after[0]}
          AND (${workItems.createdAt}, ${workItems.id}) > (${after[1]}, ${after[2]})))`;
      return db
        .select()
        .from(workItems)
        .where(and(eq(workItems.kind, kind), WAITING, beyond ?? undefined))
        .orderBy(desc(workItems.score), asc(workItems.createdAt), asc(workItems.id))
        .limit(most);
    },

    /** Leased and undecided, or decided and not yet effective. */
    async mine(kind: WorkKind, staffId: string, now: number): Promise<(WorkRow & { banned: number })[]> {
      const leased = sql`${WAITING} AND ${workItems.leasedUntil} > ${now}`;
      const undoable = sql`${workItems.state} = 'decided' AND ${workItems.effectAt} > ${now}`;
      return db
        .select({
          ...getTableColumns(workItems),
          banned: sql<number>`${isBanned(sql`${workItems}.${workItems.memberId}`)}`.as("banned"),
        })
        .from(workItems)
        .where(and(eq(workItems.kind, kind), eq(workItems.leasedBy, staffId), or(leased, undoable)))
        .orderBy(desc(workItems.score), asc(workItems.createdAt), asc(workItems.id));
    },

    /** Who else holds undecided items of a queue. */
    async holders(kind: WorkKind, staffId: string, now: number): Promise<Holder[]> {
      return db.all<Holder>(sql`SELECT ${w.leasedBy} AS staff, coalesce(${m.name}, ${w.leasedBy}) AS name, count(*) AS items,
          max(${w.leasedUntil}) AS until
        FROM ${w} LEFT JOIN ${m} ON ${m.id} = ${w.leasedBy}
        WHERE ${w.kind} = ${kind} AND ${w.state} = 'waiting' AND ${w.leasedUntil} > ${now} AND ${w.leasedBy} <> ${staffId}
        GROUP BY ${w.leasedBy} ORDER BY name, staff`);
    },

    /** True where only the setting `one_person` lets this staff member decide. */
    async isAlone(id: string, staffId: string): Promise<boolean> {
      const rows = await db.all(sql`SELECT 1 FROM ${w} WHERE ${w.id} = ${id} AND NOT ${isIndependent(w, staffId)}`);
      return rows.length > 0;
    },

    /**
     * Leases the first free items, those due before `soon` first, in one statement: nobody else gets them. With a report come
     * the others about its member. Returns how many.
     */
    async take(
      {
        kind,
        staffId,
        most,
        now,
        soon,
        until,
      }: { kind: WorkKind; staffId: string } & Record<"most" | "now" | "soon" | "until", number>,
      audit: AuditRow,
    ): Promise<number> {
      const isFree = sql`${w.kind} = ${kind} AND ${w.state} = 'waiting' AND ${w.leasedUntil} <= ${now} AND ${mayDecide(w, staffId)}`;
      const [taken] = await rowsOf<[unknown, unknown]>(db, [
        sql`WITH first (id, member) AS (SELECT ${w.id}, ${w.memberId} FROM ${w} WHERE ${isFree}
            ORDER BY ${w.dueAt} > ${soon}, ${w.score} DESC, ${w.createdAt}, ${w.id} LIMIT ${most})
          UPDATE ${workItems} SET ${workItems.leasedBy} = ${staffId}, ${workItems.leasedUntil} = ${until}
          WHERE ${workItems.id} IN (SELECT id FROM first UNION ALL SELECT ${w.id} FROM ${w}
            WHERE ${kind} = 'report' AND ${w.memberId} IN (SELECT member FROM first) AND ${isFree}) RETURNING 1`,
        insertWhere(staffAudit, audit, sql`changes() > 0`),
      ]);
      return taken.length;
    },

    async giveBack(kind: WorkKind, staffId: string, audit: AuditRow): Promise<number> {
      const [returned] = await rowsOf<[unknown, unknown]>(db, [
        sql`UPDATE ${workItems} SET ${workItems.leasedBy} = NULL, ${workItems.leasedUntil} = 0
          WHERE ${workItems.kind} = ${kind} AND ${WAITING} AND ${workItems.leasedBy} = ${staffId} RETURNING 1`,
        insertWhere(staffAudit, audit, sql`changes() > 0`),
      ]);
      return returned.length;
    },

    /** Null unless this staff member holds the lease of a waiting item. */
    async decide(
      { id, decision, reason, words, staffId, now, effectAt }: Decided & { effectAt: number },
      audit: AuditRow,
    ): Promise<WorkRow | null> {
      return change(
        sql`UPDATE ${workItems} SET ${workItems.state} = 'decided', ${workItems.decision} = ${decision},
            ${workItems.reason} = ${reason}, ${workItems.decidedBy} = ${staffId}, ${workItems.decidedAt} = ${now},
            ${workItems.effectAt} = ${effectAt}, ${workItems.words} = ${words}
          WHERE ${workItems.id} = ${id} AND ${WAITING} AND ${workItems.leasedBy} = ${staffId}
            AND ${workItems.leasedUntil} > ${now}
            AND EXISTS (SELECT 1 FROM ${w} WHERE ${w.id} = ${id} AND ${mayDecide(w, staffId)})`,
        audit,
      );
    },

    /** False while other work of this kind on the object is open. */
    async begin(row: typeof workItems.$inferInsert, audit: AuditRow): Promise<boolean> {
      const isFree = sql`NOT EXISTS (SELECT 1 FROM ${w} WHERE ${w.kind} = ${row.kind} AND ${w.objectId} = ${row.objectId} AND ${w.state} <> 'done')`;
      const [begun] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`${insertWhere(workItems, row, isFree)} RETURNING ${workItems.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return begun.length > 0;
    },

    /**
     * Null for the decision of another, and once the effect has begun. The words stay as a draft.
     * A decision from a member's file never waited, so its item ends.
     */
    async undo({ id, staffId, now, until }: { id: string; staffId: string; now: number; until: number }, audit: AuditRow) {
      return change(
        sql`UPDATE ${workItems} SET ${workItems.state} = iif(${workItems.kind} = 'member', 'done', 'waiting'), ${workItems.decision} = NULL, ${workItems.reason} = NULL,
            ${workItems.decidedBy} = NULL, ${workItems.decidedAt} = NULL, ${workItems.effectAt} = NULL,
            ${workItems.leasedUntil} = ${until}, ${workItems.words} = iif(${workItems.kind} = 'member', NULL, ${workItems.words})
          WHERE ${workItems.id} = ${id} AND ${workItems.state} = 'decided' AND ${workItems.decidedBy} = ${staffId}
            AND ${workItems.effectAt} > ${now}`,
        audit,
      );
    },

    /** Decided items whose time to undo is over, and those whose effect did not finish by `leasedUntil`. */
    async claim(now: number, until: number, most: number): Promise<WorkRow[]> {
      const [rows] = await rowsOf<[WorkRow]>(db, [
        sql`UPDATE ${workItems} SET ${workItems.state} = 'leaving', ${workItems.leasedUntil} = ${until}
          WHERE ${workItems.id} IN (SELECT ${w.id} FROM ${w} WHERE ${w.state} IN ('decided', 'leaving') AND ${w.effectAt} <= ${now}
            AND (${w.state} = 'decided' OR ${w.leasedUntil} <= ${now}) ORDER BY ${w.effectAt} LIMIT ${most})
          RETURNING ${selected(workItems, COLUMNS)}`,
      ]);
      return rows;
    },

    async finish(id: string): Promise<void> {
      await db.update(workItems).set({ state: "done", words: null }).where(eq(workItems.id, id));
    },
  };
}

interface Decided {
  id: string;
  decision: string;
  reason: string | null;
  words: string | null;
  staffId: string;
  now: number;
}
