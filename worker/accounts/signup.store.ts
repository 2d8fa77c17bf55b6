import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, outbox, profiles, sessions, tokens } from "#db/schema/index.ts";
import { violationOf } from "../lib/constraint.ts";

export type SignupStore = ReturnType<typeof createSignupStore>;

/** Every row that a sign-up writes. */
export interface NewMember {
  account: typeof accounts.$inferInsert;
  profile: typeof profiles.$inferInsert;
  token: typeof tokens.$inferInsert;
  mail: typeof outbox.$inferInsert;
  /** Null where nobody is logged in by signing up. */
  session: typeof sessions.$inferInsert | null;
  /** The token hash of the session that this device gives up. */
  replaced: string | null;
}

export function createSignupStore(db: Database) {
  return {
    /** Writes the whole member or nothing: "taken" where name, e-mail or sign-up key were taken in the meantime. */
    async create({ account, profile, token, mail, session, replaced }: NewMember, now: number): Promise<"created" | "taken"> {
      const rows = [
        db.insert(accounts).values(account),
        db.insert(profiles).values(profile),
        db.insert(tokens).values(token),
        db.insert(outbox).values(mail),
        ...(session ? [db.insert(sessions).values(session)] : []),
        ...(replaced
          ? [
              db
                .update(sessions)
                .set({ revokedAt: now })
                .where(and(eq(sessions.tokenHash, replaced), isNull(sessions.revokedAt))),
            ]
          : []),
      ] as const;
      try {
        await db.batch(rows as unknown as Parameters<Database["batch"]>[0]);
        return "created";
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return "taken";
        throw error;
      }
    },
  };
}
