import { z } from "zod";
import { userSchema } from "#worker/accounts/user/user.contract.ts";
import { defineCall } from "#worker/platform/call.ts";
import { paymentMethodSchema } from "#worker/sites/domains/method-id.vocabulary.ts";

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

const leavingOfferSchema = z.object({
  code: z.string(),
  /** Percent with one decimal. */
  value_percentage: z.string(),
  expires: z.iso.datetime(),
});

export const contract = {
  departure: defineCall({
    method: "GET",
    path: "/api/departure.php",
    input: z.object({}),
    output: z.object({
      credits: z.int(),
      /** Unused shares of purchases that can be given back now; amounts in the currency's smallest unit. */
      refundable: z.array(
        z.object({
          payment: z.string(),
          credits: z.int().min(1),
          amount: z.int().min(1),
          currency: z.string(),
          method: paymentMethodSchema,
          until: z.iso.datetime(),
        }),
      ),
      matches: z.int(),
      chats: z.int(),
      photos: z.int(),
      /** Last moment to restore an account that is deleted now. */
      until: z.iso.datetime(),
      /** The member's own code for staying, while it is good. */
      offer: leavingOfferSchema.nullable(),
    }),
    summary: "What a member would lose by deleting the account",
  }),

  offerToStay: defineCall({
    method: "POST",
    path: "/api/departure.php",
    input: z.strictObject({}),
    output: z.object({ offer: leavingOfferSchema.nullable() }),
    summary: "Offers a member who is about to leave a discount of the domain, once for an account",
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
    refuses: ["link_expired", "login_failed", "excluded", "banned"],
    summary: "Brings a deleted account back by the mail's link, and logs in",
  }),

  reactivationLink: defineCall({
    method: "GET",
    path: "/api/reactivate.php",
    access: "anyone",
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ state: z.enum(["open", "used", "expired"]) }),
    summary: "What the link of a reactivation mail is good for; opening it changes nothing",
  }),

  requestReactivation: defineCall({
    method: "POST",
    path: "/api/reactivation.php",
    access: "anyone",
    input: z.strictObject({ email: z.string().max(1000) }),
    output: z.object({ sent: z.literal(true) }),
    summary: "Sends the mail by which a deleted account is brought back again",
  }),
};
