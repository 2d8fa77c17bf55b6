import { z } from "zod";
import { defineCall } from "../lib/call.ts";

export const contract = {
  activate: defineCall({
    method: "POST",
    path: "/api/activate.php",
    access: "anyone",
    /** Either the link's token, or the mail's six digits while logged in. */
    input: z.strictObject({ token: z.string().max(200).optional(), code: z.string().max(20).optional() }),
    /** Once more for what is confirmed already: then the balance is told only to the member. */
    output: z.object({ status: z.literal("active"), credits: z.int().nullable() }),
    refuses: ["authentication_required", "link_expired", "login_failed"],
    summary: "Confirms the e-mail address",
  }),

  activationLink: defineCall({
    method: "GET",
    path: "/api/activate.php",
    access: "anyone",
    input: z.object({ token: z.string().max(200) }),
    output: z.object({
      /** Expired is also what never was: only who has a link that we sent learns more. */
      state: z.enum(["open", "confirmed", "expired"]),
      /** The link is that of the member who is logged in here. */
      mine: z.boolean(),
      /** Its address waits to be confirmed and can be taken off by the link, even where that has run out. */
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
      /** Who it is, on a domain where nobody is logged in before the address is confirmed. */
      name: z.string().max(1000).optional(),
    }),
    /** On a domain that does not reveal accounts this is the answer to everybody; otherwise the mail is on its way. */
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
