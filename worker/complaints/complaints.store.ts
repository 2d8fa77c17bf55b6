import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { complaints, outbox } from "#db/schema/index.ts";
import { violationOf } from "../lib/constraint.ts";

export type ComplaintRow = typeof complaints.$inferSelect;
/** What a list shows: no address, and no more of the text than its beginning. */
const LINE = {
  reference: complaints.reference,
  kind: complaints.kind,
  domainId: complaints.domainId,
  language: complaints.language,
  createdAt: complaints.createdAt,
  answeredAt: complaints.answeredAt,
  closedAt: complaints.closedAt,
  reachable: sql<number>`email IS NOT NULL`.as("reachable"),
  beginning: sql<string>`substr(text, 1, 50)`.as("beginning"),
};
export type ComplaintLine = Pick<
  ComplaintRow,
  "reference" | "kind" | "domainId" | "language" | "createdAt" | "answeredAt" | "closedAt"
> & { reachable: number; beginning: string };
export type ComplaintsStore = ReturnType<typeof createComplaintsStore>;

export function createComplaintsStore(db: Database) {
  return {
    /** What came in from a form before. */
    async findByKey(domainId: string, key: string): Promise<ComplaintRow | undefined> {
      return db
        .select()
        .from(complaints)
        .where(and(eq(complaints.domainId, domainId), eq(complaints.complaintKey, key)))
        .get();
    },

    /** Keeps a complaint, and with it the mail that says so; false where the same form came twice at once and was kept already. */
    async add(row: ComplaintRow, mail: typeof outbox.$inferInsert | null): Promise<boolean> {
      const insert = db.insert(complaints).values(row);
      try {
        if (mail) await db.batch([insert, db.insert(outbox).values(mail)]);
        else await insert;
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return false;
        throw error;
      }
      return true;
    },

    async findByReference(reference: string): Promise<ComplaintRow | undefined> {
      return db.select().from(complaints).where(eq(complaints.reference, reference)).get();
    },

    /** Those that wait for an answer, oldest first; or all, newest first. */
    async list(which: "open" | "all", most: number): Promise<ComplaintLine[]> {
      const open = and(isNull(complaints.answeredAt), isNull(complaints.closedAt));
      const all = db.select(LINE).from(complaints);
      return which === "open"
        ? all.where(open).orderBy(asc(complaints.createdAt)).limit(most)
        : all.orderBy(desc(complaints.createdAt)).limit(most);
    },

    /** Keeps an answer, and with it the mail that brings it; false for a complaint that is answered or closed. */
    async answer(id: string, answer: string, now: number, mail: typeof outbox.$inferInsert | null): Promise<boolean> {
      const answered = sql`UPDATE complaints SET answer = ${answer}, answered_at = ${now} WHERE id = ${id} AND answered_at IS NULL AND closed_at IS NULL RETURNING id`;
      const mailed = mail ? [insertWhere(outbox, mail, sql`changes() = 1`)] : [];
      const [rows] = await rowsOf<{ id: string }[]>(db, [answered, ...mailed]);
      return (rows?.length ?? 0) > 0;
    },

    /** Puts a complaint away without an answer; false for one that is answered or away. */
    async close(id: string, now: number): Promise<boolean> {
      const [rows] = await rowsOf<[{ id: string }]>(db, [
        sql`UPDATE complaints SET closed_at = ${now} WHERE id = ${id} AND answered_at IS NULL AND closed_at IS NULL RETURNING id`,
      ]);
      return rows.length > 0;
    },
  };
}
