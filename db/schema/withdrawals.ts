import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { type WITHDRAWAL_OUTCOMES, WITHDRAWAL_REFUSALS, WITHDRAWAL_STATUSES } from "./attributes.ts";

/** A purchase as it was when the consumer withdrew; `amount` in the currency's smallest unit. */
export interface WithdrawnOrder {
  payment: string;
  amount: number;
  currency: string;
  outcome: (typeof WITHDRAWAL_OUTCOMES)[number];
}

/** Statements of withdrawal from a contract (Directive 2011/83/EU Article 11a). A trigger adds the work of staff. */
export const withdrawals = sqliteTable(
  "withdrawals",
  {
    id: text().primaryKey(),
    reference: text().notNull(),
    domainId: text("domain_id").notNull(),
    /** Whose purchases it concerns; null until a visitor's statement is matched. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "set null" }),
    /** True if the member was logged in. Otherwise nobody verified name and address. */
    own: integer({ mode: "boolean" }).notNull(),
    name: text().notNull(),
    /** The purchase in the consumer's words: an order number, or the account's address. */
    contract: text().notNull(),
    /** Where the receipt goes. */
    email: text().notNull(),
    orders: text({ mode: "json" }).$type<WithdrawnOrder[]>().notNull(),
    language: text().notNull(),
    country: text().notNull(),
    formKey: text("form_key"),
    receipt: integer({ mode: "boolean" }).notNull(),
    status: text({ enum: WITHDRAWAL_STATUSES }).notNull(),
    refusal: text({ enum: WITHDRAWAL_REFUSALS }),
    /** Of the link in the mail to the account's own address. */
    linkHash: text("link_hash"),
    /** The statement counts from here, in ms. */
    createdAt: integer("created_at").notNull(),
    closedAt: integer("closed_at"),
  },
  (t) => [
    uniqueIndex("withdrawals_reference").on(t.reference),
    uniqueIndex("withdrawals_key").on(t.domainId, t.formKey),
    uniqueIndex("withdrawals_link").on(t.linkHash).where(sql`link_hash IS NOT NULL`),
    index("withdrawals_account").on(t.accountId),
    index("withdrawals_created").on(t.createdAt),
  ],
);
