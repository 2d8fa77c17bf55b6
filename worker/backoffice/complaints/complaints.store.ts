import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import type { ComplaintOutcome } from "#db/schema/attributes.ts";
import { accounts, complaints, outbox, workItems } from "#db/schema/index.ts";
import { aliased, jsonOf, selected, sql } from "#db/sql.ts";
import { faceOf } from "#worker/backoffice/queues/face.sql.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";

export type ComplaintRow = typeof complaints.$inferSelect;
/** A list omits the address and shortens the text. */
const LINE = {
  reference: complaints.reference,
  kind: complaints.kind,
  domainId: complaints.domainId,
  language: complaints.language,
  createdAt: complaints.createdAt,
  answeredAt: complaints.answeredAt,
  closedAt: complaints.closedAt,
  reachable: sql<number>`${complaints.email} IS NOT NULL`.as("reachable"),
  beginning: sql<string>`substr(${complaints.text}, 1, 50)`.as("beginning"),
};
export type ComplaintLine = Pick<
  ComplaintRow,
  "reference" | "kind" | "domainId" | "language" | "createdAt" | "answeredAt" | "closedAt"
> & { reachable: number; beginning: string };

const w = aliased(workItems, "w");
const c = aliased(complaints, "c");
const o = aliased(complaints, "o");
const SHOWN = [
  ...(["id", "reference", "kind", "domainId", "accountId", "country", "language"] as const),
  ...(["name", "link", "text", "receipt", "createdAt"] as const),
];
const OTHER = ["reference", "kind", "outcome", "createdAt", "answeredAt", "closedAt"] as const;
const EARLIER = 10;

export interface ComplaintInHand extends Pick<ComplaintRow, Exclude<(typeof SHOWN)[number], "receipt">> {
  item: string;
  receipt: number;
  face: string | null;
  reachable: number;
  earlier: Pick<ComplaintRow, (typeof OTHER)[number]>[];
}

export type ComplaintsStore = ReturnType<typeof createComplaintsStore>;

export function createComplaintsStore(db: Database) {
  return {
    async findByKey(domainId: string, key: string): Promise<ComplaintRow | undefined> {
      return db
        .select()
        .from(complaints)
        .where(and(eq(complaints.domainId, domainId), eq(complaints.complaintKey, key)))
        .get();
    },

    /** Stores a complaint and its receipt mail. False when a concurrent request stored the same form. */
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

    async find(id: string): Promise<ComplaintRow | undefined> {
      return db.select().from(complaints).where(eq(complaints.id, id)).get();
    },

    /** Complaints that one staff member has taken from the queue, without the address. */
    async inHand(staffId: string, now: number): Promise<ComplaintInHand[]> {
      const rows = await db.all<Omit<ComplaintInHand, "earlier"> & { earlier: string }>(sql`SELECT ${w.id} AS item,
          ${selected(c, SHOWN)}, ${c.email} IS NOT NULL AND ${c.name} IS NOT NULL AS reachable,
          ${faceOf(c.accountId)} AS face,
          (SELECT json_group_array(json(row)) FROM (SELECT ${jsonOf(o, OTHER)} AS row FROM ${o} WHERE ${o.id} <> ${c.id}
            AND (${o.accountId} = ${c.accountId} OR ${o.email} = ${c.email})
            ORDER BY ${o.createdAt} DESC LIMIT ${EARLIER})) AS earlier
        FROM ${w} JOIN ${c} ON ${c.id} = ${w.objectId}
        WHERE ${w.kind} = 'complaint' AND ${isLeasedTo(w, staffId, now)} ORDER BY ${w.score} DESC, ${w.createdAt}, ${w.id}`);
      return rows.map((row) => ({ ...row, earlier: JSON.parse(row.earlier) as ComplaintInHand["earlier"] }));
    },

    async findByReference(reference: string): Promise<ComplaintRow | undefined> {
      return db.select().from(complaints).where(eq(complaints.reference, reference)).get();
    },

    async isOwnAddress(accountId: string | null, email: string): Promise<boolean> {
      return (await db.$count(accounts, and(eq(accounts.id, accountId ?? ""), eq(accounts.email, email)))) > 0;
    },

    /** `open`: oldest first. `all`: newest first. */
    async list(which: "open" | "all", most: number): Promise<ComplaintLine[]> {
      const open = and(isNull(complaints.answeredAt), isNull(complaints.closedAt));
      const all = db.select(LINE).from(complaints);
      return which === "open"
        ? all.where(open).orderBy(asc(complaints.createdAt)).limit(most)
        : all.orderBy(desc(complaints.createdAt)).limit(most);
    },

    /** False for an answered or closed complaint. */
    async answer({ id, answer, outcome, now }: Answered, mail: typeof outbox.$inferInsert | null): Promise<boolean> {
      const answered = sql`UPDATE ${complaints} SET ${complaints.answer} = ${answer}, ${complaints.answeredAt} = ${now},
          ${complaints.outcome} = ${outcome}
        WHERE ${complaints.id} = ${id} AND ${complaints.answeredAt} IS NULL AND ${complaints.closedAt} IS NULL
        RETURNING ${complaints.id}`;
      const mailed = mail ? [insertWhere(outbox, mail, sql`changes() = 1`)] : [];
      const [rows] = await rowsOf<{ id: string }[]>(db, [answered, ...mailed]);
      return (rows?.length ?? 0) > 0;
    },

    /** Closes without an answer. False for an answered or closed complaint. */
    async close(id: string, now: number): Promise<boolean> {
      const [rows] = await rowsOf<[{ id: string }]>(db, [
        sql`UPDATE ${complaints} SET ${complaints.closedAt} = ${now}
          WHERE ${complaints.id} = ${id} AND ${complaints.answeredAt} IS NULL AND ${complaints.closedAt} IS NULL
          RETURNING ${complaints.id}`,
      ]);
      return rows.length > 0;
    },
  };
}

interface Answered {
  id: string;
  answer: string;
  outcome: ComplaintOutcome;
  now: number;
}
