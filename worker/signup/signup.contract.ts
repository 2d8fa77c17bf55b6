import { z } from "zod";
import { INTENTS, userSchema } from "#worker/identity/accounts.contract.ts";
import { defineCall } from "#worker/lib/call.ts";

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
    refuses: ["conflict", "idempotency_conflict", "invitation_over", "signup_closed", "login_failed", "excluded", "banned"],
    summary: "Makes an account, logs it in and sends the activation mail",
  }),

  intent: defineCall({
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

  keepIntent: defineCall({
    method: "PUT",
    path: "/api/intention.php",
    input: z.strictObject({ profile: z.string().min(1).max(40), intent: z.enum(INTENTS) }),
    output: z.object({ kept: z.literal(true) }),
    summary: "Keeps what somebody who has not confirmed yet wants to do, to offer it then",
  }),
};
