import { z } from "zod";
import { firstLineSchema } from "#worker/discovery/members/first-lines.contract.ts";
import { ICEBREAKERS } from "#worker/discovery/members/icebreakers.vocabulary.ts";
import { cardSchema, likedPartSchema } from "#worker/discovery/members/members.contract.ts";
import { CAUTIONS } from "#worker/discovery/signals/signals.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";
import { giftSchema } from "#worker/sites/domains/gifts.vocabulary.ts";
import { callLineSchema, chatCallsSchema } from "./call-line.contract.ts";
import { chatPhotoSchema, voiceSchema } from "./chat-photo.contract.ts";
import { draftSchema, draftVersion, savedSchema } from "./draft.contract.ts";
import { goodbyeSchema } from "./goodbye.contract.ts";
import { REACTION_CODES } from "./reactions.vocabulary.ts";
import { REFUSALS } from "./refusals.vocabulary.ts";

const [id, seq] = [z.string().min(1).max(40), z.int().min(1)];
const type = z.enum(["text", "gift", "icebreaker", "photo", "voice", "call", "system"]);
const byStaff = z.boolean().nullable().default(false);

export const messageSchema = z.object({
  id: z.string(),
  conversation: z.string(),
  /** 1, 2, 3 … without gaps per conversation. */
  seq: z.int().min(1),
  client_id: z.string(),
  sender: z.string(),
  type,
  /** The note of a gift, the caption of a photo, what is said in a recording; may be empty there. */
  text: z.string(),
  /** Set for type `gift`; null after its sender was erased. */
  gift: giftSchema.nullable().default(null),
  /** Set for type `photo`. */
  photo: chatPhotoSchema.nullable().default(null),
  voice: voiceSchema.nullable().default(null),
  /** Set for type `call`, whose sender is the caller. Its text is empty. */
  call: callLineSchema.nullable().default(null),
  /** Credits; null for the receiver. */
  price: z.int().nullable(),
  created_at: z.iso.datetime(),
  /** At the latest, as for `read_at`: a side keeps one time of each. */
  delivered_at: z.iso.datetime().nullable(),
  read_at: z.iso.datetime().nullable(),
  state: z.enum(["sent", "delivered", "read"]),
  /** `quote` is null where the reader no longer sees the quoted message. */
  reply_to: z
    .object({
      seq: z.int().min(1),
      quote: z.object({ sender: z.string(), type, text: z.string(), gift: giftSchema.nullable() }).nullable(),
    })
    .nullable()
    .default(null),
  edited_at: z.iso.datetime().nullable().default(null),
  /** The reader's, and the other member's. */
  reaction: z.enum(REACTION_CODES).nullable().default(null),
  partner_reaction: z.enum(REACTION_CODES).nullable().default(null),
  /** The reader deleted it; the other member keeps it. No content follows. */
  hidden: z.boolean().default(false),
  /** The sender is a fictional profile: staff of the site wrote it, and each place that shows it says so. */
  by_staff: byStaff,
  /** Early in a conversation: the message is about money or leads elsewhere. Both see a line above the first of each. */
  caution: z.enum(CAUTIONS).nullable().default(null),
  /** Grows with each edit, reaction and deletion that the reader sees. */
  version: z.int().default(0),
});
export type Message = z.output<typeof messageSchema>;

export const chatRowSchema = z.object({
  conversation: z.object({ id: z.string(), last_seq: z.int() }),
  profile: cardSchema,
  num_unread_messages: z.int(),
  /** No mail and no push about this chat. */
  muted: z.boolean().default(false),
  /** An unsent text. */
  draft: z.string().nullable().default(null),
  /** One of the two said goodbye; null while they may write. */
  goodbye: goodbyeSchema.nullable().default(null),
  last_message: z
    .object({
      text: z.string(),
      gift: giftSchema.nullable().default(null),
      /** A photo without a caption. */
      photo: z.boolean().default(false),
      /** A recording whose words its sender has not written. */
      voice: z.boolean().default(false),
      call: callLineSchema.nullable().default(null),
      own: z.boolean(),
      by_staff: byStaff,
      created_at: z.iso.datetime(),
    })
    .nullable(),
});
export type ChatRow = z.output<typeof chatRowSchema>;

