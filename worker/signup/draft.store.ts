import { and, eq, gt, inArray, lt } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { signupDrafts } from "#db/schema/index.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;
export type DraftRow = typeof signupDrafts.$inferSelect;

/** How many rows one tick of the cron removes. */
const BATCH = 100;

export function createDraftStore(db: Database) {
  return {
    /** The draft of a secret's hash on this domain, if it was touched after `since`. */
    async find(hash: string, domainId: string, since: number): Promise<DraftRow | null> {
      const row = await db
        .select()
        .from(signupDrafts)
        .where(and(eq(signupDrafts.hash, hash), eq(signupDrafts.domainId, domainId), gt(signupDrafts.updatedAt, since)))
        .get();
      return row ?? null;
    },

    /** False where there is no such draft (any more). */
    async update(hash: string, domainId: string, change: Pick<DraftRow, "step" | "values" | "updatedAt">): Promise<boolean> {
      const { meta } = await db
        .update(signupDrafts)
        .set(change)
        .where(and(eq(signupDrafts.hash, hash), eq(signupDrafts.domainId, domainId)));
      return meta.changes === 1;
    },

    async insert(row: DraftRow): Promise<void> {
      await db.insert(signupDrafts).values(row);
    },

    async remove(hash: string): Promise<void> {
      await db.delete(signupDrafts).where(eq(signupDrafts.hash, hash));
    },

    /** Removes some of the drafts that nobody touched since `before`; the next tick goes on. */
    async purge(before: number): Promise<void> {
      const old = db
        .select({ hash: signupDrafts.hash })
        .from(signupDrafts)
        .where(lt(signupDrafts.updatedAt, before))
        .limit(BATCH);
      await db.delete(signupDrafts).where(inArray(signupDrafts.hash, old));
    },
  };
}
