import { z } from "zod";
import { userSchema } from "#worker/identity/accounts.contract.ts";
import { defineCall } from "#worker/lib/call.ts";

/** The texts are `leaving.reasons.<code>` in the locales. */
export const LEAVING_REASONS = [
  "break",
  "found_someone",
  "nobody_fits",
  "too_many_mails",
  "too_expensive",
  "privacy",
  "bad_experience",
  "technical",
  "something_else",
] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];

/** Grapheme clusters. */
export const LEAVING_TEXT = 500;

export const contract = {
  departure: defineCall({
    method: "GET",
    path: "/api/departure.php",
    input: z.object({}),
    output: z.object({
      credits: z.int(),
      matches: z.int(),
      chats: z.int(),
      photos: z.int(),
      /** Last moment to restore an account that is deleted now. */
      until: z.iso.datetime(),
    }),
    summary: "What a member would lose by deleting the account",
  }),

  deleteAccount: defineCall({
    method: "DELETE",
    path: "/api/user.php",
    input: z.strictObject({
      password: z.string().max(1024),
      reason: z.enum(LEAVING_REASONS),
      text: z.string().max(5000).optional(),
    }),
    output: z.object({ deleted: z.literal(true), until: z.iso.datetime() }),
    refuses: ["login_blocked", "conflict"],
    summary: "Deletes the account: it is hidden at once, and for 14 days the mail's link brings it back",
  }),

  reactivate: defineCall({
    method: "POST",
    path: "/api/reactivate.php",
    access: "anyone",
    input: z.strictObject({ token: z.string().max(200) }),
    output: userSchema,
    refuses: ["link_expired", "login_failed", "excluded"],
    summary: "Brings a deleted account back by the mail's link, and logs in",
  }),

  reactivationLink: defineCall({
    method: "GET",
    path: "/api/reactivate.php",
    access: "anyone",
    input: z.object({ token: z.string().max(200) }),
    /** Unknown links count as expired, to disclose nothing. */
    output: z.object({ state: z.enum(["open", "expired"]) }),
    summary: "What the link of a reactivation mail is good for; opening it changes nothing",
  }),

  requestReactivation: defineCall({
    method: "POST",
    path: "/api/reactivation.php",
    access: "anyone",
    input: z.strictObject({ email: z.string().max(1000) }),
    /** The same without such an account. */
    output: z.object({ sent: z.literal(true) }),
    summary: "Sends the mail by which a deleted account is brought back again",
  }),
};
