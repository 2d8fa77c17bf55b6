import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AgeMethod } from "./age-methods.ts";

/** `id` is also the profile's id. Triggers keep `unread`, `newLikes`, `credits` and `debt`; code never writes them. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text().primaryKey(),
    pool: text().notNull(),
    domainId: text("domain_id").notNull(),
    email: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    language: text().notNull(),
    /** The ledger keeps the row of an erased account, without personal data. */
    status: text({ enum: ["not_confirmed", "active", "deleted", "erased"] }).notNull(),
    paidUser: integer("paid_user", { mode: "boolean" }).notNull().default(false),
    credits: integer().notNull().default(0),
    /** Credits to repay before paid features work again. A trigger refuses a negative debt. */
    debt: integer().notNull().default(0),
    unread: integer().notNull().default(0),
    newLikes: integer("new_likes").notNull().default(0),
    /** The conversation in which something new was read last; a trigger sets it with `unread`. */
    openedChat: text("opened_chat"),
    notificationsDisabled: text("notifications_disabled", { mode: "json" }).$type<string[]>().notNull().default([]),
    tracking: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    /** Row of `sources`. Null: an earlier version made the account and it has paid nothing since. */
    sourceId: text("source_id"),
    /** In ms. Set once; 0: not known. */
    firstMessageAt: integer("first_message_at"),
    /** The traffic source of the sign-up; on a domain by invitation, the one that admitted it. */
    trafficSource: text("traffic_source"),
    signupMessage: text("signup_message"),
    /** The member whose page led to the sign-up; receives `signupMessage`. */
    signupProfile: text("signup_profile"),
    /** The action intended there; null once it is done or dropped. */
    signupIntent: text("signup_intent", { enum: ["like", "chat"] }),
    /** Makes the double submission of one sign-up form harmless. */
    signupKey: text("signup_key"),
    /** The name of a sign-up that was taken, where accounts are secret; null once the member has chosen. Decision 81. */
    wantedName: text("wanted_name"),
    wantedKey: text("wanted_key"),
    termsVersion: text("terms_version").notNull(),
    termsAcceptedAt: integer("terms_accepted_at").notNull(),
    sensitiveVersion: text("sensitive_version").notNull(),
    sensitiveAcceptedAt: integer("sensitive_accepted_at").notNull(),
    createdAt: integer("created_at").notNull(),
    activatedAt: integer("activated_at"),
    reminders: integer().notNull().default(0),
    /** In ms: when the member last opened the list of news, and that of visitors. */
    newsSeenAt: integer("news_seen_at").notNull().default(0),
    visitorsSeenAt: integer("visitors_seen_at").notNull().default(0),
    /** In ms: a decision of staff lets the member send nothing until then. */
    mutedUntil: integer("muted_until"),
    /** The score of `signals`, maintained by a trigger: first messages are limited by it. */
    caution: integer().notNull().default(0),
    /** Whether the time bonus began with the sign-up. Null: an earlier version did not store it. Decision 89. */
    timeBonus: integer("time_bonus", { mode: "boolean" }),
    /** What the member has proved about the age: day and end by method. Nothing of the proof itself. Decisions 102 and 136. */
    ageProofs: text("age_proofs", { mode: "json" })
      .$type<Partial<Record<AgeMethod, { day: string; until: string | null }>> & { unconfirmed?: { day: string } }>()
      .notNull()
      .default({}),
    /** Time of the deletion by the member; the erasure follows 14 days later. */
    deletedAt: integer("deleted_at"),
  },
  (t) => [
    uniqueIndex("accounts_email").on(t.pool, t.email),
    uniqueIndex("accounts_signup_key").on(t.pool, t.signupKey),
    // For the cron: partial indexes stay small at any number of members.
    index("accounts_unconfirmed").on(t.createdAt).where(sql`status = 'not_confirmed'`),
    index("accounts_reminders").on(t.reminders, t.createdAt).where(sql`status = 'not_confirmed'`),
    index("accounts_deleted").on(t.deletedAt).where(sql`status = 'deleted'`),
    index("accounts_wanted").on(t.pool, t.wantedKey).where(sql`wanted_key IS NOT NULL`),
    check("credits_not_negative", sql`${t.credits} >= 0`),
    check("unread_not_negative", sql`${t.unread} >= 0`),
    check("new_likes_not_negative", sql`${t.newLikes} >= 0`),
  ],
);

