import { z } from "zod";
import { userSchema } from "#worker/accounts/user/user.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const password = z.string().max(1024);

const token = z.string().max(200);

/** `used`: within its life it was pressed, and did what it says. */
const linkState = z.enum(["open", "used", "expired"]);

const PENDING = "/api/pending-mail-change.php";

export const contract = {
  requestReset: defineCall({
    method: "POST",
    path: "/api/reset-password.php",
    access: "anyone",
    input: z.strictObject({ email: z.string().max(1000) }),
    /** On a secret domain also for an unknown address. */
    output: z.object({ sent: z.literal(true) }),
    refuses: ["too_many_resets"],
    summary: "Sends the mail by which a new password is chosen",
  }),

  resetLink: defineCall({
    method: "GET",
    path: "/api/reset-password.php",
    access: "anyone",
    input: z.object({ token: z.string().max(200) }),
    output: z.object({
      /** Unknown links count as expired, to disclose nothing. */
      state: linkState,
      /** Recipient of the mail, for the password manager; null unless open. */
      email: z.string().nullable(),
    }),
    summary: "What the link of a reset mail is good for; opening it changes nothing",
  }),

  resetPassword: defineCall({
    method: "PUT",
    path: "/api/reset-password.php",
    access: "anyone",
    input: z.strictObject({
      token: z.string().max(200),
      password: z.string().max(1024),
      password_repeat: z.string().max(1024),
    }),
    output: userSchema,
    refuses: ["link_expired", "login_failed", "excluded", "banned"],
    summary: "Sets a new password by the mail's link, ends all sessions and logs in here",
  }),

  changePassword: defineCall({
    method: "PUT",
    path: "/api/password.php",
    input: z.strictObject({ old_password: password, password, password_repeat: password }),
    output: z.object({ changed: z.literal(true) }),
    refuses: ["login_blocked", "conflict"],
    summary: "Changes the password, ends all other sessions and renews this one",
  }),

  requestMailChange: defineCall({
    method: "POST",
    path: "/api/mail-change.php",
    access: "confirmed",
    input: z.strictObject({ email: z.string().max(1000), password }),
    /** On a secret domain also for a taken address. */
    output: z.object({ sent: z.literal(true) }),
    refuses: ["login_blocked", "conflict"],
    summary: "Sends a link to the new address, and a notice to the old one",
  }),

  mailChangeLink: defineCall({
    method: "GET",
    path: "/api/mail-change.php",
    access: "anyone",
    input: z.object({ token }),
    output: z.object({
      state: linkState,
      /** The address that the link sets; null unless open. */
      email: z.string().nullable(),
    }),
    summary: "What the link of a mail about a new address is good for, or of its notice; opening it changes nothing",
  }),

  confirmMailChange: defineCall({
    method: "PUT",
    path: "/api/mail-change.php",
    access: "anyone",
    input: z.strictObject({ token }),
    output: z.object({ email: z.string() }),
    refuses: ["link_expired"],
    summary: "Makes the new address the account's, by the link that was sent there",
  }),

  undoMailChange: defineCall({
    method: "DELETE",
    path: "/api/mail-change.php",
    access: "anyone",
    input: z.strictObject({ token }),
    output: z.object({
      email: z.string(),
      profile: z.string(),
      /** Reset token; null for a deleted account, whose old address gets a reactivation mail. */
      token: z.string().nullable(),
    }),
    refuses: ["link_expired"],
    summary: "Gives the account its old address back, by the link of the notice, and ends all sessions",
  }),

  pendingMailChange: defineCall({
    method: "GET",
    path: PENDING,
    input: z.object({}),
    /** Null if no change is pending. */
    output: z.object({ email: z.string().nullable(), expires_at: z.iso.datetime().nullable() }),
    summary: "The new address that the member has asked for and not confirmed, and until when its link is good",
  }),

  repeatMailChange: defineCall({
    method: "POST",
    path: PENDING,
    access: "confirmed",
    input: z.strictObject({}),
    output: z.object({ sent: z.literal(true) }),
    refuses: ["link_expired", "conflict"],
    summary: "Sends a new link to the address that waits, which ends the older, and counts as asking for it again",
  }),

  cancelMailChange: defineCall({
    method: "DELETE",
    path: PENDING,
    input: z.strictObject({}),
    output: z.object({ cancelled: z.literal(true) }),
    summary: "Ends the link to the new address; the account keeps the one it has",
  }),
};
