import { z } from "zod";
import {
  BODY_TYPES,
  EYE_COLOURS,
  GENDERS,
  HAIR_COLOURS,
  INTERESTS,
  REASONS,
  RELATIONSHIPS,
  SEXUALITIES,
  TATTOOS,
} from "#db/schema/attributes.ts";
import { giftSchema } from "#worker/gifts/gifts.vocabulary.ts";
import { defineCall } from "#worker/lib/call.ts";

/** File names are paths below `cdn_prefix` and bind to one viewer for a while. */
export const imageSchema = z.object({
  filename: z.string(),
  thumb_filename: z.string(),
  status: z.enum(["active", "inspection"]),
});
export type Image = z.output<typeof imageSchema>;

export const cardSchema = z.object({
  id: z.string(),
  name: z.string(),
  age: z.int(),
  gender: z.enum(GENDERS),
  country: z.string(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  main_image: imageSchema.nullable(),
  fictional: z.boolean(),
  /** Active in the last five minutes; always false for fictional profiles and for visitors. */
  online: z.boolean(),
  /** Signed up in the last seven days. */
  is_new: z.boolean(),
});
export type Card = z.output<typeof cardSchema>;

/** Null for attributes that the domain hides or the member left blank. */
export const profileSchema = cardSchema.extend({
  status: z.enum(["disabled", "active", "hidden", "deleted"]),
  sexuality: z.enum(SEXUALITIES).nullable(),
  hair: z.enum(HAIR_COLOURS).nullable(),
  eyes: z.enum(EYE_COLOURS).nullable(),
  body: z.enum(BODY_TYPES).nullable(),
  relationship: z.enum(RELATIONSHIPS).nullable(),
  tattoos: z.enum(TATTOOS).nullable(),
  reason: z.enum(REASONS).nullable(),
  interests: z.array(z.enum(INTERESTS)),
  about: z.string(),
  photos: z.array(imageSchema),
  /** Photos beyond `photos` that this viewer may not see yet. */
  locked_photos: z.int(),
});
export type Profile = z.output<typeof profileSchema>;

/** Null for visitors and for the own profile. */
const relationSchema = z.object({
  liked: z.boolean(),
  likes_me: z.boolean(),
  match: z.boolean(),
  conversation: z.string().nullable(),
});

// Query parameters are strings; an empty one is a blank field.
const blank = <T extends z.ZodType>(schema: T) =>
  z
    .literal("")
    .transform(() => undefined)
    .or(schema)
    .optional();
const age = blank(z.coerce.number<string | number>().int().min(18).max(99));
const line = blank(z.string().max(60));
/** Traffic source: some domains allow search only with a signed one. */
const network = blank(z.string().max(100));
/** Signature of the traffic source's link. */
const sig = blank(z.string().max(100));

/** Accepts the domain's `search_fields` only. */
const filterSchema = z.strictObject({
  gender: blank(z.enum(GENDERS)),
  /** Two letters, or `all`. */
  country: line,
  countryregion: line,
  min_age: age,
  max_age: age,
  sexuality: blank(z.enum(SEXUALITIES)),
  hair: blank(z.enum(HAIR_COLOURS)),
  eyes: blank(z.enum(EYE_COLOURS)),
  body: blank(z.enum(BODY_TYPES)),
  relationship: blank(z.enum(RELATIONSHIPS)),
  tattoos: blank(z.enum(TATTOOS)),
  reason: blank(z.enum(REASONS)),
  interests: blank(z.enum(INTERESTS)),
});
export type Filter = z.output<typeof filterSchema>;

export const contract = {
  members: defineCall({
    method: "GET",
    path: "/api/members.php",
    access: "anyone",
    input: filterSchema.extend({
      sort: blank(z.enum(["last_active", "newest"])),
      cursor: blank(z.string().max(300)),
      network,
      sig,
    }),
    output: z.object({
      results: z.array(cardSchema),
      /** 1,001 means more than 1,000. */
      numResults: z.int(),
      /** Non-fictional results; 1,001 means more than 1,000. */
      numReal: z.int(),
      /** False when `numResults` is an estimate. */
      numResultsExact: z.boolean().default(true),
      pageNumber: z.int(),
      /** Opaque; null on the last page. */
      cursor: z.string().nullable(),
      /** Number of profiles read when the page ended early; more may follow. Otherwise null. */
      lookedAt: z.int().nullable().default(null),
      /** With defaults filled in. */
      filter: filterSchema,
      /** For an empty result: filters whose removal alone gives results. */
      emptied_by: z.array(z.string()),
    }),
    refuses: ["authentication_required"],
    summary: "Search: 24 cards a page, last active first",
  }),

  member: defineCall({
    method: "GET",
    path: "/api/member.php",
    access: "anyone",
    input: z.strictObject({ id: z.string().min(1).max(40), network, sig }),
    output: z.object({
      profile: profileSchema,
      relation: relationSchema.nullable(),
      /** Received gifts that the member shows, each with its number. */
      gifts: z.array(giftSchema.extend({ count: z.int().min(1) })).default([]),
    }),
    refuses: ["authentication_required", "blocked", "not_found"],
    summary: "One profile as this viewer may see it; a received like of it stops being new",
  }),
};
