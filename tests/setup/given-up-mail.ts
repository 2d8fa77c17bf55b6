import { env } from "cloudflare:workers";
import { newId } from "#worker/platform/ids.ts";

/** A mail to a member that was given up, with its words. */
export async function givenUpMail(member: string): Promise<string> {
  const id = newId();
  await env.DB.prepare(
    `INSERT INTO outbox (id, account_id, domain_id, template, recipient, sender, subject, text, html, status, attempts, next_attempt_at, created_at)
      VALUES (?1, ?2, 'liaison', 'visit', (SELECT email FROM accounts WHERE id = ?2), 'no-reply@example.org', 'x', 'words', '<p>words</p>', 'failed', 9, 1, 1)`,
  )
    .bind(id, member)
    .run();
  return id;
}
