import { and, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { invites } from "#db/schema/index.ts";

export type InvitesStore = ReturnType<typeof createInvitesStore>;
export type InviteRow = typeof invites.$inferSelect;

/** How many rows one tick of the cron removes. */
const BATCH = 100;

export function createInvitesStore(db: Database) {
  const usable = (hash: string, domainId: string, now: number) =>
    and(eq(invites.hash, hash), eq(invites.domainId, domainId), gt(invites.usesLeft, 0), gt(invites.expiresAt, now));

  return {
    /** The invitation of a code's hash, if somebody may still sign up by it on this domain. */
    async find(hash: string, domainId: string, now: number): Promise<InviteRow | null> {
      return (
        (await db
          .select()
          .from(invites)
          .where(usable(hash, domainId, now))
          .get()) ?? null
      );
    },

    /** What a member made after `since`, newest first, used up and revoked ones too. */
    async madeBy(accountId: string, since: number): Promise<InviteRow[]> {
      return db
        .select()
        .from(invites)
        .where(and(eq(invites.accountId, accountId), gt(invites.createdAt, since)))
        .orderBy(desc(invites.createdAt));
    },

    /**
     * False where the member made `most` after `since` already: of presses at once, only so many count. True for one that is
     * there, made by a try whose answer was lost.
     */
    async create(row: InviteRow & { accountId: string }, most: number, since: number): Promise<boolean> {
      const { hash, domainId, accountId, usesLeft, createdAt, expiresAt } = row;
      const made = sql`(SELECT count(*) FROM invites WHERE account_id = ${accountId} AND created_at > ${since})`;
      const [, found] = await db.batch([
        db
          .insert(invites)
          .select(sql`SELECT ${hash}, ${domainId}, ${accountId}, ${usesLeft}, ${createdAt}, ${expiresAt} WHERE ${made} < ${most}`)
          .onConflictDoNothing(),
        db
          .select({ hash: invites.hash })
          .from(invites)
          .where(and(eq(invites.hash, hash), eq(invites.accountId, accountId))),
      ]);
      return found.length > 0;
    },

    /** Nobody signs up by it any more; the row stays and counts among those that were made. */
    async revoke(hash: string, accountId: string): Promise<void> {
      await db
        .update(invites)
        .set({ usesLeft: 0 })
        .where(and(eq(invites.hash, hash), eq(invites.accountId, accountId)));
    },

    /** Removes some of those that ended before; the next tick goes on. */
    async purge(before: number): Promise<void> {
      const old = db.select({ hash: invites.hash }).from(invites).where(lt(invites.expiresAt, before)).limit(BATCH);
      await db.delete(invites).where(inArray(invites.hash, old));
    },
  };
}
