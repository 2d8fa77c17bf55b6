import { z } from "zod";
import { COMPLAINT_KINDS } from "#db/schema/attributes.ts";
import { defineCall } from "#worker/platform/call.ts";

export const contract = {
  complaint: defineCall({
    method: "POST",
    path: "/api/complaint.php",
    access: "anyone",
    status: 201,
    // These lengths only bound the work; the rules in complaints.ts decide what is required.
    input: z.strictObject({
      kind: z.enum(COMPLAINT_KINDS).exclude(["intimate_picture"]),
      text: z.string().max(20_000),
      /** Required for a consumer complaint and when an answer is expected. */
      name: z.string().max(1000).optional(),
      email: z.string().max(1000).optional(),
      link: z.string().max(2000).optional(),
      /** The declaration that the statement is accurate and complete to the person's best knowledge. */
      good_faith: z.boolean(),
      complaint_key: z.string().min(8).max(64).optional(),
    }),
    output: z.object({
      /** Example: `7K3M9-QX4TD`. */
      reference: z.string(),
      receipt: z.boolean(),
    }),
    refuses: ["idempotency_conflict", "conflict"],
    summary: "Takes a notice of illegal content or a consumer's complaint",
  }),
};
