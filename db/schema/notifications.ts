import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts, sessions } from "./accounts.ts";
import { type Paces, type QuietHours, type SpendLimits, WAITING_MAILS, type Wishes } from "./attributes.ts";
import type { FirstMessages } from "./first-messages.ts";

/** A browser of one session. A trigger deletes the row when the session is revoked. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    endpoint: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    sessionHash: text("session_hash")
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    domainId: text("domain_id").notNull(),
    /** The endpoint accepts messages signed with this VAPID key only. */
    publicKey: text("public_key").notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Since when its push service refuses all messages; null while it takes them. */
    refusedAt: integer("refused_at"),
  },
  (t) => [
    index("push_subscriptions_account").on(t.accountId, t.createdAt),
    index("push_subscriptions_session").on(t.sessionHash),
    index("push_subscriptions_refused").on(t.refusedAt).where(sql`refused_at IS NOT NULL`),
  ],
);

/** Push jobs of the last days: each is sent once, and reading finds what a device may still show. */
export const pushes = sqliteTable(
  "pushes",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    subject: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** In ms: nobody else sends it before this time. A digest waits for it. */
    dueAt: integer("due_at").notNull(),
    outcome: text({ enum: ["sent", "dropped"] }),
  },
  (t) => [
    index("pushes_subject").on(t.accountId, t.subject),
    index("pushes_created").on(t.createdAt),
    index("pushes_digests").on(t.dueAt).where(sql`kind = 'digest' AND outcome IS NULL`),
  ],
);

/** A missing row means all defaults. */
export const preferences = sqliteTable("preferences", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Differences from the defaults by type: {"like": {"mail": false}}. */
  channels: text({ mode: "json" }).$type<Record<string, Record<string, boolean>>>().notNull().default({}),
  /** Null: all at once. {"like": {"mail": "daily"}} */
  paces: text({ mode: "json" }).$type<Paces>(),
  invisible: integer({ mode: "boolean" }).notNull().default(false),
  paused: integer({ mode: "boolean" }).notNull().default(false),
  showRead: integer("show_read", { mode: "boolean" }).notNull().default(true),
  showOnline: integer("show_online", { mode: "boolean" }).notNull().default(true),
  /** Others see that the member answers within a day, if that is so. */
  showAnswers: integer("show_answers", { mode: "boolean" }).notNull().default(true),
  /** Mails about messages, matches and likes hold a link that logs in. */
  mailLogin: integer("mail_login", { mode: "boolean" }).notNull().default(true),
  spendLimits: text("spend_limits", { mode: "json" })
    .$type<SpendLimits>()
    .notNull()
    .default({ day: null, week: null, month: null }),
  /** Higher limits that wait until `from` (ms). */
  spendRaise: text("spend_raise", { mode: "json" }).$type<{ limits: SpendLimits; from: number }>(),
  pushNames: integer("push_names", { mode: "boolean" }).notNull().default(false),
  quiet: text({ mode: "json" }).$type<QuietHours>(),
  /** Null means the defaults. Decision 91. */
  wishes: text({ mode: "json" }).$type<Wishes>(),
  /** Who may begin a conversation; null for everybody. Decision 138. */
  firstMessages: text("first_messages", { mode: "json" }).$type<FirstMessages>(),
  /** Only members with a proof of their pose may call. Decision 147. */
  callsVerified: integer("calls_verified", { mode: "boolean" }).notNull().default(false),
  /** The consent to say religion and diet stands. A trigger erases both when it ends. Decision 137. */
  beliefs: integer({ mode: "boolean" }).notNull().default(false),
  updatedAt: integer("updated_at").notNull(),
});

/** Ensures one mail per unread conversation, like and match, and spaces those of one kind. */
export const notified = sqliteTable(
  "notified",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** `digest` without a subject: the last mail of several kinds. `dialog`: the last dialog of the kind in the subject. */
    kind: text({ enum: [...WAITING_MAILS, "digest", "dialog"] }).notNull(),
    /** The conversation, the other member or the saved search. */
    subject: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.subject] })],
);

/** Maintained by triggers, so that the cron never scans messages. The name `news` stays: another one needs a migration. */
export const notificationMails = sqliteTable(
  "news",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: WAITING_MAILS }).notNull(),
    subject: text().notNull(),
    at: integer().notNull(),
    dueAt: integer("due_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.subject] }), index("news_due").on(t.dueAt)],
);
