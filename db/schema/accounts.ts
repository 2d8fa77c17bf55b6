import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Statuses that cannot log in. */
export const GONE: ("deleted" | "erased")[] = ["deleted", "erased"];

export function isHere(status: string): boolean {
  return !GONE.some((gone) => gone === status);
}

/** `id` is also the profile's id. Triggers keep `unread`, `newLikes` and `credits`; code never writes them. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text().primaryKey(),
    pool: text().notNull(),
    domainId: text("domain_id").notNull(),
    email: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    language: text().notNull(),
    /** An erased row stays for the ledger without personal data. */
    status: text({ enum: ["not_confirmed", "active", "deleted", "erased"] }).notNull(),
    paidUser: integer("paid_user", { mode: "boolean" }).notNull().default(false),
    credits: integer().notNull().default(0),
    unread: integer().notNull().default(0),
    newLikes: integer("new_likes").notNull().default(0),
    notificationsDisabled: text("notifications_disabled", { mode: "json" }).$type<string[]>().notNull().default([]),
    tracking: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    /** On a domain by invitation: the invitation's source. */
    trafficSource: text("traffic_source"),
    signupMessage: text("signup_message"),
    /** The profile that led to the sign-up. */
    signupProfile: text("signup_profile"),
    /** The pending action there, until it is done or dropped. */
    signupIntent: text("signup_intent", { enum: ["like", "chat"] }),
    /** Idempotency key of the sign-up form. */
    signupKey: text("signup_key"),
    termsVersion: text("terms_version").notNull(),
    termsAcceptedAt: integer("terms_accepted_at").notNull(),
    sensitiveVersion: text("sensitive_version").notNull(),
    sensitiveAcceptedAt: integer("sensitive_accepted_at").notNull(),
    createdAt: integer("created_at").notNull(),
    activatedAt: integer("activated_at"),
    /** Number of confirmation reminders. */
    reminders: integer().notNull().default(0),
    /** Hidden from this moment; erased 14 days later. */
    deletedAt: integer("deleted_at"),
  },
  (t) => [
    uniqueIndex("accounts_email").on(t.pool, t.email),
    uniqueIndex("accounts_signup_key").on(t.pool, t.signupKey),
    // For the cron: partial indexes stay small.
    index("accounts_unconfirmed").on(t.createdAt).where(sql`status = 'not_confirmed'`),
    index("accounts_reminders").on(t.reminders, t.createdAt).where(sql`status = 'not_confirmed'`),
    index("accounts_deleted").on(t.deletedAt).where(sql`status = 'deleted'`),
    check("credits_not_negative", sql`${t.credits} >= 0`),
    check("unread_not_negative", sql`${t.unread} >= 0`),
    check("new_likes_not_negative", sql`${t.newLikes} >= 0`),
  ],
);

/** The cookie holds the token; the row holds its SHA-256. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    domainId: text("domain_id").notNull(),
    userAgent: text("user_agent").notNull(),
    /** ISO 3166-1; '' when unknown. */
    country: text().notNull().default(""),
    /** Accurate to minutes; 0 when only the login is known. */
    lastSeenAt: integer("last_seen_at").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** A revoked session still marks a known device. */
    revokedAt: integer("revoked_at"),
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
    /** Mail change: the target address. Reset: a keyed hash of the requester. Activation: why it ended early. */
    data: text(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [
    index("tokens_account").on(t.accountId, t.kind),
    // For the deletion of expired tokens.
    index("tokens_expires").on(t.expiresAt),
  ],
);

/** Append-only; the account repeats the newest of each kind. */
export const consents = sqliteTable(
  "consents",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: ["terms", "sensitive_data"] }).notNull(),
    version: text().notNull(),
    /** Language of the text that the member accepted. */
    language: text().notNull(),
    acceptedAt: integer("accepted_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.version] })],
);

/** WebAuthn. The private key never leaves the member's device. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** Credential id, base64url. */
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** A passkey works for its relying party only. */
    rpId: text("rp_id").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    counter: integer().notNull().default(0),
    transports: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Chosen by the member. */
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [index("passkeys_account").on(t.accountId, t.createdAt)],
);

/** Links for sign-up on a domain by invitation. */
export const invites = sqliteTable(
  "invites",
  {
    /** SHA-256 of the code in the link. */
    hash: text().primaryKey(),
    domainId: text("domain_id").notNull(),
    /** Null for the operator's links. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
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

/** Leaving reasons without the member: one row per deletion. */
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

export const dataExports = sqliteTable(
  "data_exports",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    status: text({ enum: ["queued", "ready", "failed"] }).notNull(),
    /** R2 key of the archive. */
    key: text().notNull(),
    /** Bytes. */
    size: integer(),
    createdAt: integer("created_at").notNull(),
    readyAt: integer("ready_at"),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("data_exports_account").on(t.accountId, t.createdAt), index("data_exports_expires").on(t.expiresAt)],
);
