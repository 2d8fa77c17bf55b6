import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * What belongs to the person who logs in. `id` is also the id of the profile.
 * `unread`, `newLikes` and `credits` are kept by triggers (see the trigger migration): they are sums of
 * participants, likes and ledger that never have to be counted, and code never writes them.
 */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text().primaryKey(),
    pool: text().notNull(),
    domainId: text("domain_id").notNull(),
    email: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    language: text().notNull(),
    status: text({ enum: ["not_confirmed", "active", "deleted"] }).notNull(),
    paidUser: integer("paid_user", { mode: "boolean" }).notNull().default(false),
    credits: integer().notNull().default(0),
    unread: integer().notNull().default(0),
    newLikes: integer("new_likes").notNull().default(0),
    notificationsDisabled: text("notifications_disabled", { mode: "json" }).$type<string[]>().notNull().default([]),
    tracking: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    signupMessage: text("signup_message"),
    /** The member for whose sake somebody signed up, and to whom the message is. */
    signupProfile: text("signup_profile"),
    /** Makes the double submission of one sign-up form harmless. */
    signupKey: text("signup_key"),
    termsVersion: text("terms_version").notNull(),
    termsAcceptedAt: integer("terms_accepted_at").notNull(),
    sensitiveVersion: text("sensitive_version").notNull(),
    sensitiveAcceptedAt: integer("sensitive_accepted_at").notNull(),
    createdAt: integer("created_at").notNull(),
    activatedAt: integer("activated_at"),
  },
  (t) => [
    uniqueIndex("accounts_email").on(t.pool, t.email),
    uniqueIndex("accounts_signup_key").on(t.pool, t.signupKey),
    check("credits_not_negative", sql`${t.credits} >= 0`),
    check("unread_not_negative", sql`${t.unread} >= 0`),
    check("new_likes_not_negative", sql`${t.newLikes} >= 0`),
  ],
);

/** A log-in on a device. The token itself is only in the cookie: here is its SHA-256. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    domainId: text("domain_id").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** A revoked session opens nothing, but still says that this device has logged in before. */
    revokedAt: integer("revoked_at"),
  },
  (t) => [index("sessions_account").on(t.accountId), index("sessions_expires").on(t.expiresAt)],
);

/** One-time links and codes from mails, stored as SHA-256. */
export const tokens = sqliteTable(
  "tokens",
  {
    hash: text().primaryKey(),
    kind: text({ enum: ["activation", "reset"] }).notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    codeHash: text("code_hash"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [index("tokens_account").on(t.accountId, t.kind)],
);
