import { z } from "zod";
import { COMPLAINT_KINDS } from "#db/schema/attributes.ts";
import { defineCall } from "../lib/call.ts";

export const contract = {
  complaint: defineCall({
    method: "POST",
    path: "/api/complaint.php",
    access: "anyone",
    status: 201,
    // Lengths here only bound the work; what is asked for is decided by the rules.
    input: z.strictObject({
      kind: z.enum(COMPLAINT_KINDS),
      text: z.string().max(20_000),
      /** Needed for a consumer's complaint, and wherever an answer is wanted. */
      name: z.string().max(1000).optional(),
      email: z.string().max(1000).optional(),
      /** Page or profile that it is about. */
      link: z.string().max(2000).optional(),
      /** What is said is, to the person's best knowledge, accurate and complete. */
      good_faith: z.boolean(),
      /** The same form sent twice makes one complaint. */
      complaint_key: z.string().min(8).max(64).optional(),
    }),
    output: z.object({
      /** To ask by, e.g. `7K3M9-QX4TD`. */
      reference: z.string(),
      /** A receipt goes to the address that was given. */
      receipt: z.boolean(),
    }),
    summary: "Takes a notice of illegal content or a consumer's complaint",
  }),
};
