import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

export const blocks = sqliteTable(
  "blocks",
  {
    blockerId: text("blocker_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    blockedId: text("blocked_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    /** The conversation that the block ended: an open chat page shows the block by it. */
    conversationId: text("conversation_id"),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    check("not_oneself_block", sql`${t.blockerId} <> ${t.blockedId}`),
    index("blocks_list").on(t.blockerId, t.createdAt, t.blockedId),
    index("blocks_blocked").on(t.blockedId, t.blockerId),
    index("blocks_conversation").on(t.conversationId).where(sql`conversation_id IS NOT NULL`),
  ],
);