export const chatListSchema = z.object({
  chats: z.array(chatRowSchema),
  cursor: z.string().nullable(),
  unread_messages: z.int(),
  /** First messages that wait for a decision, of the newest 40, at most 20: `requests.php` lists them. */
  requests: z.int().default(0),
  last_chat_opened_profile: z.string().nullable().default(null),
  last_chat_opened_date: z.iso.datetime().nullable().default(null),
});

export const contract = {
  chats: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/chats.php",
    input: z.strictObject({
      cursor: z.string().max(400).optional(),
      /** Beginning of the partner's name; case and accents do not matter. Then the order is by name. */
      name: z.string().max(100).optional(),
    }),
    output: chatListSchema,
    summary: "The member's chats, newest first, 30 a page, or those with a name",
    snapshot: "chats",
  }),

  chat: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/chat.php",
    input: z.strictObject({
      ...{ conversation: id.optional(), profile: id.optional() },
      /** Only smaller seq, the newest 50. */
      before: z.coerce.number().int().min(1).optional(),
      /** Only larger seq, the oldest 200, with `changes` the oldest 500; fills a gap. */
      after: z.coerce.number().int().min(0).optional(),
      /** Adds older messages that changed since this version, the first 500. */
      changes: z.coerce.number().int().min(0).optional(),
      /** Adds the newest chats in the same round trip. */
      list: z.literal("1").optional(),
      /** A page shows the chat: a new like of the partner counts as seen. */
      opened: z.literal("1").optional(),
    }),
    output: z.object({
      /** Null before the first message. */
      conversation: z
        .object({
          ...{ id: z.string(), last_seq: z.int(), unread: z.int(), read_seq: z.int(), partner_read_seq: z.int() },
          muted: z.boolean().default(false),
          /** Version up to which this answer tells changes. */
          changes: z.int().default(0),
        })
        .nullable(),
      profile: cardSchema,
      ...{ messages: z.array(messageSchema), changed: z.array(messageSchema).default([]), older: z.boolean() },
      /** Older messages exist, but the domain's history limit hides them. */
      history_limited: z.boolean(),
      price: z.int(),
      /** Null where the conversation has begun. */
      icebreaker_price: z.int().nullable().default(null),
      /** Before the first message; three are shown at a time. */
      first_lines: z.array(firstLineSchema).default([]),
      /** The first message requires `fictional_known`: the profile is fictional, and a message is paid or staff answer it. */
      asks_fictional: z.boolean().default(false),
      /** False from an upstream that does not know the `price` of `sendMessage`. */
      takes_price: z.boolean().default(false),
      ...{ credits: z.int(), message_length: z.int() },
      refusal: z.enum(REFUSALS).nullable(),
      /** The member has not accepted this conversation; an answer does. */
      request: z.enum(["open", "declined"]).nullable().default(null),
      goodbye: goodbyeSchema.nullable().default(null),
      /** Nobody has written for five days: each of the two may close the chat with a goodbye. */
      may_say_goodbye: z.boolean().default(false),
      /** The partner's account was removed for fraud. */
      removed_for_fraud: z.boolean().default(false),
      /** Photos may be sent once the partner has written; null where none are taken. */
      photos: z.enum(["open", "unanswered"]).nullable().default(null),
      voice: z.object({ seconds: z.int(), levels: z.int() }).nullable().default(null),
      /** Null where there are no calls. */
      calls: chatCallsSchema.nullable().default(null),
      /** The unsent text; before any, the first message written before the sign-up. */
      draft: z.string().nullable(),
      /** What a text that is typed over this draft replaces. */
      draft_version: z.int().nullable().default(null),
      draft_reply_to: z.int().nullable().default(null),
      /** A payment that is to send the draft, or was: see `sendWaiting`. */
      waiting: z.string().nullable().default(null),
      /** Own messages may be edited: for five minutes, while unread. */
      edits: z.boolean().default(false),
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
    prefetch: "call",
    cachedFacts: true,
    input: z.strictObject({
      ...{ profile: id.optional(), conversation: id.optional() },
      // Bounds the work; the rules apply the domain's message_length.
      text: z.string().max(100_000).optional(),
      /** Instead of a text: a ready line that opens a conversation, in the sender's language. */
      icebreaker: z.enum(ICEBREAKERS).optional(),
      client_id: z.string().min(8).max(64),
      /** Author's id: a browser may have another member's session by the time it sends. */
      sender: id.optional(),
      /** Seq of the message that this one answers. */
      reply_to: seq.optional(),
      /** The sender knows that the receiver is a fictional profile; see `asks_fictional` of the chat. */
      fictional_known: z.boolean().optional(),
      /** Credits that the member was told; for more it is refused. Left out, it costs what it costs. */
      price: z.int().min(0).optional(),
      /** Newest draft that the author's device has shown. It ends with the message, as the draft of `client_id` does; a newer one stays. */
      draft_version: draftVersion.optional(),
    }),
    output: z.object({ message: messageSchema, credits: z.int() }),
    refuses: [
      "blocked",
      "fictional_unconfirmed",
      "first_message_refused",
      "forbidden",
      "price_changed",
      "not_enough_credits",
      "debt_open",
      "muted",
      "premium_required",
      "goodbye",
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

  muteChat: defineCall({
    method: "POST",
    path: "/api/chat-mute.php",
    input: z.strictObject({ conversation: id, muted: z.boolean() }),
    output: z.object({ muted: z.boolean() }),
    refuses: ["not_found"],
    summary: "Ends or begins again the mails and push messages about this chat",
  }),

  readChat: defineCall({
    method: "POST",
    path: "/api/chat-read.php",
    input: z.strictObject({ conversation: id, seq: z.int().min(0) }),
    output: z.object({ unread_messages: z.int(), read_seq: z.int() }),
    refuses: ["not_found"],
    summary: "Marks what was read up to seq; a smaller seq than before changes nothing",
  }),

  editMessage: defineCall({
    method: "PUT",
    path: "/api/chat-message.php",
    access: "confirmed",
    input: z.strictObject({ conversation: id, seq, text: z.string().max(100_000) }),
    output: z.object({ message: messageSchema }),
    refuses: ["not_found", "blocked", "forbidden", "goodbye", "edit_over", "conflict"],
    summary: "Changes the text of an own message, within five minutes and while unread; free",
  }),

  hideMessage: defineCall({
    method: "DELETE",
    path: "/api/chat-message.php",
    input: z.strictObject({ conversation: id, seq }),
    output: z.object({ message: messageSchema, unread_messages: z.int() }),
    refuses: ["not_found"],
    summary: "Deletes a message for oneself; the partner keeps it",
  }),

  react: defineCall({
    method: "POST",
    path: "/api/chat-reaction.php",
    access: "confirmed",
    input: z.strictObject({ conversation: id, seq, reaction: z.enum(REACTION_CODES).nullable() }),
    output: z.object({ message: messageSchema }),
    refuses: ["not_found", "blocked", "goodbye", "conflict"],
    summary: "Sets the own reaction to a message, or takes it back; free",
  }),

  saveDraft: defineCall({
    method: "PUT",
    prefetch: "call",
    cachedFacts: true,
    path: "/api/chat-draft.php",
    input: draftSchema,
    output: savedSchema,
    refuses: ["not_found", "blocked"],
    summary: "Keeps an unsent text for the member's other devices",
  }),
};
