import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { chatPhotos } from "./chat-photos.ts";
import { photos } from "./members.ts";

const BANDS = {
  band0: integer().notNull(),
  band1: integer().notNull(),
  band2: integer().notNull(),
  band3: integer().notNull(),
};

const OF_BAN = sql`decision_id IS NOT NULL`;

/** Perceptual hashes: of a picture while it is there, and of a ban while it stands. Triggers copy those of a ban. */
export const photoHashes = sqliteTable(
  "photo_hashes",
  {
    id: text().primaryKey(),
    pool: text().notNull(),
    photoId: text("photo_id").references(() => photos.id, { onDelete: "cascade" }),
    chatPhotoId: text("chat_photo_id").references(() => chatPhotos.id, { onDelete: "cascade" }),
    /** The ban; it outlives the photo and the account. */
    decisionId: text("decision_id"),
    ...BANDS,
  },
  (t) => [
    index("photo_hashes_0").on(t.pool, t.band0),
    index("photo_hashes_1").on(t.pool, t.band1),
    index("photo_hashes_2").on(t.pool, t.band2),
    index("photo_hashes_3").on(t.pool, t.band3),
    index("photo_hashes_ban_0").on(t.pool, t.band0).where(OF_BAN),
    index("photo_hashes_ban_1").on(t.pool, t.band1).where(OF_BAN),
    index("photo_hashes_ban_2").on(t.pool, t.band2).where(OF_BAN),
    index("photo_hashes_ban_3").on(t.pool, t.band3).where(OF_BAN),
    index("photo_hashes_photo").on(t.photoId),
    index("photo_hashes_decision").on(t.decisionId).where(OF_BAN),
    index("photo_hashes_chat_photo").on(t.chatPhotoId).where(sql`chat_photo_id IS NOT NULL`),
    check("hash_of_one", sql`(${t.photoId} IS NOT NULL) + (${t.chatPhotoId} IS NOT NULL) + (${t.decisionId} IS NOT NULL) = 1`),
  ],
);
