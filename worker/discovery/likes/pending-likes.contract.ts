import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

const input = z.strictObject({ profile: z.string().min(1).max(40) });
const output = z.object({ profiles: z.array(z.string()) });

export const contract = {
  pendingLikes: defineCall({
    method: "GET",
    path: "/api/pending-like.php",
    input: z.object({}),
    output,
    summary: "Profiles that a member without a confirmed address likes; nobody is told before the confirmation",
  }),

  addPendingLike: defineCall({
    method: "POST",
    path: "/api/pending-like.php",
    needsConsent: true,
    input,
    output,
    refuses: ["blocked", "conflict", "not_found"],
    summary: "Keeps a like until the member's address is confirmed, which sends it",
  }),

  removePendingLike: defineCall({
    method: "DELETE",
    path: "/api/pending-like.php",
    input,
    output,
    summary: "Takes a pending like back before anybody is told",
  }),
};
