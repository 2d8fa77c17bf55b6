import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

export const contract = {
  pictureNotice: defineCall({
    method: "POST",
    path: "/api/picture-notice.php",
    access: "anyone",
    multipart: true,
    status: 201,
    // These lengths only bound the work; the rules in picture-notices.ts decide what is required.
    input: z.strictObject({
      /** Address of the picture or the page, or the name of the profile. */
      where: z.string().max(2000).optional(),
      /** The picture: compared by its hash and not kept. */
      file: z.file().optional(),
      text: z.string().max(20_000).optional(),
      /** The signature: the full name. */
      name: z.string().max(1000).optional(),
      email: z.string().max(1000).optional(),
      /** `on`: the picture was published without the consent of the person in it, and what is said is true. */
      good_faith: z.string().max(10).optional(),
      complaint_key: z.string().min(8).max(64).optional(),
    }),
    /** Says nothing of what was found: otherwise anybody could ask whether somebody is here. */
    output: z.object({
      reference: z.string(),
      receipt: z.boolean(),
      /** The form names one picture, which is hidden at once as a rule. Otherwise a person may look first. Null from an older upstream. */
      names_picture: z.boolean().nullable().default(null),
    }),
    refuses: ["idempotency_conflict", "conflict", "unsupported_media_type", "too_large"],
    summary: "Takes a notice of an intimate picture that was published without consent, and hides the picture",
  }),
};
