import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** One conversation a pair of members; `memberA` < `memberB`. `lastSeq` is kept by a trigger on messages. */
export const conversations = sqliteTable(
  "conversations",
  {
    id: text().primaryKey(),
    memberA: text("member_a")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    memberB: text("member_b")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    startedBy: text("started_by").notNull(),
    lastSeq: integer("last_seq").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("conversations_pair").on(t.memberA, t.memberB),
    // With the pair's, the index of all conversations of a member.
    index("conversations_member_b").on(t.memberB),
    index("conversations_started").on(t.startedBy, t.createdAt),
    check("two_members", sql`${t.memberA} < ${t.memberB}`),
  ],
);

/**
 * One member's side of a conversation: what is unread, how far it was read, whether it was removed.
 * The last message is repeated here so that the chat list reads one row a chat.
 */
export const participants = sqliteTable(
  "participants",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    memberId: text("member_id").notNull(),
    otherId: text("other_id").notNull(),
    unread: integer().notNull().default(0),
    readSeq: integer("read_seq").notNull().default(0),
    /** Messages up to this seq are gone for this member: the chat was removed then. */
    removedSeq: integer("removed_seq").notNull().default(0),
    /** True while the chat stands in this member's list. */
    listed: integer({ mode: "boolean" }).notNull().default(true),
    lastText: text("last_text").notNull().default(""),
    lastSender: text("last_sender"),
    lastAt: integer("last_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.memberId] }),
    index("participants_list").on(t.memberId, t.lastAt, t.conversationId).where(sql`listed = 1`),
    check("unread_not_negative", sql`${t.unread} >= 0`),
  ],
);

/** `seq` counts 1, 2, 3 … without gaps in each conversation: a trigger refuses any other. */
export const messages = sqliteTable(
  "messages",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    id: text().notNull(),
    clientId: text("client_id").notNull(),
    senderId: text("sender_id").notNull(),
    type: text({ enum: ["text", "gift", "icebreaker", "system"] }).notNull(),
    text: text().notNull(),
    /** Credits. */
    price: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    deliveredAt: integer("delivered_at"),
    readAt: integer("read_at"),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.seq] }),
    uniqueIndex("messages_id").on(t.id),
    uniqueIndex("messages_client_id").on(t.senderId, t.clientId),
    check("price_not_negative", sql`${t.price} >= 0`),
  ],
);
