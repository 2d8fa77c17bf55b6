import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Accounts that staff removed for fraud; chats with them say so. The row goes when the ban ends. */
export const fraudRemovals = sqliteTable("fraud_removals", {
  memberId: text("member_id").primaryKey(),
  decisionId: text("decision_id").notNull(),
  /** In ms: what was spent on the account since then is given back. */
  since: integer().notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Members whose spending on a removed account is given back. */
export const fraudReturns = sqliteTable(
  "fraud_returns",
  {
    fraudId: text("fraud_id").notNull(),
    accountId: text("account_id").notNull(),
    since: integer().notNull(),
    /** `credited` is still to be told. */
    state: text({ enum: ["due", "credited", "done"] })
      .notNull()
      .default("due"),
    credits: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fraudId, t.accountId] }),
    index("fraud_returns_account").on(t.accountId),
    index("fraud_returns_open").on(t.createdAt).where(sql`state <> 'done'`),
  ],
);
