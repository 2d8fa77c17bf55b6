import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Every mail that was ever asked for, with what became of it. The queue only carries the id. */
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
    status: text({ enum: ["queued", "sent", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
  },
  (t) => [index("outbox_due").on(t.status, t.nextAttemptAt), index("outbox_created").on(t.createdAt)],
);
