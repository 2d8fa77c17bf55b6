import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** What the desk keeps in mind about a member as the partner of a fictional profile. It goes with either. Decision 134. */
export const deskNotes = sqliteTable(
  "desk_notes",
  {
    id: text().primaryKey(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    staffId: text("staff_id").notNull(),
    text: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("desk_notes_pair").on(t.profileId, t.memberId), index("desk_notes_member").on(t.memberId, t.createdAt)],
);
