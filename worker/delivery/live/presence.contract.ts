import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

export const contract = {
  pageHidden: defineCall({
    method: "POST",
    path: "/api/page-hidden.php",
    input: z.strictObject({}),
    output: z.object({ reported: z.literal(true) }),
    summary: "A beacon of a page that became hidden; without a visible page the member soon counts as offline",
  }),
};
