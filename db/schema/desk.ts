import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { photos, profiles } from "./members.ts";
import { PICTURE_ORIGINS } from "./picture-origins.ts";

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

/** Where staff have a photo of a fictional profile from. For staff alone; it goes with the photo. Decision 139. */
export const fictionalPhotos = sqliteTable(
  "fictional_photos",
  {
    photoId: text("photo_id")
      .primaryKey()
      .references(() => photos.id, { onDelete: "cascade" }),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    origin: text({ enum: PICTURE_ORIGINS }).notNull(),
    /** As the person wrote it: who drew it, or where it is from and under which licence. */
    source: text().notNull(),
    staffId: text("staff_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("fictional_photos_profile").on(t.profileId)],
);

/** Fictional profiles in the order of the list. `profiles` is too large for another index: decision 84. */
export const fictionalProfiles = sqliteTable(
  "fictional_profiles",
  {
    id: text()
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("fictional_profiles_list").on(t.createdAt, t.id)],
);
