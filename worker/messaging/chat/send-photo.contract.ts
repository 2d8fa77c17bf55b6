import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";
import { messageSchema } from "./chat.contract.ts";

const id = z.string().min(1).max(40);

export const contract = {
  sendPhoto: defineCall({
    method: "POST",
    path: "/api/chat-photo.php",
    multipart: true,
    access: "confirmed",
    status: 201,
    input: z.strictObject({
      conversation: id,
      file: z.file(),
      /** The caption. */
      text: z.string().max(100_000).optional(),
      client_id: z.string().min(8).max(64),
      /** Author's id; see `sendMessage`. */
      sender: id.optional(),
      /** Seq of the message that this one answers. */
      reply_to: z.coerce.number().int().min(1).optional(),
      /** As in `sendMessage`. */
      fictional_known: z.literal("true").optional(),
      /** See `sendMessage`. */
      price: z.coerce.number().int().min(0).optional(),
      /** See `sendMessage`. */
      draft_version: z.coerce.number().int().min(0).optional(),
    }),
    output: z.object({ message: messageSchema, credits: z.int() }),
    refuses: [
      "blocked",
      "fictional_unconfirmed",
      "forbidden",
      "not_enough_credits",
      "price_changed",
      "debt_open",
      "muted",
      "not_found",
      "not_answered",
      "conflict",
      "idempotency_conflict",
      "unsupported_media_type",
      "too_large",
    ],
    summary: "Sends a photo to a member who has written; the receiver sees it after it was inspected",
  }),
};
