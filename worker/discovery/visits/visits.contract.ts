import { z } from "zod";
import { cardSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const visitorSchema = cardSchema.extend({ visited_at: z.iso.datetime() });

export const contract = {
  visitors: defineCall({
    method: "GET",
    path: "/api/visitors.php",
    input: z.strictObject({ cursor: z.string().max(300).optional() }),
    output: z.object({
      visitors: z.array(visitorSchema),
      cursor: z.string().nullable(),
    }),
    summary: "Members who opened the own profile in the last 30 days, latest first",
  }),
};
