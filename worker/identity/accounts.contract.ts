import { z } from "zod";
import { LANGUAGES } from "#locales/languages.ts";
import { activeDiscountSchema } from "#worker/discounts/discounts.contract.ts";
import { defineCall } from "#worker/lib/call.ts";
import { profileSchema } from "#worker/members/members.contract.ts";
import { CONSENT_KINDS } from "./consents.contract.ts";

const INTENTS = ["like", "chat"] as const;
export type Intent = (typeof INTENTS)[number];

export const userSchema = z.object({
  profile: profileSchema,
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
  unread_messages: z.int(),
  new_likes: z.int(),
});
export type User = z.output<typeof userSchema>;

const tracked = z.string().max(100).optional();
/** `sig` proves that the operator signed `network`; it opens an invitation-only domain and is not stored. */
const trackingSchema = z.strictObject({
  network: tracked,
  sig: tracked,
  ref: tracked,
  sub1: tracked,
  sub2: tracked,
  sub3: tracked,
});

export const contract = {
  login: defineCall({
    method: "POST",
    path: "/api/user.php",
    access: "anyone",
    input: z.strictObject({ email: z.string().max(254), password: z.string().max(1024) }),
    output: userSchema,
    refuses: ["login_failed", "login_blocked"],
    summary: "Logs in with e-mail address or username",
  }),

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

  logout: defineCall({
    method: "GET",
    path: "/api/logout.php",
    access: "anyone",
    input: z.object({}),
    output: z.object({ logged_out: z.literal(true) }),
    changesState: true,
    summary: "Ends this session",
  }),

  signup: defineCall({
    method: "POST",
    path: "/api/signup.php",
    access: "anyone",
    status: 201,
    // Lengths only bound the work; the rules check each field.
    input: z.strictObject({
      email: z.string().max(1000),
      name: z.string().max(1000),
      password: z.string().max(1024),
      date_of_birth: z.string().max(40),
      gender: z.string().max(20),
      looking_for: z.string().max(20),
      country: z.string().max(20),
      region: z.string().max(60).optional(),
      city: z.string().max(100).optional(),
      language: z.string().max(20),
      reason: z.string().max(40).optional(),
      signup_message: z.string().max(2000).optional(),
      /** Recipient of the message, which waits as a draft in their chat. */
      signup_profile: z.string().max(40).optional(),
      signup_intent: z.enum(INTENTS).optional(),
      invite: z.string().max(200).optional(),
      terms: z.boolean(),
      sensitive_data: z.boolean(),
      tracking: trackingSchema.optional(),
      /** Idempotency key: the same form sent twice makes one account. */
      signup_key: z.string().min(8).max(64).optional(),
    }),
    /** `check_mail` on a secret domain: the answer is the same for a known address. */
    output: z.union([userSchema, z.object({ check_mail: z.literal(true) })]),
    refuses: ["conflict", "idempotency_conflict", "invitation_over", "signup_closed", "login_failed"],
    summary: "Makes an account, logs it in and sends the activation mail",
  }),

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
      state: z.enum(["open", "expired"]),
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
    refuses: ["link_expired", "login_failed"],
    summary: "Sets a new password by the mail's link, ends all sessions and logs in here",
  }),

  intention: defineCall({
    method: "GET",
    path: "/api/intention.php",
    input: z.object({}),
    output: z
      .object({
        profile: z.object({ id: z.string(), name: z.string() }),
        intent: z.enum(INTENTS).nullable(),
      })
      .nullable(),
    mayBeNothing: true,
    summary: "The member for whose sake somebody signed up, as long as what they came for is not done",
  }),

  keepIntention: defineCall({
    method: "PUT",
    path: "/api/intention.php",
    input: z.strictObject({ profile: z.string().min(1).max(40), intent: z.enum(INTENTS) }),
    output: z.object({ kept: z.literal(true) }),
    summary: "Keeps what somebody who has not confirmed yet wants to do, to offer it then",
  }),
};
