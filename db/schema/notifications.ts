import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
