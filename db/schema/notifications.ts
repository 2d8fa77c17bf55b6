import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import type { SpendLimits } from "./attributes.ts";

/** A browser belongs to the last account that subscribed on it. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    endpoint: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The endpoint is bound to this domain's VAPID key. */
    domainId: text("domain_id").notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("push_subscriptions_account").on(t.accountId, t.createdAt)],
);

/** A missing row means all defaults. */
export const preferences = sqliteTable("preferences", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Differences from the defaults by type: {"like": {"mail": false}}. */
  channels: text({ mode: "json" }).$type<Record<string, Record<string, boolean>>>().notNull().default({}),
  invisible: integer({ mode: "boolean" }).notNull().default(false),
  paused: integer({ mode: "boolean" }).notNull().default(false),
  showRead: integer("show_read", { mode: "boolean" }).notNull().default(true),
  showOnline: integer("show_online", { mode: "boolean" }).notNull().default(true),
  spendLimits: text("spend_limits", { mode: "json" })
    .$type<SpendLimits>()
    .notNull()
    .default({ day: null, week: null, month: null }),
  /** Higher limits that wait until `from` (ms). */
  spendRaise: text("spend_raise", { mode: "json" }).$type<{ limits: SpendLimits; from: number }>(),
  updatedAt: integer("updated_at").notNull(),
});

/** Ensures one mail per unread conversation, like and match, and spaces those of one kind. */
export const notified = sqliteTable(
  "notified",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: ["message", "like", "match", "search"] }).notNull(),
    /** The conversation, the other member or the saved search. */
    subject: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.subject] }), index("notified_at").on(t.at)],
);

/** Kept by triggers, so that the cron never scans messages. The name `news` stays: another one needs a migration. */
export const notificationMails = sqliteTable(
  "news",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: ["message", "like", "match", "search"] }).notNull(),
    subject: text().notNull(),
    at: integer().notNull(),
    dueAt: integer("due_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.subject] }), index("news_due").on(t.dueAt)],
);
