import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** One per pair and direction. Triggers set `matchedAt` on both rows while the like is mutual. */
export const likes = sqliteTable(
  "likes",
  {
    likerId: text("liker_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    likedId: text("liked_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** True until the liked member opens the liker's profile. */
    isNew: integer("is_new", { mode: "boolean" }).notNull().default(true),
    matchedAt: integer("matched_at"),
    /** The like dialog shows a like once, at this time. */
    announcedAt: integer("announced_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.likerId, t.likedId] }),
    index("likes_sent").on(t.likerId, t.createdAt, t.likedId),
    index("likes_received").on(t.likedId, t.isNew, t.createdAt, t.likerId),
    index("likes_matched").on(t.likedId, t.matchedAt, t.likerId).where(sql`matched_at IS NOT NULL`),
    index("likes_unannounced").on(t.likedId, t.createdAt, t.likerId).where(sql`announced_at IS NULL AND is_new = 1`),
    check("not_oneself", sql`${t.likerId} <> ${t.likedId}`),
  ],
);
