import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/**
 * A member's last swipe and those of the 30 days before it, one row each, never changed but for `undoneAt`: what is hidden,
 * what today's likes are counted from, and what can be taken back. The like itself is in `likes`.
 */
export const swipes = sqliteTable(
  "swipes",
  {
    id: integer().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    liked: integer({ mode: "boolean" }).notNull(),
    at: integer().notNull(),
    undoneAt: integer("undone_at"),
  },
  (t) => [
    index("swipes_member").on(t.memberId, t.at, t.liked),
    index("swipes_pair").on(t.memberId, t.profileId, t.undoneAt, t.liked),
    // Found when the profile is erased.
    index("swipes_profile").on(t.profileId),
  ],
);
