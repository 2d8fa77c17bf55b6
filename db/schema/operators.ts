import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { API_SCOPES, DELIVERY_STATES, WEBHOOK_ENDS, WEBHOOK_EVENTS } from "./operator-codes.ts";

/** Where operators want events sent. Triggers write a delivery for each webhook that is on. Decision 123. */
export const webhooks = sqliteTable("webhooks", {
  id: text().primaryKey(),
  /** Null for all sites of the database. */
  domainId: text("domain_id"),
  url: text().notNull(),
  events: text({ mode: "json" }).$type<(typeof WEBHOOK_EVENTS)[number][]>().notNull(),
  /** Encrypted. */
  secret: text().notNull(),
  /** The one before a rotation signs too, until `oldUntil` (ms). */
  oldSecret: text("old_secret"),
  oldUntil: integer("old_until"),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  /** Null while it is on. */
  disabledAt: integer("disabled_at"),
  disabledFor: text("disabled_for", { enum: WEBHOOK_ENDS }),
  /** In ms: the first failure after the last success. */
  failingSince: integer("failing_since"),
  /** In ms: when the operators last got a mail about it. */
  toldAt: integer("told_at"),
});

/** What happened, by ids, for one webhook: outbox and log in one. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    /** The header `webhook-id`. */
    id: text().primaryKey(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    event: text({ enum: WEBHOOK_EVENTS }).notNull(),
    domainId: text("domain_id"),
    memberId: text("member_id"),
    /** Id of the order, the report or the decision. */
    objectId: text("object_id"),
    /** Time of the event. */
    at: integer().notNull(),
    status: text({ enum: DELIVERY_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAt: integer("next_at").notNull(),
    /** HTTP status of the last answer. */
    answer: integer(),
    /** Code of the last failure. */
    error: text(),
    doneAt: integer("done_at"),
  },
  (t) => [
    index("webhook_deliveries_due").on(t.webhookId, t.nextAt).where(sql`status = 'waiting'`),
    index("webhook_deliveries_log").on(t.webhookId, t.at, t.id),
  ],
);

/** Keys of operators' programs, which read only. Decision 124. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    id: text().primaryKey(),
    /** SHA-256 of the token. */
    hash: text().notNull(),
    /** Its first characters, by which people know it again. */
    prefix: text().notNull(),
    name: text().notNull(),
    /** Null for all sites of the database. */
    domainId: text("domain_id"),
    scopes: text({ mode: "json" }).$type<(typeof API_SCOPES)[number][]>().notNull(),
    /** The operator in whose name it reads: it ends with that account. */
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    revokedAt: integer("revoked_at"),
    lastUsedAt: integer("last_used_at"),
    /** By scope, the day (UTC, since 1970) of its last row in the audit log. */
    noted: text({ mode: "json" }).$type<Partial<Record<(typeof API_SCOPES)[number], number>>>().notNull().default({}),
  },
  (t) => [uniqueIndex("api_tokens_hash").on(t.hash), index("api_tokens_person").on(t.createdBy)],
);
