import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PromptAnswer } from "./attributes.ts";
import { profiles } from "./members.ts";

export type LikeTarget = { photo: string } | { prompt: PromptAnswer };

/** One per pair and direction. Triggers set `matchedAt` on both rows while the like is mutual. */
export const likes = sqliteTable(
  "likes",
  {
    /** Ascends with time: the cron goes on behind the last one it counted. */
    id: integer().primaryKey(),
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
    /** The photo or answer that was liked, as it was then; null for the profile as a whole. */
    target: text({ mode: "json" }).$type<LikeTarget>(),
  },
  (t) => [
    uniqueIndex("likes_pair").on(t.likerId, t.likedId),
    index("likes_sent").on(t.likerId, t.createdAt, t.likedId),
    index("likes_received").on(t.likedId, t.isNew, t.createdAt, t.likerId),
    index("likes_matched").on(t.likedId, t.matchedAt, t.likerId).where(sql`matched_at IS NOT NULL`),
    check("not_oneself", sql`${t.likerId} <> ${t.likedId}`),
  ],
);

/** Likes of a member whose address is not confirmed yet; the confirmation turns them into likes. */
export const pendingLikes = sqliteTable(
  "pending_likes",
  {
    likerId: text("liker_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    likedId: text("liked_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.likerId, t.likedId] }),
    // For the erasure of a profile.
    index("pending_likes_liked").on(t.likedId),
    check("not_oneself_pending", sql`${t.likerId} <> ${t.likedId}`),
  ],
);
