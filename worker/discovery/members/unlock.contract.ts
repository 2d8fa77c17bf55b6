import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

export const contract = {
  unlockPhotos: defineCall({
    method: "POST",
    path: "/api/unlock.php",
    needsConsent: true,
    input: z.strictObject({
      profile: z.string().min(1).max(40),
      /** The buyer knows that the profile is fictional: required to pay for its photos. */
      fictional_known: z.boolean().optional(),
    }),
    output: z.object({
      unlocked: z.literal(true),
      /** Credits paid by this request; 0 where the photos were open already. */
      price: z.int().min(0),
      credits: z.int(),
    }),
    refuses: ["blocked", "conflict", "debt_open", "fictional_unconfirmed", "forbidden", "not_enough_credits", "not_found"],
    summary: "Opens all public photos of a member for good; what is open already costs nothing",
  }),
};
