import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { complaints } from "./complaints.ts";
import { NOTICE_HIDING, NOTICED_AS, NOTICED_STATES } from "./notice-attributes.ts";

/** Notices of intimate pictures without consent. The complaint of the same id holds the words. */
export const pictureNotices = sqliteTable(
  "picture_notices",
  {
    id: text()
      .primaryKey()
      .references(() => complaints.id, { onDelete: "cascade" }),
    /** Perceptual hash of the uploaded picture, which is not kept; JSON of four numbers. */
    bands: text({ mode: "json" }).$type<readonly number[]>(),
    /** Such hashes of pictures that are named or chosen: they outlive the picture. */
    named: text({ mode: "json" }).$type<readonly (readonly number[])[]>(),
    /** Mails to the operators about the clock. */
    alerts: integer().notNull().default(0),
    /** Keyed hash of the network, to count refused notices; null after 180 days. */
    network: text(),
    /** Null before anything was found. */
    hiding: text({ enum: NOTICE_HIDING }),
    /** Databases that nobody has searched yet; the cron repeats the search. */
    unsearched: text({ mode: "json" }).$type<readonly string[]>().notNull().default([]),
    /** Of a copy: the database of the site where the notice was made. */
    home: text(),
  },
  (t) => [
    index("picture_notices_network").on(t.network).where(sql`network IS NOT NULL`),
    index("picture_notices_unsearched").on(t.id).where(sql`unsearched <> '[]'`),
  ],
);

/** Pictures that a notice concerns. */
export const noticedPhotos = sqliteTable(
  "noticed_photos",
  {
    noticeId: text("notice_id")
      .notNull()
      .references(() => pictureNotices.id, { onDelete: "cascade" }),
    photoId: text("photo_id").notNull(),
    of: text({ enum: ["profile", "chat"] }).notNull(),
    memberId: text("member_id").notNull(),
    /** Others saw it before it was hidden. */
    wasShown: integer("was_shown", { mode: "boolean" }).notNull(),
    state: text({ enum: NOTICED_STATES }).notNull(),
    /** Why it is here, whether or not it is hidden. */
    noticedAs: text("noticed_as", { enum: NOTICED_AS }).notNull().default("near"),
    /** Staff ticked what no rule takes along. */
    chosen: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.noticeId, t.photoId] }),
    index("noticed_photos_photo").on(t.photoId),
    index("noticed_photos_member").on(t.memberId),
  ],
);

/** Pictures that nobody may upload again, in any pool. */
export const blockedPictures = sqliteTable(
  "blocked_pictures",
  {
    id: text().primaryKey(),
    /** Without a foreign key: it outlives the notice. */
    noticeId: text("notice_id").notNull(),
    band0: integer().notNull(),
    band1: integer().notNull(),
    band2: integer().notNull(),
    band3: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("blocked_pictures_bands").on(t.band0, t.band1, t.band2, t.band3)],
);
