import { and, desc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, passkeys, profiles, sessions } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { memberColumns, memberOf } from "#worker/people/identity/member.sql.ts";
import type { Member } from "#worker/people/identity/viewer.ts";

export type PasskeysStore = ReturnType<typeof createPasskeysStore>;
export type PasskeyRow = typeof passkeys.$inferSelect;

export function createPasskeysStore(db: Database) {
  const own = (accountId: string, id: string) => and(eq(passkeys.accountId, accountId), eq(passkeys.id, id));

  return {
    async list(accountId: string): Promise<PasskeyRow[]> {
      return db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(desc(passkeys.createdAt));
    },

    async find(id: string): Promise<{ passkey: PasskeyRow; member: Member } | null> {
      const row = await db
        .select({ ...memberColumns, passkey: passkeys })
        .from(passkeys)
        .innerJoin(accounts, eq(accounts.id, passkeys.accountId))
        .innerJoin(profiles, eq(profiles.id, accounts.id))
        .where(eq(passkeys.id, id))
        .get();
      const member = memberOf(row);
      return member && { passkey: member.passkey, member };
    },

    /** False for a taken id, above the limit, or if the session ended: a reset removes all passkeys. */
    async add(
      row: typeof passkeys.$inferInsert,
      mail: typeof outbox.$inferInsert,
      { tokenHash, most }: { tokenHash: string; most: number },
    ): Promise<boolean> {
      const may = sql`(SELECT count(*) FROM ${passkeys} WHERE ${passkeys.accountId} = ${row.accountId}) < ${most}
        AND EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${tokenHash} AND ${sessions.revokedAt} IS NULL)`;
      const [added] = await db.batch([
        db
          .insert(passkeys)
          .select(rowWhere(passkeys, row, may))
          .onConflictDoNothing(),
        db.insert(outbox).select(rowWhere(outbox, mail, sql`changes() = 1`)),
      ]);
      return added.meta.changes === 1;
    },

    /** False unless the counter grew: detects replays and cloned keys. Keys without a counter stay at 0. */
    async use(id: string, counter: number, now: number): Promise<boolean> {
      const grew = sql`(${passkeys.counter} < ${counter} OR (${passkeys.counter} = 0 AND ${counter} = 0))`;
      const { meta } = await db
        .update(passkeys)
        .set({ counter, lastUsedAt: now })
        .where(and(eq(passkeys.id, id), grew));
      return meta.changes === 1;
    },

    async rename(accountId: string, id: string, name: string): Promise<boolean> {
      const { meta } = await db.update(passkeys).set({ name }).where(own(accountId, id));
      return meta.changes === 1;
    },

    async remove(accountId: string, id: string): Promise<boolean> {
      const { meta } = await db.delete(passkeys).where(own(accountId, id));
      return meta.changes === 1;
    },
  };
}
