import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { LEDGER_KINDS } from "./attributes.ts";

/**
 * Append-only whole credits. A trigger updates the balance, whose CHECK refuses an uncovered debit: the balance equals the
 * sum.
 */
export const ledger = sqliteTable(
  "ledger",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    amount: integer().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    /** Example: the message's id. */
    cause: text().notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("ledger_key").on(t.accountId, t.idempotencyKey), index("ledger_account").on(t.accountId, t.id)],
);

/** Responses of writes with an Idempotency-Key, kept for 24 hours. */
export const idempotency = sqliteTable(
  "idempotency",
  {
    accountId: text("account_id").notNull(),
    key: text().notNull(),
    /** SHA-256 of method, path and body: the same key with another body is a conflict. */
    requestHash: text("request_hash").notNull(),
    /** Null until a try ends with a response. */
    status: integer(),
    answer: text(),
    /** Time of the first try. */
    createdAt: integer("created_at").notNull(),
    /** In ms. An expired lease without a response means an unknown outcome; a retry resumes there. */
    leaseUntil: integer("lease_until").notNull().default(0),
  },
  (t) => [uniqueIndex("idempotency_key").on(t.accountId, t.key), index("idempotency_age").on(t.createdAt)],
);
