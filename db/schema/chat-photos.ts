import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { PHOTO_REJECTIONS } from "./attributes.ts";
import { profiles } from "./members.ts";

/** Pictures and recordings of messages. Outlives its conversation until the objects in R2 are erased. Decisions 53 and 146. */
export const chatPhotos = sqliteTable(
  "chat_photos",
  {
    /** Also the id of the message that carries it. */
    id: text().primaryKey(),
    /** Prefix of the objects' names; null once they are erased. */
    key: text(),
    senderId: text("sender_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Without a foreign key: a trigger sets `gone` when the conversation ends. */
    conversationId: text("conversation_id").notNull(),
    seq: integer().notNull(),
    /** Client id of the message; names its ledger entry. */
    clientId: text("client_id").notNull(),
    status: text({ enum: ["inspection", "active", "rejected", "gone"] }).notNull(),
    rejectedFor: text("rejected_for", { enum: PHOTO_REJECTIONS }),
    checkedAt: integer("checked_at"),
    width: integer(),
    height: integer(),
    preview: text(),
    /** Of a recording, in ms; null for a picture. */
    duration: integer(),
    /** Loudness of a recording: `VOICE_LEVELS` digits of base 32. */
    levels: text(),
    /** Container of a recording, as the download names its file. */
    container: text({ enum: ["webm", "m4a"] }),
    /** When the receiver first played it, in ms. */
    playedAt: integer("played_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("chat_photos_key").on(t.key),
    uniqueIndex("chat_photos_message").on(t.conversationId, t.seq),
    index("chat_photos_sender").on(t.senderId, t.createdAt),
    index("chat_photos_waiting").on(t.createdAt).where(sql`status = 'inspection'`),
    index("chat_photos_unwanted").on(t.createdAt).where(sql`status IN ('rejected', 'gone') AND key IS NOT NULL`),
    check("chat_photo_status", sql`${t.status} IN ('inspection', 'active', 'rejected', 'gone')`),
  ],
);
