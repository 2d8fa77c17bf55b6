import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

export const contract = {
  activate: defineCall({
    method: "POST",
    path: "/api/activate.php",
    access: "anyone",
    /** The link's token, or the mail's code while logged in. */
    input: z.strictObject({ token: z.string().max(200).optional(), code: z.string().max(20).optional() }),
    /** Idempotent; only the member sees the balance. */
    output: z.object({ status: z.literal("active"), credits: z.int().nullable() }),
    refuses: ["authentication_required", "link_expired", "login_failed", "excluded", "banned"],
    summary: "Confirms the e-mail address",
  }),

  activationLink: defineCall({
    method: "GET",
    path: "/api/activate.php",
    access: "anyone",
    input: z.object({ token: z.string().max(200) }),
    output: z.object({
      /** Unknown links count as expired, to disclose nothing. */
      state: z.enum(["open", "confirmed", "expired"]),
      /** The link belongs to the logged-in member. */
      mine: z.boolean(),
      /** The link may remove the unconfirmed address, even after it expired. */
      removable: z.boolean(),
    }),
    summary: "What the link of an activation mail is good for; opening it changes nothing",
  }),

  activation: defineCall({
    method: "POST",
    path: "/api/activation.php",
    input: z.strictObject({}),
    output: z.object({ sent: z.literal(true) }),
    refuses: ["conflict"],
    summary: "Sends the activation mail again",
  }),

  correctAddress: defineCall({
    method: "PUT",
    path: "/api/activation.php",
    access: "anyone",
    input: z.strictObject({
      email: z.string().max(1000),
      password: z.string().max(1024),
      /** For a visitor on a secret domain. */
      name: z.string().max(1000).optional(),
    }),
    /** On a secret domain the same answer in every case. */
    output: z.object({ sent: z.literal(true) }),
    refuses: ["authentication_required", "conflict", "login_blocked"],
    summary: "Puts another e-mail address in the place of one that was never confirmed",
  }),

  removeAddress: defineCall({
    method: "DELETE",
    path: "/api/activation.php",
    access: "anyone",
    input: z.strictObject({ token: z.string().max(200) }),
    output: z.object({ removed: z.literal(true) }),
    refuses: ["link_expired"],
    summary: "Takes an address, with the account that somebody made with it, off by the link of its activation mail",
  }),
};
