import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** One per pair; `memberA` < `memberB`. A trigger on messages keeps `lastSeq`. */
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
    // Complements the pair's index for all conversations of a member.
    index("conversations_member_b").on(t.memberB),
    index("conversations_started").on(t.startedBy, t.createdAt),
    check("two_members", sql`${t.memberA} < ${t.memberB}`),
  ],
);

/** One member's side of a conversation. Repeats the last message so that the chat list reads one row per chat. */
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
    /** The member removed all messages up to this seq. */
    removedSeq: integer("removed_seq").notNull().default(0),
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

/** `seq` has no gaps within a conversation; a trigger enforces it. */
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
