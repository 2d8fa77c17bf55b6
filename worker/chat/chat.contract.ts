import { z } from "zod";
import { giftSchema } from "#worker/gifts/gifts.vocabulary.ts";
import { defineCall } from "#worker/lib/call.ts";
import { cardSchema, likedPartSchema } from "#worker/members/members.contract.ts";
import { ICEBREAKERS } from "./icebreakers.vocabulary.ts";

export const REFUSALS = ["blocked", "not_confirmed", "premium_required", "not_enough_credits", "deleted"] as const;

const id = z.string().min(1).max(40);

export const messageSchema = z.object({
  id: z.string(),
  conversation: z.string(),
  /** 1, 2, 3 … without gaps per conversation. */
  seq: z.int().min(1),
  client_id: z.string(),
  sender: z.string(),
  type: z.enum(["text", "gift", "icebreaker", "system"]),
  text: z.string(),
  /** Set for type `gift`; null after its sender was erased. */
  gift: giftSchema.nullable().default(null),
  /** Credits; null for the receiver. */
  price: z.int().nullable(),
  created_at: z.iso.datetime(),
  delivered_at: z.iso.datetime().nullable(),
  read_at: z.iso.datetime().nullable(),
  state: z.enum(["sent", "delivered", "read"]),
});
export type Message = z.output<typeof messageSchema>;

const chatRowSchema = z.object({
  conversation: z.object({ id: z.string(), last_seq: z.int() }),
  profile: cardSchema,
  num_unread_messages: z.int(),
  last_message: z
    .object({
      text: z.string(),
      gift: giftSchema.nullable().default(null),
      own: z.boolean(),
      created_at: z.iso.datetime(),
    })
    .nullable(),
});
export type ChatRow = z.output<typeof chatRowSchema>;

export const chatListSchema = z.object({
  chats: z.array(chatRowSchema),
  cursor: z.string().nullable(),
  unread_messages: z.int(),
});

export const contract = {
  chats: defineCall({
    method: "GET",
    path: "/api/chats.php",
    input: z.strictObject({ cursor: z.string().max(300).optional() }),
    output: chatListSchema,
    summary: "The member's chats, newest first, 30 a page",
    snapshot: "chats",
  }),

  chat: defineCall({
    method: "GET",
    path: "/api/chat.php",
    input: z.strictObject({
      conversation: id.optional(),
      profile: id.optional(),
      /** Only smaller seq, the newest 50. */
      before: z.coerce.number().int().min(1).optional(),
      /** Only larger seq, the oldest 200; fills a gap. */
      after: z.coerce.number().int().min(0).optional(),
      /** Adds the newest chats in the same round trip. */
      list: z.literal("1").optional(),
    }),
    output: z.object({
      /** Null before the first message. */
      conversation: z
        .object({ id: z.string(), last_seq: z.int(), unread: z.int(), read_seq: z.int(), partner_read_seq: z.int() })
        .nullable(),
      profile: cardSchema,
      messages: z.array(messageSchema),
      older: z.boolean(),
      /** Older messages exist, but the domain's history limit hides them. */
      history_limited: z.boolean(),
      price: z.int(),
      /** Null where the conversation has begun. */
      icebreaker_price: z.int().nullable().default(null),
      credits: z.int(),
      message_length: z.int(),
      refusal: z.enum(REFUSALS).nullable(),
      /** First message written before the sign-up; null once the two talk. */
      draft: z.string().nullable(),
      list: chatListSchema.nullable(),
      /** Liked photos and answers of the two, by each other. */
      liked: z.array(z.object({ own: z.boolean(), part: likedPartSchema })).default([]),
    }),
    refuses: ["not_found", "blocked"],
    summary: "A conversation; reading is free and marks nothing read",
  }),

  sendMessage: defineCall({
    method: "POST",
    path: "/api/chat.php",
    access: "confirmed",
    status: 201,
    input: z.strictObject({
      profile: id.optional(),
      conversation: id.optional(),
      // Bounds the work; the rules apply the domain's message_length.
      text: z.string().max(100_000).optional(),
      /** Instead of a text: a ready line that opens a conversation, in the sender's language. */
      icebreaker: z.enum(ICEBREAKERS).optional(),
      client_id: z.string().min(8).max(64),
    }),
    output: z.object({ message: messageSchema, credits: z.int() }),
    refuses: [
      "blocked",
      "not_enough_credits",
      "debt_open",
      "premium_required",
      "not_found",
      "conflict",
      "idempotency_conflict",
      "too_many_conversations",
    ],
    summary: "Sends a message; the same client_id is sent and paid for once",
  }),

  removeChat: defineCall({
    method: "DELETE",
    path: "/api/chat.php",
    input: z.strictObject({ conversation: id }),
    output: z.object({ removed: z.literal(true) }),
    refuses: ["not_found"],
    summary: "Removes the chat for oneself; the partner keeps it",
  }),

  readChat: defineCall({
    method: "POST",
    path: "/api/chat-read.php",
    input: z.strictObject({ conversation: id, seq: z.int().min(0) }),
    output: z.object({ unread_messages: z.int(), read_seq: z.int() }),
    refuses: ["not_found"],
    summary: "Marks what was read up to seq; a smaller seq than before changes nothing",
  }),
};
