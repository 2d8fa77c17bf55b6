import { z } from "zod";
import { AGE_METHODS } from "#db/schema/age-methods.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { activeDiscountSchema } from "#worker/billing/discounts/discounts.contract.ts";
import { profileSchema } from "#worker/discovery/members/members.contract.ts";
import { CONSENT_KINDS } from "#worker/people/identity/consents.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

export const userSchema = z.object({
  profile: profileSchema,
  /** The name of the sign-up, if it was taken and the member has not chosen another yet (`PUT /api/name.php`). */
  wanted_name: z.string().nullable().default(null),
  email: z.string(),
  credits: z.int().min(0),
  paid_user: z.boolean(),
  language: z.enum(LANGUAGES),
  status: z.enum(["not_confirmed", "active"]),
  notifications_disabled: z.array(z.string()),
  /** On a break: hidden, without mails that can wait. */
  paused: z.boolean(),
  /** Mail types that List-Unsubscribe (RFC 8058) switched off. */
  unsubscribed: z.array(z.string()).default([]),
  signup_date: z.iso.datetime(),
  /** May have ended: compare `expires`. */
  active_discount: activeDiscountSchema.nullable().default(null),
  activated_at: z.iso.datetime().nullable(),
  /** Consents to renew after a text changed; calls that need them are refused. */
  consents_due: z.array(z.enum(CONSENT_KINDS)).default([]),
  /** A proof of age that the member lacks: what waits for it, and from which day on (null: now). */
  age_proof: z
    .object({
      when: z.enum(["before_contact", "before_members", "at_signup"]),
      methods: z.array(z.enum(AGE_METHODS)),
      from: z.iso.date().nullable(),
    })
    .nullable()
    .default(null),
  unread_messages: z.int(),
  new_likes: z.int(),
  photo_requests: z.int().default(0),
  /** Requests for private photos, and decisions about photos and reports that the member has not seen (`GET /api/today.php`). */
  news: z.int().default(0),
  push: z.enum(["none", "offered", "subscribed"]).default("none"),
});
export type User = z.output<typeof userSchema>;

export const contract = {
  user: defineCall({
    method: "GET",
    path: "/api/user.php",
    input: z.object({}),
    output: userSchema,
    summary: "The member who is logged in",
    snapshot: "user",
  }),

  updateUser: defineCall({
    method: "PUT",
    path: "/api/user.php",
    input: z.strictObject({ language: z.enum(LANGUAGES) }),
    output: userSchema,
    summary: "Changes the member's language",
  }),
};
