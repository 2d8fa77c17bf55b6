import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { GOODBYES } from "./attributes.ts";
import { profiles } from "./members.ts";

const REACTION_CODES = ["heart", "kiss", "laugh", "wow", "fire", "thumbs_up"] as const;
const REACTION_LIST = sql.raw(`(${REACTION_CODES.map((code) => `'${code}'`).join(", ")})`);

/** One per pair; `memberA` < `memberB`. The newest message's seq is `lastSeqIn` of db/last-seq.ts. */
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
    /** No message of a later seq has left this database. A trigger sets it before one does. */
    keptSeq: integer("last_seq").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Messages up to this seq are in the conversation's archive, and no longer in this database. */
    archivedSeq: integer("archived_seq").notNull().default(0),
    /** Time of the first message that is not archived; null without one. A trigger sets it and `pool`. */
    oldestAt: integer("oldest_at"),
    /** Time of a goodbye (ms): nobody writes until both like each other anew. A trigger empties it then. */
    goodbyeAt: integer("goodbye_at"),
    goodbyeBy: text("goodbye_by"),
    goodbyeLine: text("goodbye_line", { enum: GOODBYES }),
    pool: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("conversations_pair").on(t.memberA, t.memberB),
    // Complements the pair's index for all conversations of a member.
    index("conversations_member_b").on(t.memberB),
    index("conversations_started").on(t.startedBy, t.createdAt),
    index("conversations_oldest").on(t.pool, t.oldestAt).where(sql`oldest_at IS NOT NULL`),
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
    /** The partner may know that messages up to this seq were read, the last of them at `readAt` (ms). A removed chat is not read. */
    readTo: integer("read_to").notNull().default(0),
    readAt: integer("read_at"),
    /** The same for messages that reached a browser of the member. */
    deliveredTo: integer("delivered_to").notNull().default(0),
    deliveredAt: integer("delivered_at"),
    /** The member removed all messages up to this seq. */
    removedSeq: integer("removed_seq").notNull().default(0),
    listed: integer({ mode: "boolean" }).notNull().default(true),
    /** The receiver has not accepted the conversation. Such a side is not listed and counts nothing as unread: decision 144. */
    request: text({ enum: ["open", "declined"] }),
    /** No mail and no push about this chat. */
    muted: integer({ mode: "boolean" }).notNull().default(false),
    /** The partner may call, while the partner's side says the same: decision 147. */
    mayCall: integer("may_call", { mode: "boolean" }).notNull().default(false),
    /** The two have talked: the next call is not their first. */
    talked: integer({ mode: "boolean" }).notNull().default(false),
    /** When something new was read here last (ms). */
    openedAt: integer("opened_at"),
    /** The partner's name in lower case without accents, for the search by name. Maintained by triggers. */
    otherName: text("other_name").notNull().default(""),
    /** The member's last visible message; 0 without one. */
    lastSeq: integer("last_seq").notNull().default(0),
    wrote: integer({ mode: "boolean" }).notNull().default(false),
    lastText: text("last_text").notNull().default(""),
    lastSender: text("last_sender"),
    lastAt: integer("last_at").notNull(),
    /** Sorts the list as `lastAt` does, but stays while the chat is the newest of the member's list: decision 128. Triggers keep the order. */
    placeAt: integer("place_at").notNull().default(0),
    /** Version of the newest change to a message that this member sees. Triggers count it. */
    changes: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.memberId] }),
    index("participants_list").on(t.memberId, t.placeAt, t.conversationId).where(sql`listed = 1`),
    index("participants_name").on(t.memberId, t.otherName, t.conversationId).where(sql`listed = 1`),
    index("participants_requests").on(t.memberId, t.lastAt, t.conversationId).where(sql`request = 'open'`),
    check("unread_not_negative", sql`${t.unread} >= 0`),
  ],
);

