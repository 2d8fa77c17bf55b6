import { z } from "zod";
import { VOICE_LEVELS } from "#worker/delivery/voices/voices.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";
import { ownProfileSchema } from "./profile-own.contract.ts";

const question = z.string().min(1).max(40);

export const contract = {
  sayAnswer: defineCall({
    method: "POST",
    path: "/api/voice-answer.php",
    multipart: true,
    needsConsent: true,
    input: z.strictObject({
      /** Of an answer that the profile has in writing. */
      question,
      /** Opus in WebM, Ogg or MP4, or AAC in MP4: what browsers record. */
      file: z.file(),
      /** How loud it is, from the beginning to the end. */
      levels: z
        .string()
        .regex(new RegExp(`^(?:[0-9a-v]{${VOICE_LEVELS}})?$`))
        .optional(),
    }),
    output: ownProfileSchema,
    refuses: ["forbidden", "conflict", "unsupported_media_type", "too_large"],
    summary: "Adds a recording of up to 30 seconds to an answer of the own profile; others hear it after it was inspected",
  }),

  removeSpoken: defineCall({
    method: "DELETE",
    path: "/api/voice-answer.php",
    input: z.strictObject({ question }),
    output: ownProfileSchema,
    refuses: ["forbidden", "conflict"],
    summary: "Takes the recording of an answer away; the written answer stays",
  }),
};
