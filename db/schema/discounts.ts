import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { payments } from "./payments.ts";

/** Codes of the operator. The time bonus and the welcome discount need no row. */
export const discountCodes = sqliteTable(
  "discount_codes",
  {
    domainId: text("domain_id").notNull(),
    /** Upper case. */
    code: text().notNull(),
    /** Tenths of a percent. */
    percentage: integer().notNull(),
    country: text(),
    accountId: text("account_id"),
    /** Exclusive end in ms. */
    expiresAt: integer("expires_at"),
    currency: text(),
    minimumOrder: integer("minimum_order"),
    status: text({ enum: ["active", "inactive"] })
      .notNull()
      .default("active"),
    validity: text({ enum: ["once-per-user", "once", "unlimited"] })
      .notNull()
      .default("once-per-user"),
    methods: text({ mode: "json" }).$type<string[]>(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.domainId, t.code] }),
    index("discount_codes_account").on(t.accountId),
    check("percentage_in_range", sql`${t.percentage} BETWEEN 1 AND 990`),
  ],
);

/** Reserved by an order, used by its completion, released by its end. */
export const discountUses = sqliteTable(
  "discount_uses",
  {
    paymentId: text("payment_id")
      .primaryKey()
      .references(() => payments.id),
    /** The pool for the built-in codes, else the domain. */
    scope: text().notNull(),
    code: text().notNull(),
    accountId: text("account_id").notNull(),
    validity: text({ enum: ["once-per-user", "once", "unlimited"] }).notNull(),
    state: text({ enum: ["reserved", "used", "released"] }).notNull(),
  },
  (t) => [
    uniqueIndex("discount_uses_member")
      .on(t.accountId, t.scope, t.code)
      .where(sql`state <> 'released' AND validity <> 'unlimited'`),
    uniqueIndex("discount_uses_once").on(t.scope, t.code).where(sql`state <> 'released' AND validity = 'once'`),
  ],
);
