import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Client ids of messages that were archived, or deleted with their chat. A repeated request must not send or charge one again. */
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
