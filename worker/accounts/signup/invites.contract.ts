import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

const inviteSchema = z.object({
  /** `i` and 43 letters. */
  code: z.string(),
  uses_left: z.int(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Invite = z.output<typeof inviteSchema>;

const mineSchema = z.object({
  invites: z.array(inviteSchema),
  links_left: z.int(),
  /** Sign-ups per link, and its days of validity. */
  uses: z.int(),
  days: z.int(),
});

export const contract = {
  invite: defineCall({
    method: "GET",
    path: "/api/invite.php",
    access: "anyone",
    input: z.strictObject({ code: z.string().max(200) }),
    /** Never names the inviting member. */
    output: z.object({ by: z.enum(["member", "site"]), expires_at: z.iso.datetime() }),
    refuses: ["link_expired"],
    summary: "Whether an invitation is good",
  }),

  invites: defineCall({
    method: "GET",
    path: "/api/invites.php",
    input: z.object({}),
    output: mineSchema,
    refuses: ["forbidden"],
    summary: "The member's links that still let somebody sign up, on a domain by invitation",
  }),

  createInvite: defineCall({
    method: "POST",
    path: "/api/invites.php",
    access: "confirmed",
    input: z.strictObject({}),
    output: mineSchema,
    refuses: ["forbidden"],
    summary: "Makes a link by which others may sign up",
  }),

  revokeInvite: defineCall({
    method: "DELETE",
    path: "/api/invites.php",
    input: z.strictObject({ code: z.string().max(200) }),
    output: mineSchema,
    refuses: ["forbidden"],
    summary: "Ends one of the member's links",
  }),
};
