import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { profiles } from "./members.ts";

/** Keyed hash of an account's folded address. Null until the cron has made it. Decision 142. Times in ms. */
export const addressPrints = sqliteTable(
  "address_prints",
  {
    accountId: text("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    print: text(),
    /** Of a changed address: it counts from a random time on, one to three days later. Null once it does. */
    fromAt: integer("from_at"),
  },
  (t) => [
    index("address_prints_print").on(t.print).where(sql`print IS NOT NULL`),
    index("address_prints_due").on(t.accountId).where(sql`print IS NULL`),
    // For the cron.
    index("address_prints_from").on(t.fromAt).where(sql`from_at IS NOT NULL`),
  ],
);

/** Addresses whose owners do not see the member, each as a keyed hash alone. Times in ms. */
export const acquaintances = sqliteTable(
  "acquaintances",
  {
    ownerId: text("owner_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    print: text().notNull(),
    addedAt: integer("added_at").notNull(),
    /** A random time, one to three days after `addedAt`. */
    fromAt: integer("from_at").notNull(),
    /** Members with this address, and those who will have it, do not see the owner. */
    holds: integer({ mode: "boolean" }).notNull().default(false),
    /** A random time, one to three days after the address was taken off the list. */
    untilAt: integer("until_at"),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.print] }),
    index("acquaintances_print").on(t.print),
    // For the cron.
    index("acquaintances_from").on(t.fromAt).where(sql`holds = 0`),
    index("acquaintances_until").on(t.untilAt).where(sql`until_at IS NOT NULL`),
  ],
);

/** `viewer_id` does not see `owner_id`, whose list has the viewer's address. A row stays when the viewer changes that address. */
export const unseen = sqliteTable(
  "unseen",
  {
    viewerId: text("viewer_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    ownerId: text("owner_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    print: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.viewerId, t.ownerId, t.print] }),
    index("unseen_owner").on(t.ownerId, t.print),
    check("not_unseen_by_oneself", sql`${t.viewerId} <> ${t.ownerId}`),
  ],
);
