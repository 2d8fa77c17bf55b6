import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/** Members brought from another system. Until they arrive their profile is `disabled`: nobody sees it. Decision 112. */
export const imported = sqliteTable(
  "imported",
  {
    accountId: text("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    pool: text().notNull(),
    domainId: text("domain_id").notNull(),
    /** Name of the other system, and the member's id there. */
    source: text().notNull(),
    oldId: text("old_id").notNull(),
    /** What the member agreed to there, with texts, as JSON. It replaces no consent of ours. */
    consents: text({ mode: "json" }).$type<unknown[]>().notNull().default([]),
    importedAt: integer("imported_at").notNull(),
    /** First log-in with our terms and consents. A trigger sets it. */
    arrivedAt: integer("arrived_at"),
    /** In ms: when the hash of the other system goes. Null without one; a trigger empties it with a new password. */
    hashUntil: integer("hash_until"),
    /** In ms: when the letter about the move was written. */
    letterAt: integer("letter_at"),
  },
  (t) => [
    index("imported_hash").on(t.hashUntil).where(sql`hash_until IS NOT NULL`),
    index("imported_hash_pool").on(t.pool).where(sql`hash_until IS NOT NULL`),
    index("imported_letter").on(t.domainId, t.accountId).where(sql`letter_at IS NULL AND arrived_at IS NULL`),
  ],
);

/** Paths of the other system, which lead to a member here. */
export const oldPaths = sqliteTable(
  "old_paths",
  {
    domainId: text("domain_id").notNull(),
    path: text().notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.domainId, t.path] }), index("old_paths_account").on(t.accountId)],
);
