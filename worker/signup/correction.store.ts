import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, tokens } from "#db/schema/index.ts";
import { violationOf } from "../lib/constraint.ts";

export type CorrectionStore = ReturnType<typeof createCorrectionStore>;

interface Correction {
  accountId: string;
  /** The address that turned out to be wrong. */
  from: string;
  to: string;
  token: typeof tokens.$inferInsert;
  mail: typeof outbox.$inferInsert;
}

export function createCorrectionStore(db: Database) {
  return {
    /**
     * Everything at once: the new address, its link and mail; every link that the old address ever got is worthless, and
     * what has not gone out to it stays here. "taken" where somebody else has the address by now, "changed" where the
     * account was confirmed or corrected in the meantime.
     */
    async correct({ accountId, from, to, token, mail }: Correction): Promise<"corrected" | "taken" | "changed"> {
      const won = sql`changes() = 1`;
      // The row can only be there by this correction: its hash is that of a secret made for it.
      const done = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${token.hash})`;
      try {
        const [changed] = await db.batch([
          db
            .update(accounts)
            // What came back, or was reported, came from the other address.
            .set({ email: to, notificationsDisabled: [] })
            .where(and(eq(accounts.id, accountId), eq(accounts.email, from), eq(accounts.status, "not_confirmed"))),
          db.insert(tokens).select(rowWhere(tokens, token, won)),
          db.delete(tokens).where(and(eq(tokens.accountId, accountId), ne(tokens.hash, token.hash), isNull(tokens.usedAt), done)),
          db
            .update(outbox)
            .set({ status: "skipped", text: "", html: "" })
            .where(and(eq(outbox.accountId, accountId), eq(outbox.recipient, from), eq(outbox.status, "queued"), done)),
          db.insert(outbox).select(rowWhere(outbox, mail, done)),
        ]);
        return changed.meta.changes === 1 ? "corrected" : "changed";
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return "taken";
        throw error;
      }
    },
  };
}
