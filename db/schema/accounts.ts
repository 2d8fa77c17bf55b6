import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
    /** Erased is what is left for the ledger's sake of who was deleted: nothing in the row says who that was. */
    status: text({ enum: ["not_confirmed", "active", "deleted", "erased"] }).notNull(),
    paidUser: integer("paid_user", { mode: "boolean" }).notNull().default(false),
    credits: integer().notNull().default(0),
    unread: integer().notNull().default(0),
    newLikes: integer("new_likes").notNull().default(0),
    notificationsDisabled: text("notifications_disabled", { mode: "json" }).$type<string[]>().notNull().default([]),
    tracking: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    /** By which traffic source the account came; on a domain by invitation, the one that let it in. */
    trafficSource: text("traffic_source"),
    signupMessage: text("signup_message"),
    /** The member for whose sake somebody signed up, and to whom the message is. */
    signupProfile: text("signup_profile"),
    /** What they wanted to do there, until it is done or given up. */
    signupIntent: text("signup_intent", { enum: ["like", "chat"] }),
    /** Makes the double submission of one sign-up form harmless. */
    signupKey: text("signup_key"),
    termsVersion: text("terms_version").notNull(),
    termsAcceptedAt: integer("terms_accepted_at").notNull(),
    sensitiveVersion: text("sensitive_version").notNull(),
    sensitiveAcceptedAt: integer("sensitive_accepted_at").notNull(),
    createdAt: integer("created_at").notNull(),
    activatedAt: integer("activated_at"),
    /** How many times somebody who has not confirmed was reminded. */
    reminders: integer().notNull().default(0),
    /** When the member deleted the account: from then on it is hidden, and 14 days later erased. */
    deletedAt: integer("deleted_at"),
  },
  (t) => [
    uniqueIndex("accounts_email").on(t.pool, t.email),
    uniqueIndex("accounts_signup_key").on(t.pool, t.signupKey),
    // What the cron looks through: both are small, however many members there are.
    index("accounts_unconfirmed").on(t.createdAt).where(sql`status = 'not_confirmed'`),
    index("accounts_reminders").on(t.reminders, t.createdAt).where(sql`status = 'not_confirmed'`),
    index("accounts_deleted").on(t.deletedAt).where(sql`status = 'deleted'`),
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
    /** Where the log-in came from: ISO 3166-1, or '' where nobody knows. */
    country: text().notNull().default(""),
    /** When the device was last seen, to within minutes; 0 where only the log-in is known. */
    lastSeenAt: integer("last_seen_at").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** A revoked session opens nothing, but still says that this device has logged in before. */
    revokedAt: integer("revoked_at"),
    /** The account had never been logged in to on this device before. */
    newDevice: integer("new_device", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [index("sessions_account").on(t.accountId), index("sessions_expires").on(t.expiresAt)],
);

/** One-time links and codes from mails, stored as SHA-256. */
export const tokens = sqliteTable(
  "tokens",
  {
    hash: text().primaryKey(),
    kind: text({ enum: ["activation", "reset", "mail_change", "mail_undo", "reactivation", "export"] }).notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    codeHash: text("code_hash"),
    /**
     * What the link carries out: the e-mail address that it leads to, or back to. Of a reset, by a keyed hash, who asked; of an
     * activation, why it ended before its time.
     */
    data: text(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [
    index("tokens_account").on(t.accountId, t.kind),
    // Forgotten when they have long run out.
    index("tokens_expires").on(t.expiresAt),
  ],
);

/** Every consent that was ever given, with the version of the text; the account repeats the newest of each kind. */
export const consents = sqliteTable(
  "consents",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: ["terms", "sensitive_data"] }).notNull(),
    version: text().notNull(),
    /** In which it was read. */
    language: text().notNull(),
    acceptedAt: integer("accepted_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.version] })],
);

/** A way in without a password (WebAuthn). The private half never leaves the member's device. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The relying party: a passkey made on one host opens nothing on another. */
    rpId: text("rp_id").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    counter: integer().notNull().default(0),
    transports: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** What the member calls it. */
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [index("passkeys_account").on(t.accountId, t.createdAt)],
);

/** Links that let somebody sign up on a domain by invitation. */
export const invites = sqliteTable(
  "invites",
  {
    /** SHA-256 of the code in the link. */
    hash: text().primaryKey(),
    domainId: text("domain_id").notNull(),
    /** The member whose link it is; null for the operator's. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** How many may still sign up by it. */
    usesLeft: integer("uses_left").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("invites_account").on(t.accountId, t.createdAt),
    index("invites_expires").on(t.expiresAt),
    check("uses_not_negative", sql`${t.usesLeft} >= 0`),
  ],
);

/** Why members left, without who: one row a deletion. */
export const departures = sqliteTable("departures", {
  id: text().primaryKey(),
  domainId: text("domain_id").notNull(),
  reason: text().notNull(),
  text: text(),
  /** Whole days between sign-up and deletion. */
  days: integer().notNull(),
  paidUser: integer("paid_user", { mode: "boolean" }).notNull(),
  /** ISO 8601 date. */
  day: text().notNull(),
});

/** A member's data as one archive, made on request and kept for a day. */
export const dataExports = sqliteTable(
  "data_exports",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    status: text({ enum: ["queued", "ready", "failed"] }).notNull(),
    /** Names the archive in R2. */
    key: text().notNull(),
    /** Bytes. */
    size: integer(),
    createdAt: integer("created_at").notNull(),
    readyAt: integer("ready_at"),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("data_exports_account").on(t.accountId, t.createdAt), index("data_exports_expires").on(t.expiresAt)],
);
