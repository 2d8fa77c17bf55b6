import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { profiles } from "./members.ts";

/** A gift as it was sent: later changes of the catalogue do not alter it. */
export interface GiftSnapshot {
  id: string;
  /** Names of an operator's own gift by language; null for a gift of ours. */
  names: Record<string, string> | null;
  credits: number;
}

/** Survives the end of its conversation. */
export const gifts = sqliteTable(
  "gifts",
  {
    /** Also the id of the message that carries it. */
    id: text().primaryKey(),
    senderId: text("sender_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    receiverId: text("receiver_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    gift: text({ mode: "json" }).$type<GiftSnapshot>().notNull(),
    note: text().notNull().default(""),
    shown: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("gifts_receiver").on(t.receiverId, t.createdAt), index("gifts_sender").on(t.senderId, t.createdAt)],
);

/** Members whose photos this account has unlocked, for ever. */
export const photoUnlocks = sqliteTable(
  "photo_unlocks",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    price: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.profileId] }), index("photo_unlocks_profile").on(t.profileId)],
);
