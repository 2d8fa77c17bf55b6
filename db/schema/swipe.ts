import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** Swipes of 30 days: hidden profiles, the daily limit and undo. The like itself is in `likes`. */
export const swipes = sqliteTable(
  "swipes",
  {
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    liked: integer({ mode: "boolean" }).notNull(),
    /** In ms; ascends with each swipe of a member. */
    at: integer().notNull(),
    undoneAt: integer("undone_at"),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.at] }),
    // For the daily limit: a few a day, beside any number of passes.
    index("swipes_liked").on(t.memberId, t.at).where(sql`liked = 1`),
    // What a member did with a profile, and for its erasure.
    index("swipes_profile").on(t.profileId, t.memberId, t.undoneAt),
  ],
);
