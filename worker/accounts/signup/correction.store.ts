import { and, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, profiles, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { selectMembers } from "#worker/people/identity/member.sql.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { violationOf } from "#worker/platform/constraint.ts";

export type CorrectionStore = ReturnType<typeof createCorrectionStore>;

interface Correction {
  accountId: string;
  from: string;
  to: string;
  token: typeof tokens.$inferInsert;
  mail: typeof outbox.$inferInsert;
}

export function createCorrectionStore(db: Database) {
  return {
    /** Unconfirmed members with this name, or who wanted it: the name's own first, then the newest. */
    async findWaiting(pool: string, nameKey: string, limit: number): Promise<Member[]> {
      const isOwn = sql`${profiles}.${profiles.nameKey} = ${nameKey}`;
      const ids = sql`SELECT ${profiles.id} FROM ${profiles} WHERE ${profiles.pool} = ${pool} AND ${profiles.nameKey} = ${nameKey}
        UNION SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.pool} = ${pool} AND ${accounts.wantedKey} = ${nameKey}`;
      const rows = await selectMembers(db)
        .where(sql`${accounts}.${accounts.id} IN (${ids}) AND ${accounts}.${accounts.status} = 'not_confirmed'`)
        .orderBy(desc(isOwn), desc(sql`${accounts}.${accounts.createdAt}`))
        .limit(limit);
      return rows.map((row) => ({ ...row, id: row.account.id }));
    },

    /** Ends old links and unsent mails, also those that support could send again. "taken": by another account. "changed": confirmed or corrected meanwhile. */
    async correct({ accountId, from, to, token, mail }: Correction): Promise<"corrected" | "taken" | "changed"> {
      const won = sql`changes() = 1`;
      // Only this correction can have written the hash of its new secret.
      const done = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${token.hash})`;
      try {
        const [changed] = await db.batch([
          db
            .update(accounts)
            // Bounces, complaints and reminders belong to the old address.
            .set({ email: to, notificationsDisabled: [], reminders: 0 })
            .where(and(eq(accounts.id, accountId), eq(accounts.email, from), eq(accounts.status, "not_confirmed"))),
          db.insert(tokens).select(rowWhere(tokens, token, won)),
          db.delete(tokens).where(and(eq(tokens.accountId, accountId), ne(tokens.hash, token.hash), isNull(tokens.usedAt), done)),
          db
            .update(outbox)
            .set({ status: "skipped", text: "", html: "" })
            .where(
              and(
                eq(outbox.accountId, accountId),
                eq(outbox.recipient, from),
                inArray(outbox.status, ["queued", "failed"]),
                done,
              ),
            ),
          db.insert(outbox).select(rowWhere(outbox, mail, done)),
        ]);
        // Counts the change of the trigger too, which asks for another print of the address.
        return changed.meta.changes > 0 ? "corrected" : "changed";
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return "taken";
        throw error;
      }
    },
  };
}
