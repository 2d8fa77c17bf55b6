import { z } from "zod";
import { GESTURES, VERIFICATION_REFUSALS } from "#db/schema/attributes.ts";
import { defineCall } from "#worker/platform/call.ts";

const verification = z.object({
  /** The main photo is one that was compared with an approved proof. */
  verified: z.boolean(),
  /** An approved main photo is there to compare with. */
  has_photo: z.boolean(),
  gesture: z.enum(GESTURES),
  latest: z
    .object({
      status: z.enum(["waiting", "approved", "refused"]),
      /** Null unless refused. */
      reason: z.enum(VERIFICATION_REFUSALS).nullable(),
      sent_at: z.string(),
      decided_at: z.string().nullable(),
      /** The photo is erased then; null while it waits and once it is gone. */
      erased_at: z.string().nullable(),
    })
    .nullable(),
});
export type Verification = z.output<typeof verification>;

export const contract = {
  verification: defineCall({
    method: "GET",
    path: "/api/verification.php",
    input: z.strictObject({}),
    output: verification,
    refuses: ["not_found"],
    summary: "Tells whether the member is verified, and the gesture of the next proof",
  }),
  verify: defineCall({
    method: "POST",
    path: "/api/verification.php",
    multipart: true,
    access: "confirmed",
    status: 201,
    input: z.strictObject({
      file: z.file(),
      /** The member agrees that a person compares the photo. */
      agreed: z.literal("1"),
    }),
    output: verification,
    refuses: ["not_found", "conflict", "forbidden", "unsupported_media_type", "too_large"],
    summary: "Sends a photo with the gesture; a person compares it with the approved photos",
  }),
  withdrawVerification: defineCall({
    method: "DELETE",
    path: "/api/verification.php",
    input: z.strictObject({}),
    output: verification,
    refuses: ["not_found"],
    summary: "Erases the member's proofs at once, and takes the mark away",
  }),
};
