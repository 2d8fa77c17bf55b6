import { z } from "zod";
import { imageSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const input = z.strictObject({ profile: z.string().min(1).max(40) });

const blockedSchema = z.object({
  id: z.string(),
  name: z.string(),
  main_image: imageSchema.nullable(),
  fictional: z.boolean(),
  blocked_at: z.iso.datetime(),
});
export type Blocked = z.output<typeof blockedSchema>;

export const contract = {
  blocks: defineCall({
    method: "GET",
    path: "/api/block.php",
    input: z.strictObject({ cursor: z.string().max(300).optional() }),
    output: z.object({ blocked: z.array(blockedSchema), cursor: z.string().nullable() }),
    summary: "Whom the member has blocked, the newest first, 24 a page",
  }),

  block: defineCall({
    method: "POST",
    path: "/api/block.php",
    input,
    output: z.object({ blocked: z.literal(true) }),
    refuses: ["not_found"],
    summary: "Blocks a member, both ways and at once: chat and likes between the two are deleted",
  }),

  unblock: defineCall({
    method: "DELETE",
    path: "/api/block.php",
    input,
    output: z.object({ blocked: z.literal(false) }),
    summary: "Takes a block back; what it deleted does not come back",
  }),
};
