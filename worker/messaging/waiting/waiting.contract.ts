import { z } from "zod";
import { NOT_SENT, WAITING_KINDS } from "#db/schema/attributes.ts";
import { contract as payments } from "#worker/billing/payments/payments.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const id = z.string().min(1).max(40);

const waitingSchema = z.object({
  kind: z.enum(WAITING_KINDS),
  /** Code of the icebreaker, or id of the gift; else empty. */
  item: z.string(),
  /** The note of a gift that was not sent; a message is a draft of its chat. */
  text: z.string(),
  /** `open`: not paid yet. `draft`: paid, and not sent because of `reason`. */
  state: z.enum(["open", "sent", "draft"]),
  reason: z.enum(NOT_SENT).nullable(),
  /** This request decided it: the buyer has just returned. */
  decided: z.boolean(),
  profile: z.object({ id: z.string(), name: z.string() }),
  /** Null before the first message. */
  conversation: z.string().nullable(),
});
export type Waiting = z.output<typeof waitingSchema>;

export const contract = {
  payToSend: defineCall({
    method: "POST",
    path: "/api/pay-to-send.php",
    access: "confirmed",
    status: 201,
    input: z.strictObject({
      ...payments.startPayment.input.shape,
      profile: id,
      kind: z.enum(WAITING_KINDS),
      /** Code of the icebreaker, or id of the gift. */
      item: z.string().max(40).optional(),
      /** The message, or the note of a gift. */
      text: z.string().max(20_000).default(""),
      reply_to: z.int().min(1).optional(),
      /** In credits, as the buyer saw it. Another price is refused, and not sent at. */
      price: z.int().min(0),
      client_id: z.string().min(8).max(64),
      fictional_known: z.boolean().optional(),
    }),
    output: payments.startPayment.output,
    refuses: [
      "not_found",
      "price_changed",
      "payment_failed",
      "spend_limit",
      "excluded",
      "banned",
      "directdebit_blocked",
      "directdebit_limit",
      "conflict",
      "blocked",
      "fictional_unconfirmed",
      "first_message_refused",
      "goodbye",
      "muted",
      "premium_required",
      "too_many_conversations",
    ],
    summary: "Orders a package, and keeps what `sendWaiting` sends once it is paid",
  }),

  sendWaiting: defineCall({
    method: "POST",
    path: "/api/waiting.php",
    access: "confirmed",
    input: z.strictObject({
      payment: z.string().max(200),
      /** Only tells what waits: the buyer looks at an old order. */
      look: z.boolean().optional(),
    }),
    /** Null where nothing waits for this payment of the member. */
    output: z.object({ waiting: waitingSchema.nullable() }),
    refuses: ["conflict"],
    summary: "The buyer has returned: sends what waits for the payment, once, or says why it stays a draft",
  }),
};
