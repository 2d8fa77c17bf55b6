import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { batched } from "#db/raw.ts";
import {
  accounts,
  acquaintances,
  addressPrints,
  consents,
  invites,
  outbox,
  preferences,
  profiles,
  sessions,
  tokens,
  unseen,
} from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { offeringPassword } from "./activation.sql.ts";
import type { NewMember } from "./new-member.ts";
import { accountRow, consentRows, profileRow } from "./signup.sql.ts";

export type SignupStore = ReturnType<typeof createSignupStore>;

/** A mail, with the token of its link: the new account's, or of another whose address was typed. */
export interface Letter {
  mail: typeof outbox.$inferInsert;
  token: typeof tokens.$inferInsert | null;
}

interface Signup {
  member: NewMember;
  letter: Letter | null;
  /** Null on a secret domain. */
  session: typeof sessions.$inferInsert | null;
  replaced: string | null;
}

export function createSignupStore(db: Database) {
  return {
    async wasMade(pool: string, signupKey: string): Promise<boolean> {
      const where = and(eq(accounts.pool, pool), eq(accounts.signupKey, signupKey));
      return (await db.select({ id: accounts.id }).from(accounts).where(where).get()) !== undefined;
    },

    /** All rows or none. "taken": name, address or form, in parallel. "spent": the invitation is used up. */
    async create({ member, letter, session, replaced }: Signup) {
      const { now, data, domainId } = member;
      const account = accountRow(member);
      const profile = profileRow(member);
      const rows = [
        ...(data.invitation ? spendInvite(db, data.invitation, domainId, now) : []),
        db.insert(accounts).values(account),
        db.insert(profiles).values(profile),
        db.insert(addressPrints).values({ accountId: member.id, print: data.print }),
        // At once: who has just come has seen nobody yet.
        batched(
          db,
          sql`INSERT INTO ${into(unseen, "viewerId", "ownerId", "print")}
            SELECT ${member.id}, ${acquaintances.ownerId}, ${acquaintances.print} FROM ${acquaintances} WHERE ${acquaintances.print} = ${data.print}`,
        ),
        ...(Object.keys(data.wishes).length > 0
          ? [db.insert(preferences).values({ accountId: member.id, wishes: data.wishes, updatedAt: now })]
          : []),
        ...(letter ? letterRows(db, letter) : []),
        db.insert(consents).values(consentRows(member)),
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
        return { account, profile };
      } catch (error) {
        const violation = violationOf(error);
        if (violation?.kind === "unique") return "taken" as const;
        if (violation?.name === "uses_not_negative") return "spent" as const;
        throw error;
      }
    },
  };
}

function letterRows(db: Database, { mail, token }: Letter) {
  if (token?.kind === "reset") return offeringPassword(db, token, mail);
  return [...(token ? [db.insert(tokens).values(token)] : []), db.insert(outbox).values(mail)];
}

/** Without a use left, the insert violates the schema's check and aborts the batch. */
function spendInvite(db: Database, hash: string, domainId: string, now: number) {
  const usable = sql`${invites.hash} = ${hash} AND ${invites.domainId} = ${domainId} AND ${invites.usesLeft} > 0
    AND ${invites.expiresAt} > ${now}`;
  return [
    db.insert(invites).select(
      sql`SELECT 'none left', ${domainId}, NULL, -1, ${now}, ${now}
          WHERE NOT EXISTS (SELECT 1 FROM ${invites} WHERE ${usable})`,
    ),
    db
      .update(invites)
      .set({ usesLeft: sql`${invites.usesLeft} - 1` })
      .where(usable),
  ];
}
