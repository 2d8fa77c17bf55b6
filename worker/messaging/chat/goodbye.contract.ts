import { z } from "zod";
import { GOODBYES } from "#db/schema/attributes.ts";
import { defineCall } from "#worker/platform/call.ts";

/** `own` if the reader said it. */
export const goodbyeSchema = z.object({ own: z.boolean(), line: z.enum(GOODBYES), at: z.iso.datetime() });

export const contract = {
  sayGoodbye: defineCall({
    method: "POST",
    path: "/api/chat-goodbye.php",
    input: z.strictObject({ conversation: z.string().min(1).max(40), line: z.enum(GOODBYES) }),
    output: z.object({ goodbye: goodbyeSchema }),
    refuses: ["not_found", "blocked", "conflict"],
    summary:
      "Closes a chat that was silent for five days for both, with a fixed line; free. Their likes end, and new ones open it again",
  }),
};
