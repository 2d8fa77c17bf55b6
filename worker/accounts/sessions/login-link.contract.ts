import { z } from "zod";
import { userSchema } from "#worker/accounts/user/user.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const token = z.string().max(200);

export const contract = {
  loginLink: defineCall({
    method: "GET",
    path: "/api/login-link.php",
    access: "anyone",
    input: z.object({ token }),
    output: z.object({
      /** `here`: the caller is already logged in as the link's member. */
      state: z.enum(["open", "here", "expired"]),
      /** The page that the mail speaks of; null for an expired link. */
      path: z.string().nullable(),
      /** The link's member; null unless the link is open. */
      name: z.string().nullable(),
    }),
    summary: "What the log-in link of a mail is good for; opening it changes nothing",
  }),

  loginByLink: defineCall({
    method: "POST",
    path: "/api/login-link.php",
    access: "anyone",
    input: z.strictObject({ token }),
    output: userSchema,
    refuses: ["link_expired", "login_failed", "excluded", "banned"],
    summary: "Logs in by the link of a mail, once",
  }),
};
