import { z } from "zod";
import { AGE_CHECK_REFUSALS } from "#db/schema/age-methods.ts";
import { GESTURES } from "#db/schema/attributes.ts";
import { defineCall } from "#worker/platform/call.ts";

const check = z.object({
  gesture: z.enum(GESTURES),
  /** Null once it is accepted or withdrawn: nothing of it is kept. */
  latest: z
    .object({
      status: z.enum(["waiting", "refused"]),
      /** Null unless refused. */
      reason: z.enum(AGE_CHECK_REFUSALS).nullable(),
      sent_at: z.iso.datetime(),
    })
    .nullable(),
});
export type AgeCheck = z.output<typeof check>;

export const contract = {
  ageCheck: defineCall({
    method: "GET",
    path: "/api/age-check.php",
    input: z.strictObject({}),
    output: check,
    refuses: ["not_found"],
    summary: "Tells what became of the pose and the document, and the gesture of the next pose",
  }),
  sendAgeCheck: defineCall({
    method: "POST",
    path: "/api/age-check.php",
    multipart: true,
    access: "confirmed",
    status: 201,
    input: z.strictObject({
      /** A photo with the gesture. */
      pose: z.file(),
      /** A photo of a document with a face and a date of birth. */
      document: z.file(),
      /** The member agrees that a person compares the two. */
      agreed: z.literal("1"),
    }),
    output: check,
    refuses: ["not_found", "conflict", "unsupported_media_type", "too_large"],
    summary: "Sends a pose and a document; a person compares them once, and both are erased with the decision",
  }),
  withdrawAgeCheck: defineCall({
    method: "DELETE",
    path: "/api/age-check.php",
    input: z.strictObject({}),
    output: check,
    refuses: ["not_found"],
    summary: "Takes the pose and the document back, and erases them",
  }),
};
