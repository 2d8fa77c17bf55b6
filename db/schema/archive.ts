import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Numbers of members who sent what is archived: a key names one in three bytes. */
export const archiveSenders = sqliteTable(
  "archive_senders",
  {
    id: integer().primaryKey(),
    memberId: text("member_id").notNull(),
  },
  (t) => [uniqueIndex("archive_senders_member").on(t.memberId)],
);

/** Archived messages by their sender and the hash of their client id. A repeated request must not send or charge one again. Decision 155. */
export const archivedKeys = sqliteTable(
  "archived_keys",
  {
    sender: integer()
      .notNull()
      .references(() => archiveSenders.id, { onDelete: "cascade" }),
    /** worker/platform/send-key.ts */
    key: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sender, t.key] })],
);

/**
 * Client ids that SQL must find. Their messages were deleted with the chat, or archived with an entry of their own (db/refunds.ts).
 * Builds before decision 155 left those of all archived messages here.
 */
export const archivedSends = sqliteTable(
  "archived_sends",
  {
    senderId: text("sender_id").notNull(),
    clientId: text("client_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.senderId, t.clientId] })],
);

/** Archives with messages that must go; the cron repeats each until it is done. A trigger adds deleted conversations. */
export const archiveErasures = sqliteTable(
  "archive_erasures",
  {
    conversationId: text("conversation_id").primaryKey(),
    upToSeq: integer("up_to_seq").notNull(),
    /** An erased member: what the other one deleted loses its text. */
    goneId: text("gone_id"),
    /** A failed erasure moves back. */
    dueAt: integer("due_at").notNull(),
  },
  (t) => [index("archive_erasures_due").on(t.dueAt)],
);
