import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { LEDGER_KINDS } from "./attributes.ts";

/**
 * Append-only entries in whole credits. A trigger adds each to the account's balance, whose CHECK refuses a
 * debit that the balance does not cover: the sum of a member's entries is the balance, always.
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
    /** What caused the entry: the message's id, for instance. */
    cause: text().notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("ledger_key").on(t.accountId, t.idempotencyKey), index("ledger_account").on(t.accountId, t.id)],
);

/** Answers of writes with an Idempotency-Key, kept for 24 hours. */
export const idempotency = sqliteTable(
  "idempotency",
  {
    accountId: text("account_id").notNull(),
    key: text().notNull(),
    /** SHA-256 of method, path and body: the same key with another body is a conflict. */
    requestHash: text("request_hash").notNull(),
    /** Null until a try has ended with an answer. */
    status: integer(),
    answer: text(),
    /** When the first try came. */
    createdAt: integer("created_at").notNull(),
    /** Until then (ms) a try is under way. Past, without an answer: what became of it is not known, and a retry goes on from there. */
    leaseUntil: integer("lease_until").notNull().default(0),
  },
  (t) => [uniqueIndex("idempotency_key").on(t.accountId, t.key), index("idempotency_age").on(t.createdAt)],
);
