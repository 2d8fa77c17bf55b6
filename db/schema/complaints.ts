import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { COMPLAINT_KINDS } from "./attributes.ts";

/** Notices of illegal content and complaints of consumers, of members and of anybody else, as they came in. */
export const complaints = sqliteTable(
  "complaints",
  {
    id: text().primaryKey(),
    /** What the person was told, to ask by. */
    reference: text().notNull(),
    domainId: text("domain_id").notNull(),
    /** Who was logged in; a complaint outlives the account. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "set null" }),
    kind: text({ enum: COMPLAINT_KINDS }).notNull(),
    /** Name and address may be kept back by who gives notice of illegal content. */
    name: text(),
    email: text(),
    /** Where it is, as the person says it. */
    link: text(),
    text: text().notNull(),
    /** In which to answer. */
    language: text().notNull(),
    country: text().notNull(),
    /** Makes the double submission of one form harmless. */
    complaintKey: text("complaint_key"),
    /** A mail went to the address that was given. */
    receipt: integer({ mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    /** Null until it is answered. */
    answer: text(),
    answeredAt: integer("answered_at"),
    /** When it was put away without an answer. */
    closedAt: integer("closed_at"),
  },
  (t) => [
    uniqueIndex("complaints_reference").on(t.reference),
    uniqueIndex("complaints_key").on(t.domainId, t.complaintKey),
    index("complaints_created").on(t.domainId, t.createdAt),
    index("complaints_account").on(t.accountId),
  ],
);
