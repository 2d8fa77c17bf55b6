import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, consents as consentRows, invites, outbox, profiles, sessions, tokens } from "#db/schema/index.ts";
import { violationOf } from "../lib/constraint.ts";
import { offeringPassword } from "./activation.columns.ts";

export type SignupStore = ReturnType<typeof createSignupStore>;

/** Every row that a sign-up writes. */
export interface NewMember {
  account: typeof accounts.$inferInsert;
  profile: typeof profiles.$inferInsert;
  token: typeof tokens.$inferInsert;
  mail: typeof outbox.$inferInsert;
  consents: (typeof consentRows.$inferInsert)[];
  /** The hash of the invitation of which this takes one use. */
  invitation: string | null;
  /** Null where nobody is logged in by signing up. */
  session: typeof sessions.$inferInsert | null;
  /** The token hash of the session that this device gives up. */
  replaced: string | null;
}

export function createSignupStore(db: Database) {
  return {
    /** Whether an account was made by this form. */
    async wasMade(pool: string, signupKey: string): Promise<boolean> {
      const where = and(eq(accounts.pool, pool), eq(accounts.signupKey, signupKey));
      return (await db.select({ id: accounts.id }).from(accounts).where(where).get()) !== undefined;
    },

    /**
     * Leaves a mail to who has an account already, with the token that it carries, and takes the use of an invitation; false
     * where none is left.
     */
    async remind(
      letter: { mail: typeof outbox.$inferInsert; token: typeof tokens.$inferInsert | null } | null,
      invitation: string | null,
      domainId: string,
      now: number,
    ): Promise<boolean> {
      const rows = [
        // Where nothing is to be written the answer takes its round trip all the same, or its time would tell.
        db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, "")),
        ...(invitation ? spendInvite(db, invitation, domainId, now) : []),
        ...(letter?.token
          ? offeringPassword(db, letter.token, letter.mail)
          : letter
            ? [db.insert(outbox).values(letter.mail)]
            : []),
      ];
      try {
        await db.batch(rows as unknown as Parameters<Database["batch"]>[0]);
        return true;
      } catch (error) {
        if (violationOf(error)?.name === "uses_not_negative") return false;
        throw error;
      }
    },

    /**
     * Writes the whole member or nothing: "taken" where name, e-mail or sign-up key were taken in the meantime, "spent" where
     * the invitation was.
     */
    async create(
      { account, profile, token, mail, consents, invitation, session, replaced }: NewMember,
      now: number,
    ): Promise<"created" | "taken" | "spent"> {
      const rows = [
        ...(invitation ? spendInvite(db, invitation, account.domainId, now) : []),
        db.insert(accounts).values(account),
        db.insert(profiles).values(profile),
        db.insert(tokens).values(token),
        db.insert(outbox).values(mail),
        db.insert(consentRows).values(consents),
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
        const violation = violationOf(error);
        if (violation?.kind === "unique") return "taken";
        if (violation?.name === "uses_not_negative") return "spent";
        throw error;
      }
    },
  };
}

/**
 * Takes one use of an invitation. Where none is left the second statement breaks the schema's rule that uses are never
 * negative, and with it the whole batch: of two sign-ups at once by a last use, one makes an account.
 */
function spendInvite(db: Database, hash: string, domainId: string, now: number) {
  const usable = sql`hash = ${hash} AND domain_id = ${domainId} AND uses_left > 0 AND expires_at > ${now}`;
  return [
    db
      .insert(invites)
      .select(
        sql`SELECT 'none left', ${domainId}, NULL, -1, ${now}, ${now} WHERE NOT EXISTS (SELECT 1 FROM invites WHERE ${usable})`,
      ),
    db.update(invites).set({ usesLeft: sql`uses_left - 1` }).where(usable),
  ];
}
