import { z } from "zod";
import { cardSchema } from "#worker/discovery/members/members.contract.ts";
import { messageSchema } from "#worker/messaging/chat/chat.contract.ts";
import { REFUSALS } from "#worker/messaging/chat/refusals.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";
import { giftSchema } from "#worker/sites/domains/gifts.vocabulary.ts";

const id = z.string().min(1).max(40);

const receivedSchema = z.object({
  id: z.string(),
  gift: giftSchema,
  note: z.string(),
  /** Null for a sender who left, and after a block. */
  sender: z.object({ id: z.string(), name: z.string(), fictional: z.boolean() }).nullable(),
  shown: z.boolean(),
  created_at: z.iso.datetime(),
});
export type ReceivedGift = z.output<typeof receivedSchema>;

export const contract = {
  gifts: defineCall({
    method: "GET",
    path: "/api/gifts.php",
    input: z.strictObject({ profile: id.optional() }),
    output: z.object({
      gifts: z.array(giftSchema.extend({ credits: z.int().min(0) })),
      /** False from an upstream that does not know the `price` of `sendGift`. */
      takes_price: z.boolean().default(false),
      credits: z.int(),
      profile: cardSchema.nullable(),
      refusal: z.enum(REFUSALS).nullable(),
    }),
    refuses: ["blocked", "forbidden", "not_found"],
    summary: "The catalogue of gifts with prices and the balance; for a profile, also whether it can receive one",
  }),

  sendGift: defineCall({
    method: "POST",
    path: "/api/gift.php",
    access: "confirmed",
    status: 201,
    input: z.strictObject({
      profile: id,
      gift: z.string().min(1).max(40),
      // Bounds the work; the rule counts characters.
      note: z.string().max(10_000).optional(),
      client_id: z.string().min(8).max(64),
      /** The sender knows that the receiver is a fictional profile: each paid gift to one requires it. */
      fictional_known: z.boolean().optional(),
      /** As in `sendMessage`. */
      price: z.int().min(0).optional(),
    }),
    output: z.object({ message: messageSchema, credits: z.int() }),
    refuses: [
      "blocked",
      "conflict",
      "debt_open",
      "fictional_unconfirmed",
      "first_message_refused",
      "forbidden",
      "idempotency_conflict",
      "not_enough_credits",
      "not_found",
      "muted",
      "premium_required",
      "price_changed",
      "too_many_conversations",
    ],
    summary: "Sends a gift as a message; the same client_id is sent and paid for once",
  }),

  receivedGifts: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/gift.php",
    input: z.strictObject({}),
    output: z.object({ gifts: z.array(receivedSchema) }),
    summary: "The newest 60 gifts that the member received",
  }),

  showGift: defineCall({
    method: "PUT",
    path: "/api/gift.php",
    input: z.strictObject({ id, shown: z.boolean() }),
    output: z.object({ id: z.string(), shown: z.boolean() }),
    refuses: ["not_found"],
    summary: "Shows a received gift on the own profile, or hides it",
  }),
};
