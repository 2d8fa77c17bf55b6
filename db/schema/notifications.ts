import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/** Where a browser's push service takes messages for it. A browser belongs to whoever subscribed on it last. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    endpoint: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The key pair that the endpoint was made for is this domain's. */
    domainId: text("domain_id").notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("push_subscriptions_account").on(t.accountId, t.createdAt)],
);

/** Amounts of money in minor units by period; null is no limit. */
export interface SpendLimits {
  day: number | null;
  week: number | null;
  month: number | null;
}

/** What a member chose in the settings. No row is every default. */
export const preferences = sqliteTable("preferences", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** By notification type, the channels that differ from the default: {"like": {"mail": false}}. */
  channels: text({ mode: "json" }).$type<Record<string, Record<string, boolean>>>().notNull().default({}),
  /** The profile is shown to nobody but those one talks with. */
  invisible: integer({ mode: "boolean" }).notNull().default(false),
  /** Invisible, and no notification but of security and payments, until the member comes back. */
  paused: integer({ mode: "boolean" }).notNull().default(false),
  /** Read ticks, both ways: who does not show them does not see them. */
  showRead: integer("show_read", { mode: "boolean" }).notNull().default(true),
  /** When one was last here, both ways likewise. */
  showOnline: integer("show_online", { mode: "boolean" }).notNull().default(true),
  spendLimits: text("spend_limits", { mode: "json" })
    .$type<SpendLimits>()
    .notNull()
    .default({ day: null, week: null, month: null }),
  /** Higher limits that were asked for, and from when (ms) they hold; null where none were. */
  spendRaise: text("spend_raise", { mode: "json" }).$type<{ limits: SpendLimits; from: number }>(),
  updatedAt: integer("updated_at").notNull(),
});

/** What a member was told by mail already, so that it is told once: a conversation until it is read, a like, a match. */
export const notified = sqliteTable(
  "notified",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: ["message", "like", "match"] }).notNull(),
    /** The conversation, or the other member. */
    subject: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.subject] }), index("notified_at").on(t.at)],
);

/**
 * What a member may have to be told of by mail, should it be news still when its time comes. Kept by triggers on messages
 * and likes; the cron takes what is due, so that it never looks through those tables.
 */
export const news = sqliteTable(
  "news",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text({ enum: ["message", "like", "match"] }).notNull(),
    /** The conversation, or the other member. */
    subject: text().notNull(),
    /** When it happened. */
    at: integer().notNull(),
    dueAt: integer("due_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.subject] }), index("news_due").on(t.dueAt)],
);
