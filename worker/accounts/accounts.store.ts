import { and, eq, gt, isNull, lt, ne } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, profiles, sessions } from "#db/schema/index.ts";
import type { Viewer } from "./viewer.ts";

export type AccountsStore = ReturnType<typeof createAccountsStore>;

export function createAccountsStore(db: Database) {
  return {
    /** Whoever a session belongs to, if it is valid on this domain at `now`: one round trip, three rows. */
    async findViewer(tokenHash: string, domainId: string, now: number): Promise<Viewer | null> {
      const row = await db
        .select({ account: accounts, profile: profiles, expiresAt: sessions.expiresAt })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.id, sessions.accountId))
        .innerJoin(profiles, eq(profiles.id, accounts.id))
        .where(
          and(
            eq(sessions.tokenHash, tokenHash),
            eq(sessions.domainId, domainId),
            gt(sessions.expiresAt, now),
            isNull(sessions.revokedAt),
            ne(accounts.status, "deleted"),
          ),
        )
        .get();
      return row ? { id: row.account.id, ...row, tokenHash } : null;
    },

    /** The sums of the navigation, which triggers keep. */
    async counters(id: string): Promise<{ unread_messages: number; new_likes: number } | null> {
      const row = await db.select({ unread_messages: accounts.unread, new_likes: accounts.newLikes }).from(accounts).where(eq(accounts.id, id)).get();
      return row ?? null;
    },

    /** The member is here: what "online" and the default search order are made of. */
    async touch(id: string, now: number): Promise<void> {
      await db.update(profiles).set({ lastActiveAt: now }).where(and(eq(profiles.id, id), lt(profiles.lastActiveAt, now)));
    },
  };
}
