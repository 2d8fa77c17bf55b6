import { and, desc, eq, isNotNull, ne, or, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import type { Gesture } from "#db/schema/attributes.ts";
import { accounts, ageChecks, decisions, type outbox, outbox as outboxTable, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { AgeCheckRefusal } from "#worker/people/identity/age-checks.vocabulary.ts";
import { utcDay } from "#worker/platform/durations.ts";
import { type AgeEvent, counted } from "./age-figures.sql.ts";
import { proved } from "./proved.sql.ts";

export type AgeCheckRow = typeof ageChecks.$inferSelect;
export type AgeChecksStore = ReturnType<typeof createAgeChecksStore>;

type Over = { day: string; until: string | null };
/** `ended` by its member, or with the account. */
export type AgeCheckEnd = { over: Over } | { refusedFor: AgeCheckRefusal } | "under" | "ended";

const k = aliased(ageChecks, "k");
const a = aliased(accounts, "a");
const d = aliased(decisions, "d");

export function createAgeChecksStore(db: Database) {
  const counting = (event: AgeEvent, where: SQL, now: number) =>
    counted(
      event,
      sql`SELECT ${k.domainId} AS domain, 'person ' || ${k.country} AS part, 1 AS number FROM ${k} WHERE ${where}`,
      utcDay(now),
    );

  return {
    async standing(accountId: string): Promise<{ latest: AgeCheckRow | null; next: Gesture | null }> {
      const [rows, [profile]] = await db.batch([
        db.select().from(ageChecks).where(eq(ageChecks.accountId, accountId)).orderBy(desc(ageChecks.sentAt)).limit(1),
        db.select({ next: profiles.nextGesture }).from(profiles).where(eq(profiles.id, accountId)),
      ]);
      return { latest: rows[0] ?? null, next: profile?.next ?? null };
    },

    async find(id: string): Promise<AgeCheckRow | null> {
      return (await db.select().from(ageChecks).where(eq(ageChecks.id, id)).get()) ?? null;
    },

    /** False while one waits. */
    async send(row: AgeCheckRow, next: Gesture): Promise<boolean> {
      const waits = sql`EXISTS (SELECT 1 FROM ${k} WHERE ${k.accountId} = ${row.accountId} AND ${k.status} = 'waiting')`;
      const [, , , found] = await rowsOf<[unknown, unknown, unknown, { one: number }]>(db, [
        insertWhere(ageChecks, row, sql`NOT ${waits}`),
        sql`UPDATE ${profiles} SET ${profiles.nextGesture} = ${next} WHERE ${profiles.id} = ${row.accountId} AND changes() = 1`,
        counting("begun", sql`${k.id} = ${row.id} AND changes() = 1`, row.sentAt),
        sql`SELECT 1 AS one FROM ${k} WHERE ${k.id} = ${row.id}`,
      ]);
      return found.length > 0;
    },

    /** The first end holds; false for a later one. */
    async end(id: string, accountId: string, end: AgeCheckEnd, now: number, mail: typeof outbox.$inferInsert | null) {
      const waits = sql`${k.id} = ${id} AND ${k.status} = 'waiting'`;
      const exists = sql`EXISTS (SELECT 1 FROM ${k} WHERE ${waits})`;
      const { event, status, reason, over } = meaningOf(end);
      const results = await rowsOf<{ one: number }[]>(db, [
        counting(event, waits, now),
        ...(over ? proved(accountId, "person", over, exists) : []),
        ...(mail ? [insertWhere(outboxTable, mail, exists)] : []),
        sql`UPDATE ${ageChecks} SET ${ageChecks.status} = ${status}, ${ageChecks.reason} = ${reason}, ${ageChecks.decidedAt} = ${now}
          WHERE ${ageChecks.id} = ${id} AND ${ageChecks.status} = 'waiting' RETURNING 1 AS one`,
      ]);
      return (results.at(-1) as unknown as { one: number }[]).length > 0;
    },

    /** Call once the pictures are erased: the row held their keys. A refusal stays, for its member to read. */
    async clear(id: string): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`DELETE FROM ${ageChecks} WHERE ${ageChecks.id} = ${id} AND ${ageChecks.status} NOT IN ('waiting', 'refused')`,
        sql`UPDATE ${ageChecks} SET ${ageChecks.pose} = NULL, ${ageChecks.document} = NULL
          WHERE ${ageChecks.id} = ${id} AND ${ageChecks.status} = 'refused'`,
      ]);
    },

    /** Waiting ones that were sent before `until`, or whose account was deleted or banned. */
    async overdue(until: number, most: number): Promise<{ id: string; late: number }[]> {
      const banned = sql`EXISTS (SELECT 1 FROM ${d} WHERE ${d.memberId} = ${k.accountId} AND ${d.kind} = 'ban'
        AND ${d.liftedAt} IS NULL AND ${d.outcome} IS NOT 'reversed')`;
      const [rows] = await rowsOf<[{ id: string; late: number }]>(db, [
        sql`SELECT ${k.id}, ${a.status} = 'active' AND NOT ${banned} AS late FROM ${k} JOIN ${a} ON ${a.id} = ${k.accountId}
          WHERE ${k.status} = 'waiting' AND (${k.sentAt} <= ${until} OR ${a.status} <> 'active' OR ${banned})
          ORDER BY ${k.sentAt} LIMIT ${most}`,
      ]);
      return rows;
    },

    /** Ended, and their pictures are still there. */
    async leftovers(most: number): Promise<AgeCheckRow[]> {
      const { decidedAt, pose, status } = ageChecks;
      const isEnded = and(isNotNull(decidedAt), or(isNotNull(pose), ne(status, "refused")));
      return db.select().from(ageChecks).where(isEnded).orderBy(decidedAt).limit(most);
    },

    /** Refusals before `until`. */
    async forget(until: number): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`DELETE FROM ${ageChecks} WHERE ${ageChecks.decidedAt} IS NOT NULL AND ${ageChecks.decidedAt} <= ${until}
          AND ${ageChecks.pose} IS NULL`,
      ]);
    },
  };
}

function meaningOf(end: AgeCheckEnd) {
  const none = { reason: null, over: null };
  if (end === "under") return { ...none, event: "failed" as const, status: "under" };
  if (end === "ended") return { ...none, event: "left" as const, status: "ended" };
  if ("over" in end) return { ...none, event: "done" as const, status: "accepted", over: end.over };
  return {
    ...none,
    event: end.refusedFor === "undecided" ? ("left" as const) : ("failed" as const),
    status: "refused",
    reason: end.refusedFor,
  };
}
