import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { BOOKS, LEDGER_KINDS } from "./attributes.ts";

/** Append-only whole credits. Triggers update balance, lots and postings; a CHECK refuses uncovered debits. Decisions 45, 114. */
export const ledger = sqliteTable(
  "ledger",
  {
    /** Ascends: nothing is ever deleted. */
    id: integer().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    amount: integer().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    cause: text().notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    createdAt: integer("created_at").notNull(),
    /** A debit from this lot only. A spending with a lot is its own posting, from the member to the revenue. */
    lotId: integer("lot_id"),
    /** The debit that this entry undoes, at most once. */
    reversesId: integer("reverses_id"),
    /** How many messages a run paid; null for every other entry. Decision 108. */
    messages: integer(),
  },
  (t) => [
    uniqueIndex("ledger_key").on(t.accountId, t.idempotencyKey),
    index("ledger_account").on(t.accountId, t.id),
    uniqueIndex("ledger_reverses").on(t.reversesId).where(sql`reverses_id IS NOT NULL`),
  ],
);

/** Credits of one purchase or bonus; spending takes the oldest first. Triggers write both tables below. */
export const lots = sqliteTable(
  "lots",
  {
    id: integer().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    /** The entry that opened it. Null for credits from before lots existed. */
    entryId: integer("entry_id").references(() => ledger.id),
    paymentId: text("payment_id"),
    credits: integer().notNull(),
    remaining: integer().notNull(),
    /** Something is left. Apart from `remaining`, because a change of a column in an index writes the index anew. */
    open: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer("created_at").notNull(),
    /** The open run: messages that this lot paid in one chat, and that no entry states yet. Null without one. Decision 108. */
    runChat: text("run_chat"),
    /** Id and client id of its first message: cause and key of the entry. */
    runCause: text("run_cause"),
    runKey: text("run_key"),
    runMessages: integer("run_messages").notNull().default(0),
    runCredits: integer("run_credits").notNull().default(0),
    /** Time of its last message. */
    runAt: integer("run_at").notNull().default(0),
  },
  (t) => [
    uniqueIndex("lots_entry").on(t.entryId),
    uniqueIndex("lots_payment").on(t.paymentId),
    index("lots_open").on(t.accountId, t.id).where(sql`open = 1`),
    check("lot_not_empty", sql`${t.credits} > 0`),
    check("lot_covered", sql`${t.remaining} BETWEEN 0 AND ${t.credits}`),
    // No credits where spending does not look.
    check("lot_open", sql`${t.open} = 1 OR (${t.open} = 0 AND ${t.remaining} = 0)`),
  ],
);

/** Double entry: each row moves credits of one lot from one book to another. `db/postings.ts` adds the spendings that post themselves. */
export const postings = sqliteTable(
  "postings",
  {
    entryId: integer("entry_id")
      .notNull()
      .references(() => ledger.id),
    lotId: integer("lot_id")
      .notNull()
      .references(() => lots.id),
    debit: text({ enum: BOOKS }).notNull(),
    credit: text({ enum: BOOKS }).notNull(),
    amount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.lotId] }),
    check("posting_positive", sql`${t.amount} > 0`),
    check("posting_of_member", sql`(${t.debit} = 'member') <> (${t.credit} = 'member')`),
  ],
);

/** Append-only. Credits that were spent before their purchase was taken back; a trigger keeps `accounts.debt`. */
export const debts = sqliteTable(
  "debts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    /** The payment taken back, or the one that repays. */
    paymentId: text("payment_id").notNull(),
    /** Negative for a repayment. */
    credits: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("debts_account").on(t.accountId, t.id)],
);

/** Responses of writes with an Idempotency-Key, stored for 24 hours. */
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
    createdAt: integer("created_at").notNull(),
    /** In ms. An expired lease without a response means an unknown outcome; a retry resumes there. */
    leaseUntil: integer("lease_until").notNull().default(0),
  },
  (t) => [uniqueIndex("idempotency_key").on(t.accountId, t.key), index("idempotency_age").on(t.createdAt)],
);
