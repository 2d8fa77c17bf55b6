import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { COMPLAINT_KINDS, COMPLAINT_OUTCOMES } from "./attributes.ts";

export const complaints = sqliteTable(
  "complaints",
  {
    id: text().primaryKey(),
    /** For follow-up requests. */
    reference: text().notNull(),
    domainId: text("domain_id").notNull(),
    /** A complaint outlives the account. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "set null" }),
    kind: text({ enum: COMPLAINT_KINDS }).notNull(),
    /** Optional for notices of illegal content. */
    name: text(),
    email: text(),
    link: text(),
    text: text().notNull(),
    language: text().notNull(),
    country: text().notNull(),
    complaintKey: text("complaint_key"),
    receipt: integer({ mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    answer: text(),
    answeredAt: integer("answered_at"),
    closedAt: integer("closed_at"),
    outcome: text({ enum: COMPLAINT_OUTCOMES }),
  },
  (t) => [
    uniqueIndex("complaints_reference").on(t.reference),
    uniqueIndex("complaints_key").on(t.domainId, t.complaintKey),
    index("complaints_created").on(t.domainId, t.createdAt),
    index("complaints_account").on(t.accountId),
    index("complaints_email").on(t.email),
  ],
);
