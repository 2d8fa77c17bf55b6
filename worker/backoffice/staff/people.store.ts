import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import type { StaffRole } from "#db/schema/attributes.ts";
import {
  apiTokens,
  domains,
  outbox,
  staffAudit,
  staffMembers,
  staffPasskeys,
  staffRecoveryCodes,
  staffSessions,
  staffSetupLinks,
  workItems,
} from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import type { AuditRow } from "./audit.ts";

type MailRow = typeof outbox.$inferInsert;
type NewPerson = Pick<typeof staffMembers.$inferInsert, "id" | "name" | "email" | "role" | "createdAt">;

interface SetupLink {
  hash: string;
  expiresAt: number;
}

export interface Noted {
  audit: AuditRow;
  mails: readonly MailRow[];
}

export interface NamedPerson {
  id: string;
  name: string;
  email: string;
}

export type PeopleStore = ReturnType<typeof createPeopleStore>;
export type ListedPerson = Awaited<ReturnType<PeopleStore["list"]>>[number];

const DONE = sql`changes() = 1`;

export function createPeopleStore(db: Database) {
  return {
    /** False if the address has an account already. */
    async add(person: NewPerson, link: SetupLink, { audit, mails }: Noted): Promise<boolean> {
      const row = { ...person, setupHash: link.hash, setupExpiresAt: link.expiresAt };
      try {
        await rowsOf<unknown[]>(db, [
          insertWhere(staffMembers, row, sql`1`),
          insertWhere(staffAudit, audit, sql`1`),
          given(person.id, audit),
          ...mails.map((mail) => insertWhere(outbox, mail, sql`1`)),
        ]);
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return false;
        throw error;
      }
      return true;
    },

    async named(id: string): Promise<NamedPerson | null> {
      const { name, email } = staffMembers;
      const row = await db.select({ id: staffMembers.id, name, email }).from(staffMembers).where(eq(staffMembers.id, id)).get();
      return row ?? null;
    },

    /** Operators who can log in, and the domain that their mails are sent by. */
    async operators(): Promise<{ operators: NamedPerson[]; domainId: string | null }> {
      const [operators, senders] = await rowsOf<[NamedPerson, { id: string }]>(db, [
        sql`SELECT ${staffMembers.id} AS id, ${staffMembers.name} AS name, ${staffMembers.email} AS email FROM ${staffMembers}
          WHERE ${staffMembers.role} = 'operator' AND ${staffMembers.disabledAt} IS NULL AND ${staffMembers.passwordHash} IS NOT NULL`,
        sql`SELECT ${domains.id} AS id FROM ${domains} ORDER BY rowid LIMIT 1`,
      ]);
      return { operators, domainId: senders[0]?.id ?? null };
    },

    async find(email: string): Promise<{ id: string } | null> {
      return (await db.select({ id: staffMembers.id }).from(staffMembers).where(eq(staffMembers.email, email)).get()) ?? null;
    },

    async tell(mails: readonly MailRow[], audit: AuditRow): Promise<void> {
      await rowsOf<unknown[]>(db, [
        insertWhere(staffAudit, audit, sql`1`),
        ...mails.map((mail) => insertWhere(outbox, mail, sql`1`)),
      ]);
    },

    async list() {
      return db
        .select({
          id: staffMembers.id,
          createdAt: staffMembers.createdAt,
          name: staffMembers.name,
          email: staffMembers.email,
          role: staffMembers.role,
          setUp: sql<number>`${staffMembers.passwordHash} IS NOT NULL`.as("set_up"),
          disabledAt: staffMembers.disabledAt,
          lastLoginAt: sql<number | null>`(SELECT max(${staffSessions.createdAt}) FROM ${staffSessions}
            WHERE ${staffSessions.staffId} = ${staffMembers}.${staffMembers.id})`.as("last_login_at"),
        })
        .from(staffMembers)
        .orderBy(asc(staffMembers.email));
    },

    /** Ends every session, and frees what the person holds: the new role may not see it. False for the last operator. */
    async changeRole(id: string, role: StaffRole, now: number, { audit, mails }: Noted): Promise<boolean> {
      return unlessLast(
        rowsOf<unknown[]>(db, [
          sql`UPDATE ${staffMembers} SET ${staffMembers.role} = ${role}
            WHERE ${staffMembers.id} = ${id} AND ${staffMembers.role} <> ${role}`,
          insertWhere(staffAudit, audit, DONE),
          ...mails.map((mail) => insertWhere(outbox, mail, DONE)),
          endAll(id, now, DONE),
          released(id),
          withoutTokens(id, now),
        ]),
      );
    },

    /** Ends every session, and frees what the person holds. False for the last operator. */
    async disable(id: string, now: number, { audit, mails }: Noted): Promise<boolean> {
      return unlessLast(
        rowsOf<unknown[]>(db, [
          sql`UPDATE ${staffMembers} SET ${staffMembers.disabledAt} = ${now}, ${staffMembers.setupHash} = NULL
            WHERE ${staffMembers.id} = ${id} AND ${staffMembers.disabledAt} IS NULL`,
          insertWhere(staffAudit, audit, DONE),
          ...mails.map((mail) => insertWhere(outbox, mail, DONE)),
          endAll(id, now),
          released(id),
          withoutTokens(id, now),
        ]),
      );
    },

    /** Removes password, authenticator, recovery codes, passkeys and known devices, and admits a disabled account again. */
    async reset(id: string, link: SetupLink, now: number, { audit, mails }: Noted): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${staffMembers} SET ${staffMembers.disabledAt} = NULL, ${staffMembers.passwordHash} = NULL,
            ${staffMembers.totpSecret} = NULL, ${staffMembers.setupHash} = ${link.hash}, ${staffMembers.setupExpiresAt} = ${link.expiresAt}
          WHERE ${staffMembers.id} = ${id}`,
        endAll(id, now),
        released(id),
        withoutTokens(id, now),
        sql`DELETE FROM ${staffRecoveryCodes} WHERE ${staffRecoveryCodes.staffId} = ${id}`,
        sql`DELETE FROM ${staffPasskeys} WHERE ${staffPasskeys.staffId} = ${id}`,
        sql`UPDATE ${staffSessions} SET ${staffSessions.deviceHash} = NULL WHERE ${staffSessions.staffId} = ${id}`,
        insertWhere(staffAudit, audit, sql`1`),
        given(id, audit),
        ...mails.map((mail) => insertWhere(outbox, mail, sql`1`)),
      ]);
    },
  };
}

/** The link in the record of who gave it out. */
function given(id: string, { staffId, at }: AuditRow) {
  return sql`INSERT INTO ${into(staffSetupLinks, "staffId", "madeBy", "at")} VALUES (${id}, ${staffId ?? null}, ${at})`;
}

/** The message of the trigger staff_operator_stays. */
const LAST = "the last operator stays";

async function unlessLast(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(LAST)) return false;
    throw error;
  }
}

/** Undecided work is free at once. */
function released(id: string) {
  return sql`UPDATE ${workItems} SET ${workItems.leasedBy} = NULL, ${workItems.leasedUntil} = 0
    WHERE ${workItems.leasedBy} = ${id} AND ${workItems.state} = 'waiting'`;
}

/** Tokens of operators' programs end with their operator. */
function withoutTokens(id: string, now: number) {
  return sql`UPDATE ${apiTokens} SET ${apiTokens.revokedAt} = ${now}
    WHERE ${apiTokens.createdBy} = ${id} AND ${apiTokens.revokedAt} IS NULL AND NOT EXISTS (SELECT 1 FROM ${staffMembers}
      WHERE ${staffMembers.id} = ${id} AND ${staffMembers.role} = 'operator' AND ${staffMembers.disabledAt} IS NULL
        AND ${staffMembers.passwordHash} IS NOT NULL)`;
}

function endAll(id: string, now: number, where = sql`1`) {
  return sql`UPDATE ${staffSessions} SET ${staffSessions.endedAt} = ${now}
    WHERE ${staffSessions.staffId} = ${id} AND ${staffSessions.endedAt} IS NULL AND ${where}`;
}