/** `seq` has no gaps within a conversation; a trigger enforces it. Older ones are archived whole: decision 52. */
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
    type: text({ enum: ["text", "gift", "icebreaker", "photo", "voice", "call", "system"] }).notNull(),
    text: text().notNull(),
    /** Credits. */
    price: integer().notNull(),
    /** The lot that paid it as part of a run. Null for a free message and for one with an entry of its own. Decision 108. */
    lotId: integer("lot_id"),
    createdAt: integer("created_at").notNull(),
    /** Of messages from before the receiver's side had both as numbers, and of archived ones. */
    deliveredAt: integer("delivered_at"),
    readAt: integer("read_at"),
    /** Seq of the quoted message. */
    replyTo: integer("reply_to"),
    editedAt: integer("edited_at"),
    senderReaction: text("sender_reaction", { enum: REACTION_CODES }),
    receiverReaction: text("receiver_reaction", { enum: REACTION_CODES }),
    hiddenFromSender: integer("hidden_from_sender", { mode: "boolean" }).notNull().default(false),
    hiddenFromReceiver: integer("hidden_from_receiver", { mode: "boolean" }).notNull().default(false),
    /** Version of the last edit, reaction or hiding that the side sees; null before any. Triggers set it. */
    senderChanged: integer("sender_changed"),
    receiverChanged: integer("receiver_changed"),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.seq] }),
    uniqueIndex("messages_client_id").on(t.senderId, t.clientId),
    index("messages_sender_changed").on(t.conversationId, t.senderChanged).where(sql`sender_changed IS NOT NULL`),
    index("messages_receiver_changed").on(t.conversationId, t.receiverChanged).where(sql`receiver_changed IS NOT NULL`),
    index("messages_hidden").on(t.conversationId).where(sql`hidden_from_sender = 1 OR hidden_from_receiver = 1`),
    check("price_not_negative", sql`${t.price} >= 0`),
    check("reply_to_earlier", sql`${t.replyTo} BETWEEN 1 AND ${t.seq} - 1`),
    check("edited_text", sql`${t.editedAt} IS NULL OR (${t.type} = 'text' AND ${t.editedAt} >= ${t.createdAt})`),
    check("sender_reaction_known", sql`${t.senderReaction} IN ${REACTION_LIST}`),
    check("receiver_reaction_known", sql`${t.receiverReaction} IN ${REACTION_LIST}`),
    check("hidden_from_sender_flag", sql`${t.hiddenFromSender} IN (0, 1)`),
    check("hidden_from_receiver_flag", sql`${t.hiddenFromReceiver} IN (0, 1)`),
  ],
);

/** Unsent texts; one exists before the first message too. */
export const chatDrafts = sqliteTable(
  "chat_drafts",
  {
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    otherId: text("other_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Empty once deleted: an earlier text of another device must not return. */
    text: text().notNull(),
    replyTo: integer("reply_to"),
    /** When it was written, growing with each write: the version that a later text replaces. */
    updatedAt: integer("updated_at").notNull(),
    /** When the text was typed: an earlier text of the same message may arrive later. */
    typedAt: integer("typed_at").notNull().default(0),
    /** Client id of the message that the text becomes. */
    clientId: text("client_id").notNull().default(""),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.otherId] }),
    index("chat_drafts_other").on(t.otherId),
    check("draft_to_another", sql`${t.memberId} <> ${t.otherId}`),
    check("draft_length", sql`length(${t.text}) BETWEEN 0 AND 20000`),
  ],
);

/** Conversations that a block deleted. Limits on beginning count them, and a decline holds, also after the block is undone: decision 144. */
export const endedStarts = sqliteTable(
  "ended_starts",
  {
    conversationId: text("conversation_id").primaryKey(),
    senderId: text("sender_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    receiverId: text("receiver_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    startedAt: integer("started_at").notNull(),
    declined: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    index("ended_starts_sender").on(t.senderId, t.startedAt),
    index("ended_starts_receiver").on(t.receiverId, t.senderId),
    check("start_with_another", sql`${t.senderId} <> ${t.receiverId}`),
  ],
);

/** Sketches of a member's newest first messages (worker/discovery/signals/text-sketch.ts); they outlast a deleted conversation. */
export const openers = sqliteTable(
  "openers",
  {
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** 1, 2, 3 …: of two first messages at once, one is refused and tried again. */
    seq: integer().notNull(),
    sketch: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.seq] }), check("opener_seq", sql`${t.seq} > 0`)],
);
