import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/** The queue carries the id only. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text().primaryKey(),
    accountId: text("account_id"),
    domainId: text("domain_id").notNull(),
    template: text().notNull(),
    recipient: text().notNull(),
    sender: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Additional headers by name, for example List-Unsubscribe. */
    headers: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    /** Skipped: no longer wanted at delivery. */
    status: text({ enum: ["queued", "sent", "failed", "skipped"] }).notNull(),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
  },
  (t) => [
    index("outbox_due").on(t.status, t.nextAttemptAt),
    index("outbox_created").on(t.createdAt),
    index("outbox_account").on(t.accountId, t.createdAt).where(sql`account_id IS NOT NULL`),
    // Letters to an address without an account: their erasure finds them.
    index("outbox_recipient").on(t.recipient).where(sql`account_id IS NULL AND recipient <> ''`),
    // Partial indexes for the deletion of bodies and recipients.
    index("outbox_given_up").on(t.nextAttemptAt).where(sql`status = 'failed' AND text <> ''`),
    index("outbox_remembered").on(t.createdAt).where(sql`recipient <> ''`),
  ],
);

export const mailReports = sqliteTable(
  "mail_reports",
  {
    id: text().primaryKey(),
    domainId: text("domain_id").notNull(),
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: ["fbl", "bounce", "listunsubscribe"] }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("mail_reports_account").on(t.accountId, t.createdAt), index("mail_reports_created").on(t.createdAt)],
);
