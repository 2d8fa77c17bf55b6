import { and, desc, eq, gt, inArray, lt } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { invites } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export type InvitesStore = ReturnType<typeof createInvitesStore>;
export type InviteRow = typeof invites.$inferSelect;

/** Rows removed per cron tick. */
const BATCH = 100;

export function createInvitesStore(db: Database) {
  const usable = (hash: string, domainId: string, now: number) =>
    and(eq(invites.hash, hash), eq(invites.domainId, domainId), gt(invites.usesLeft, 0), gt(invites.expiresAt, now));

  return {
    async find(hash: string, domainId: string, now: number): Promise<InviteRow | null> {
      return (
        (await db
          .select()
          .from(invites)
          .where(usable(hash, domainId, now))
          .get()) ?? null
      );
    },

    /** Used-up and revoked ones too, newest first. */
    async madeBy(accountId: string, since: number): Promise<InviteRow[]> {
      return db
        .select()
        .from(invites)
        .where(and(eq(invites.accountId, accountId), gt(invites.createdAt, since)))
        .orderBy(desc(invites.createdAt));
    },

    /** Idempotent. False if the member made `most` after `since`, also in parallel. */
    async create(row: InviteRow & { accountId: string }, most: number, since: number): Promise<boolean> {
      const { hash, domainId, accountId, usesLeft, createdAt, expiresAt } = row;
      const made = sql`(SELECT count(*) FROM ${invites}
        WHERE ${invites.accountId} = ${accountId} AND ${invites.createdAt} > ${since})`;
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

    /** The row stays: it counts against the limit. */
    async revoke(hash: string, accountId: string): Promise<void> {
      await db
        .update(invites)
        .set({ usesLeft: 0 })
        .where(and(eq(invites.hash, hash), eq(invites.accountId, accountId)));
    },

    async purge(before: number): Promise<void> {
      const old = db.select({ hash: invites.hash }).from(invites).where(lt(invites.expiresAt, before)).limit(BATCH);
      await db.delete(invites).where(inArray(invites.hash, old));
    },
  };
}
