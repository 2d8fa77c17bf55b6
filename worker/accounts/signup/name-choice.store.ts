import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";

export type NameChoiceStore = ReturnType<typeof createNameChoiceStore>;

export function createNameChoiceStore(db: Database) {
  return {
    /** "changed": the member has chosen another name meanwhile. A trigger changes the name in the lists of chats. */
    async choose(id: string, { name, nameKey }: { name: string; nameKey: string }): Promise<"chosen" | "taken" | "changed"> {
      const waits = sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${id} AND ${accounts.wantedName} IS NOT NULL)`;
      try {
        const [, , [now]] = await db.batch([
          db
            .update(profiles)
            .set({ name, nameKey })
            .where(and(eq(profiles.id, id), waits)),
          db.update(accounts).set({ wantedName: null, wantedKey: null }).where(eq(accounts.id, id)),
          db.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, id)),
        ]);
        return now?.name === name ? "chosen" : "changed";
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return "taken";
        throw error;
      }
    },
  };
}
