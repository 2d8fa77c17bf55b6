import { type SQL, sql } from "drizzle-orm";
import type { outbox } from "#db/schema/index.ts";

/** The insert of a mail, where something holds: for batches in which an earlier statement decides. */
export function insertMail(mail: typeof outbox.$inferInsert, where: SQL = sql`1`): SQL {
  return sql`INSERT INTO outbox (id, account_id, domain_id, template, recipient, sender, subject, text, html, headers, status,
      next_attempt_at, created_at)
    SELECT ${mail.id}, ${mail.accountId}, ${mail.domainId}, ${mail.template}, ${mail.recipient}, ${mail.sender}, ${mail.subject},
      ${mail.text}, ${mail.html}, ${JSON.stringify(mail.headers ?? {})}, 'queued', ${mail.nextAttemptAt}, ${mail.createdAt} WHERE ${where}`;
}
