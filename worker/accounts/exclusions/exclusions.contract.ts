import { z } from "zod";
import { TERM_NAMES } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";

/** Exclusive end; null without a pause. */
const pause = z.object({ purchases_until: z.iso.datetime().nullable() });

export const contract = {
  exclusion: defineCall({
    method: "GET",
    path: "/api/exclusion.php",
    input: z.object({}),
    output: pause,
    summary: "Until when the member has asked not to be sold anything",
  }),

  pausePurchases: defineCall({
    method: "POST",
    path: "/api/purchase-pause.php",
    input: z.strictObject({}),
    output: pause,
    summary: "Refuses the member's orders for a week; cannot be ended early, and a second call does not prolong it",
  }),

  exclude: defineCall({
    method: "POST",
    path: "/api/exclusion.php",
    input: z.strictObject({ months: z.enum(TERM_NAMES), password: z.string().max(1024) }),
    output: z.object({ until: z.iso.datetime() }),
    refuses: ["login_blocked", "conflict"],
    summary: "Shuts the member out of every domain of the pool and ends all sessions; cannot be ended early",
  }),
};
