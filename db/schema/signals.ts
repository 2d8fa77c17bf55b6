import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How often a member did what abuse does. Triggers keep the score, `accounts.caution` and the order of the member's work. */
export const signals = sqliteTable("signals", {
  memberId: text("member_id").primaryKey(),
  /** First messages like many before. */
  openers: integer().notNull().default(0),
  /** Members who block this one now. */
  blocks: integer().notNull().default(0),
  /** Messages that ask for money. */
  money: integer().notNull().default(0),
  /** Messages with contact details. */
  contacts: integer().notNull().default(0),
  /** Means of payment of a banned account. */
  prints: integer().notNull().default(0),
  score: integer().notNull().default(0),
  updatedAt: integer("updated_at").notNull(),
});
