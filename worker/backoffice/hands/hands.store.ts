import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, outbox as mails, type outbox, profiles, staffAudit, staffNotes } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { violationOf } from "#worker/platform/constraint.ts";

type MailRow = typeof outbox.$inferInsert;
type NoteRow = typeof staffNotes.$inferSelect;

const DONE = sql`changes() = 1`;

export type HandsStore = ReturnType<typeof createHandsStore>;

export function createHandsStore(db: Database) {
  return {
    /** With its audit row. False for an account that is erased. */
    async addNote(note: NoteRow, audit: AuditRow): Promise<boolean> {
      const isHere = sql`EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.id} = ${note.memberId})`;
      const [added] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`${insertWhere(staffNotes, note, isHere)} RETURNING ${staffNotes.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return added.length > 0;
    },

    async note(id: string): Promise<NoteRow | null> {
      return (await db.select().from(staffNotes).where(eq(staffNotes.id, id)).get()) ?? null;
    },

    async removeNote(id: string, audit: AuditRow): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`DELETE FROM ${staffNotes} WHERE ${staffNotes.id} = ${id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
    },

    /** A mail and its audit row. */
    async write(mail: MailRow, audit: AuditRow): Promise<void> {
      await rowsOf<unknown[]>(db, [insertWhere(mails, mail, sql`1`), insertWhere(staffAudit, audit, DONE)]);
    },

    async mail(mail: MailRow): Promise<void> {
      await db.insert(mails).values(mail);
    },

    /** False for a mail that was not given up or whose words are gone. It must go to the address of today. */
    async sendAgain(mail: string, member: string, now: number, audit: AuditRow): Promise<boolean> {
      const [sent] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${mails} SET ${mails.status} = 'queued', ${mails.attempts} = 0, ${mails.lastError} = NULL, ${mails.nextAttemptAt} = ${now}
          WHERE ${mails.id} = ${mail} AND ${mails.accountId} = ${member} AND ${mails.status} = 'failed' AND ${mails.text} <> ''
            AND ${mails.recipient} = (SELECT ${accounts.email} FROM ${accounts} WHERE ${accounts.id} = ${member})
          RETURNING ${mails.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return sent.length === 1;
    },

    async noted(audit: AuditRow): Promise<void> {
      await db.insert(staffAudit).values(audit);
    },

    /** Triggers change the name in the lists of chats. */
    async rename(id: string, { name, nameKey }: { name: string; nameKey: string }, audit: AuditRow): Promise<"done" | "taken"> {
      const wanted: SQL = sql`SELECT 1 FROM ${accounts} WHERE ${accounts.wantedKey} = ${nameKey} AND ${accounts.id} <> ${id}
        AND ${accounts.pool} = (SELECT ${profiles.pool} FROM ${profiles} WHERE ${profiles.id} = ${id})`;
      if ((await db.all(wanted)).length > 0) return "taken";
      try {
        await db.batch([
          db.update(profiles).set({ name, nameKey }).where(eq(profiles.id, id)),
          db
            .update(accounts)
            .set({ wantedName: null, wantedKey: null })
            .where(and(eq(accounts.id, id))),
          db.insert(staffAudit).values(audit),
        ]);
        return "done";
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return "taken";
        throw error;
      }
    },
  };
}
