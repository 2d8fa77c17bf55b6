import { z } from "zod";
import { ATTRIBUTES } from "#db/schema/attribute-table.ts";
import { GENDERS, LOOKING_FOR, SAID_IDENTITIES, SHOWN_IN } from "#db/schema/attributes.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { userSchema } from "#worker/accounts/user/user.contract.ts";
import { wantedInputSchema } from "#worker/discovery/wishes/wishes.contract.ts";
import { INTENTS } from "#worker/people/identity/intents.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";

const tracked = z.string().max(100).optional();
/** `sig` proves that the operator signed `network`; it opens an invitation-only domain and is not stored. */
const trackingSchema = z.strictObject({
  network: tracked,
  sig: tracked,
  ref: tracked,
  sub1: tracked,
  sub2: tracked,
  sub3: tracked,
  /** Page on which the sign-up began, such as `video`; an unknown one is not stored. */
  lander: tracked,
});

export const contract = {
  signup: defineCall({
    method: "POST",
    path: "/api/signup.php",
    access: "anyone",
    status: 201,
    // Lengths only bound the work. The rules refuse values in the visitor's language; `meta` tells clients beforehand.
    input: z.strictObject({
      email: z.string().max(1000).meta({ format: "email", description: "At most 254 characters" }),
      name: z
        .string()
        .max(1000)
        .meta({
          description:
            "3 to 20 letters, digits, `_`, `-` or `.`, and no address, number or link. Nobody else's on this site; " +
            "a site that hides its accounts answers alike, and gives the account a name like it (`wanted_name` of the user)",
        }),
      password: z.string().max(1024).meta({ format: "password", description: "8 to 128 characters, not a common one" }),
      date_of_birth: z.string().max(40).meta({ format: "date", description: "Of an adult; others see the age only" }),
      gender: z.string().max(20).meta({ enum: GENDERS }),
      /** In whose searches; it wins over `gender`. Only with an identity. */
      shown_in: z.string().max(20).meta({ enum: SHOWN_IN }).optional(),
      /** One of `more_genders` of `/api/settings.php`. */
      identity: z.string().max(20).meta({ enum: SAID_IDENTITIES }).optional(),
      identity_words: z.string().max(1000).meta({ description: "With `own`: at most 40 characters" }).optional(),
      identity_shown: z.boolean().optional(),
      /** Needed for an identity. */
      identity_consent: z.boolean().optional(),
      looking_for: z.string().max(20).meta({ enum: LOOKING_FOR }),
      country: z
        .string()
        .max(20)
        .meta({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 alpha-2, one of `countries` of `/api/settings.php`" }),
      region: z.string().max(60).meta({ description: "An id of `/api/regions.php`" }).optional(),
      city: z.string().max(100).meta({ description: "A town's name" }).optional(),
      language: z.string().max(20).meta({ enum: LANGUAGES }),
      reason: z.string().max(40).meta({ enum: ATTRIBUTES.reason.codes }).optional(),
      signup_message: z.string().max(2000).optional(),
      /** Recipient of the message, which waits as a draft in their chat. */
      signup_profile: z.string().max(40).optional(),
      signup_intent: z.enum(INTENTS).optional(),
      invite: z.string().max(200).optional(),
      /** Whom the member wants to see; the defaults of `/api/wishes.php` without it. */
      wishes: wantedInputSchema.optional(),
      terms: z.boolean(),
      sensitive_data: z.boolean(),
      tracking: trackingSchema.optional(),
      /** Idempotency key: the same form sent twice makes one account. */
      signup_key: z.string().min(8).max(64).optional(),
    }),
    /** `check_mail` on a secret domain: the answer is the same for a known address. */
    output: z.union([userSchema, z.object({ check_mail: z.literal(true) })]),
    refuses: [
      "conflict",
      "idempotency_conflict",
      "invitation_over",
      "signup_closed",
      "signup_refused",
      "login_failed",
      "excluded",
      "banned",
    ],
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
