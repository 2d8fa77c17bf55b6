import { z } from "zod";
import { VOICE_LEVELS } from "#worker/delivery/voices/voices.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";
import { messageSchema } from "./chat.contract.ts";

const id = z.string().min(1).max(40);

export const contract = {
  sendVoice: defineCall({
    method: "POST",
    path: "/api/chat-voice.php",
    multipart: true,
    access: "confirmed",
    status: 201,
    input: z.strictObject({
      conversation: id,
      /** Opus in WebM, Ogg or MP4, or AAC in MP4: what browsers record. */
      file: z.file(),
      /** How loud it is, from the beginning to the end. */
      levels: z.string().regex(new RegExp(`^[0-9a-v]{${VOICE_LEVELS}}$`)),
      /** What is said, as the sender wrote it. */
      text: z.string().max(100_000).optional(),
      client_id: z.string().min(8).max(64),
      /** Author's id; see `sendMessage`. */
      sender: id.optional(),
      /** Seq of the message that this one answers. */
      reply_to: z.coerce.number().int().min(1).optional(),
      /** See `sendMessage`. */
      price: z.coerce.number().int().min(0).optional(),
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
    summary: "Sends a recording of up to a minute to a member who has written",
  }),

  playVoice: defineCall({
    method: "POST",
    path: "/api/chat-played.php",
    input: z.strictObject({ conversation: id, seq: z.int().min(1) }),
    output: z.object({ played: z.literal(true) }),
    summary: "The member has begun to play a recording; its sender learns it where both show what they have read",
  }),
};