/** A log-in on a device. Only the cookie holds the token; the row holds its SHA-256. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    domainId: text("domain_id").notNull(),
    userAgent: text("user_agent").notNull(),
    /** Country of the log-in (ISO 3166-1); '' if unknown. */
    country: text().notNull().default(""),
    /** Accurate to minutes; 0 if only the log-in is known. */
    lastSeenAt: integer("last_seen_at").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** A revoked session is invalid, but still proves an earlier log-in on this device. */
    revokedAt: integer("revoked_at"),
    /** The account's first log-in on this device. */
    newDevice: integer("new_device", { mode: "boolean" }).notNull().default(false),
    /** Keyed hash of the network of the log-in, other in each pool. Null where nobody knows it. Decision 127. */
    network: text(),
    /** Keyed hash of the secret in this session's cookie, and of the one that the browser had before. Decision 127. */
    device: text(),
    former: text(),
  },
  (t) => [
    index("sessions_account").on(t.accountId),
    index("sessions_network").on(t.network).where(sql`network IS NOT NULL`),
    index("sessions_device").on(t.device).where(sql`device IS NOT NULL`),
    index("sessions_former").on(t.former).where(sql`former IS NOT NULL`),
  ],
);

/** One-time links and codes from mails, stored as SHA-256. */
export const tokens = sqliteTable(
  "tokens",
  {
    hash: text().primaryKey(),
    kind: text({ enum: ["activation", "reset", "mail_change", "mail_undo", "reactivation", "export", "login"] }).notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** For a log-in link a hash of password and address: a change of either ends the link. */
    codeHash: text("code_hash"),
    /** The link's e-mail address or page. A reset holds a keyed hash of the requester, an activation its early end. */
    data: text(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [
    index("tokens_account").on(t.accountId, t.kind),
    // For the cron that deletes old rows.
    index("tokens_expires").on(t.expiresAt),
  ],
);

/** Every consent with the version of its text; the account repeats the newest of each kind. */
export const consents = sqliteTable(
  "consents",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: ["terms", "sensitive_data"] }).notNull(),
    version: text().notNull(),
    language: text().notNull(),
    acceptedAt: integer("accepted_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.version] })],
);

/** Each consent to news by mail, with the version of its text: decision 126. One without a withdrawal at most for each member. */
export const newsConsents = sqliteTable(
  "news_consents",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The site that the text named. */
    domainId: text("domain_id").notNull(),
    version: text().notNull(),
    language: text().notNull(),
    acceptedAt: integer("accepted_at").notNull(),
    /** A trigger sets it when the member takes it back. */
    withdrawnAt: integer("withdrawn_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.acceptedAt] }),
    index("news_consents_standing").on(t.domainId, t.accountId).where(sql`withdrawn_at IS NULL`),
  ],
);

/** Each consent to say religion and diet, with the version of its text: decision 137. One without a withdrawal at most for each member. */
export const beliefConsents = sqliteTable(
  "belief_consents",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    version: text().notNull(),
    language: text().notNull(),
    acceptedAt: integer("accepted_at").notNull(),
    /** A trigger sets it when the member takes it back. */
    withdrawnAt: integer("withdrawn_at"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.acceptedAt] })],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The relying party: a passkey is valid on one host only. */
    rpId: text("rp_id").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    counter: integer().notNull().default(0),
    transports: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [index("passkeys_account").on(t.accountId, t.createdAt)],
);

/** Links that admit a sign-up on a domain by invitation. */
export const invites = sqliteTable(
  "invites",
  {
    /** SHA-256 of the code in the link. */
    hash: text().primaryKey(),
    domainId: text("domain_id").notNull(),
    /** The inviting member; null for the operator. */
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

/** Anonymous reasons for deletions, one row each. */
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

/** Archives of a member's data, made on request and stored for a day. */
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
