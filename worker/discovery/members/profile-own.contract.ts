import { z } from "zod";
import { type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import { DECISION_REASONS, GENDERS, HELD_FIELDS, LOOKING_FOR, SAID_IDENTITIES, SHOWN_IN } from "#db/schema/attributes.ts";
import { INTERESTS } from "#db/schema/interests.ts";
import { SPOKEN } from "#db/schema/spoken.ts";
import { ownPhotosSchema } from "#worker/discovery/photos/photos.contract.ts";
import { defineCall } from "#worker/platform/call.ts";
import { PROFILE_FIELDS } from "#worker/sites/domains/settings.vocabulary.ts";
import { attributeSchema, height, profileSchema } from "./members.contract.ts";

export const PROFILE_PARTS = ["photo", "region", ...PROFILE_FIELDS, "about", "prompts"] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];

export const ownProfileSchema = ownPhotosSchema.extend({
  profile: profileSchema,
  completeness: z.object({
    percent: z.int().min(0).max(100),
    /** Questions of the domain by their id. */
    missing: z.array(z.enum(PROFILE_PARTS).or(z.templateLiteral(["question:", z.string()]))),
  }),
  prompt_questions: z.array(z.string()).default([]),
  /** Null where the backend does not tell it; it cannot be changed then. */
  looking_for: z.enum(LOOKING_FOR).nullable().default(null),
  /** In whose searches the member is; null where the backend does not tell it. */
  shown_in: z.enum(SHOWN_IN).nullable().default(null),
  /** What the member says beyond woman and man. */
  own_identity: z
    .object({
      code: z.enum(SAID_IDENTITIES),
      shown: z.boolean(),
      /** Of `own` alone. */
      words: z.string().nullable().default(null),
      /** The consent is to an earlier text: what says more asks for it again. */
      consent_due: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  /** Of gender, orientation and `looking_for` together. Null where the backend does not tell it; the gender cannot be changed then. */
  self_changes: z
    .object({
      left: z.int(),
      /** When the next change is possible; null while one is left. */
      again_at: z.iso.datetime().nullable(),
    })
    .nullable()
    .default(null),
  /** Null where the domain shows intimate interests to everybody, or the backend does not tell it. */
  intimate_changes: z
    .object({
      /** How often intimate interests may still be added. */
      left: z.int(),
      /** When one may be added again; null while one may. */
      again_at: z.iso.datetime().nullable(),
    })
    .nullable()
    .default(null),
  /** The consent stands without which religion and diet cannot be said. */
  beliefs_consent: z.boolean().default(false),
  /** Texts that others do not see: a person looks at them, or has refused them. */
  held: z
    .array(
      z.object({
        field: z.enum(HELD_FIELDS),
        /** `profile` above holds a waiting text as the member wrote it. */
        status: z.enum(["waiting", "refused"]),
        reason: z.enum(DECISION_REASONS).nullable(),
        sent_at: z.string(),
        about: profileSchema.shape.about,
        prompts: profileSchema.shape.prompts,
        identity_words: z.string().default(""),
      }),
    )
    .default([]),
});

/** A missing field stays; null or empty clears it. */
const said = <T extends z.ZodType>(schema: T) =>
  z
    .literal("")
    .transform(() => null)
    .or(schema.nullable())
    .optional();

function saidAttribute<A extends Attribute>(attribute: A) {
  return said(attributeSchema(attribute));
}

export type OwnIdentity = NonNullable<z.output<typeof ownProfileSchema>["own_identity"]>;

export const contract = {
  profile: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/profile.php",
    input: z.object({}),
    output: ownProfileSchema,
    summary: "The member's own profile, and how complete it is",
  }),

  updateProfile: defineCall({
    method: "PUT",
    path: "/api/profile.php",
    needsConsent: true,
    input: z.strictObject({
      /**
       * Gender, orientation and `looking_for` change at most twice in 30 days, together. Taking back an identity or an
       * orientation is never refused. Of a member in both searches, the gender that `profile` tells is no change.
       */
      gender: z.enum(GENDERS).optional(),
      /** In whose searches; it wins over `gender`. Only with an identity. */
      shown_in: z.enum(SHOWN_IN).optional(),
      identity: said(z.enum(SAID_IDENTITIES)),
      /** Only with the identity `own`. */
      identity_words: z.string().max(1000).optional(),
      /** Whether other members read the identity. */
      identity_shown: z.boolean().optional(),
      /** Needed to say more than before, unless it stands. `identity: null` withdraws it. */
      identity_consent: z.boolean().optional(),
      looking_for: z.enum(LOOKING_FOR).optional(),
      region: said(z.string().max(60)),
      city: said(z.string().max(100)),
      ...eachAttribute<{ [A in Attribute]: ReturnType<typeof saidAttribute<A>> }>(saidAttribute),
      height: said(z.coerce.number<string | number>().pipe(height)),
      languages: z.array(z.enum(SPOKEN)).max(SPOKEN.length).optional(),
      interests: z.array(z.enum(INTERESTS)).max(INTERESTS.length).optional(),
      /** Choices by question of the domain. A question that is left out keeps its answer; an empty choice clears it. */
      answers: z.record(z.string().max(30), z.string().max(30)).optional(),
      // Only bounds the work; the rules count characters.
      about: z.string().max(20_000).optional(),
      prompts: z
        .array(
          z.strictObject({
            question: z.string().max(40),
            answer: z.string().max(4_000),
            /** As it was read: `sayAnswer` and `removeSpoken` change recordings. */
            voice: z.unknown().optional(),
          }),
        )
        .max(20)
        .optional(),
    }),
    output: ownProfileSchema,
    refuses: ["conflict"],
    summary: "Changes what the member says of themselves; fields that are left out stay as they are",
  }),

  geocode: defineCall({
    method: "GET",
    path: "/api/geocode.php",
    input: z.strictObject({ lat: z.coerce.number().min(-90).max(90), lon: z.coerce.number().min(-180).max(180) }),
    output: z.object({ country: z.string(), region: z.string(), region_name: z.string(), city: z.string() }),
    refuses: ["not_found"],
    summary: "The town of the domain's countries that is nearest to a position in degrees; nothing is stored",
  }),
};
