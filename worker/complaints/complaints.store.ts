import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { complaints, outbox } from "#db/schema/index.ts";
import { violationOf } from "../lib/constraint.ts";

export type ComplaintRow = typeof complaints.$inferSelect;
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
  };
}
