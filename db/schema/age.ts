import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { AGE_CHECK_REFUSALS, AGE_CHECK_STATUSES, AGE_WAYS, PROVER_METHODS } from "./age-methods.ts";
import { GESTURES } from "./attributes.ts";

/**
 * Open requests for a proof of age: ten minutes each, one answer. An unconfirmed "under 18" stays a day.
 * No answer is kept, only what became of it.
 */
export const ageRequests = sqliteTable(
  "age_requests",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The session that began: no other browser can finish. */
    sessionHash: text("session_hash").notNull(),
    domainId: text("domain_id").notNull(),
    method: text({ enum: PROVER_METHODS }).notNull(),
    way: text({ enum: AGE_WAYS }).notNull(),
    /** Names the request in the answer of an app or a provider: 192 random bits. */
    state: text().notNull().unique(),
    /** Where the member goes on: a path of this site. */
    next: text().notNull(),
    /** Of the rule that asked, for the figures (ISO 3166-1). */
    country: text().notNull(),
    /** Keys and nonce, and what the page shows, as JSON; empty once it is answered. */
    secret: text().notNull(),
    /** Null until an answer arrives, which ends the request; `over`, `under`, or the reason of the failure. */
    outcome: text(),
    /** SHA-256 of the code by which an app leads back to the browser. An answer "under 18" may wait for `confirm` or `closing`. */
    codeHash: text("code_hash"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("age_requests_account").on(t.accountId, t.createdAt), index("age_requests_expires").on(t.expiresAt)],
);

/** How far members of a domain were written to about a proof that becomes necessary. One row for each domain that says so. */
export const ageNotices = sqliteTable("age_notices", {
  domainId: text("domain_id").primaryKey(),
  /** The rules of the domain file: other ones begin anew. */
  rules: text().notNull(),
  /** The last account that was looked at; null once all were. */
  lastId: text("last_id"),
});

/** A pose and a document that wait for a person. Triggers add and close their work items. The pictures go with the decision. */
export const ageChecks = sqliteTable(
  "age_checks",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    domainId: text("domain_id").notNull(),
    /** Of the rule that asked, for the figures (ISO 3166-1). */
    country: text().notNull(),
    gesture: text({ enum: GESTURES }).notNull(),
    /** R2 keys; both null once the pictures are erased. */
    pose: text(),
    document: text(),
    status: text({ enum: AGE_CHECK_STATUSES }).notNull(),
    /** Null unless refused. */
    reason: text({ enum: AGE_CHECK_REFUSALS }),
    /** Also the time of the consent. */
    sentAt: integer("sent_at").notNull(),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    index("age_checks_account").on(t.accountId, t.sentAt),
    uniqueIndex("age_checks_waiting").on(t.accountId).where(sql`status = 'waiting'`),
    index("age_checks_decided").on(t.decidedAt).where(sql`decided_at IS NOT NULL`),
    check("age_check_decided", sql`(${t.decidedAt} IS NULL) = (${t.status} = 'waiting')`),
    check("age_check_reason", sql`(${t.reason} IS NOT NULL) = (${t.status} = 'refused')`),
    check("age_check_pictures", sql`(${t.pose} IS NULL) = (${t.document} IS NULL)`),
    check("age_check_waits_with_pictures", sql`${t.status} <> 'waiting' OR ${t.pose} IS NOT NULL`),
  ],
);
