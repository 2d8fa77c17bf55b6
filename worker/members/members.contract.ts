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
import { defineCall } from "../lib/call.ts";

/** A picture; the file names are paths below the domain's `cdn_prefix` and belong to one viewer for a while. */
export const imageSchema = z.object({
  filename: z.string(),
  thumb_filename: z.string(),
  status: z.enum(["active", "inspection"]),
});
export type Image = z.output<typeof imageSchema>;

/** What a card, a row or a chat header shows of a member. */
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
  /** Active in the last five minutes; always false for a fictional profile and for a logged-out viewer. */
  online: z.boolean(),
  /** Signed up in the last seven days. */
  is_new: z.boolean(),
});
export type Card = z.output<typeof cardSchema>;

/** A profile page; attributes that the domain does not show or the member did not say are null. */
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
  /** How many photos there are beyond those in `photos` that this viewer may not see yet. */
  locked_photos: z.int(),
});
export type Profile = z.output<typeof profileSchema>;

/** Where the viewer and the shown member stand to each other; null for a logged-out viewer and for oneself. */
const relationSchema = z.object({
  liked: z.boolean(),
  likes_me: z.boolean(),
  match: z.boolean(),
  conversation: z.string().nullable(),
});

// A query holds strings; an empty one is a field left blank.
const blank = <T extends z.ZodType>(schema: T) =>
  z
    .literal("")
    .transform(() => undefined)
    .or(schema)
    .optional();
const age = blank(z.coerce.number<string | number>().int().min(18).max(99));
const line = blank(z.string().max(60));
/** Traffic source by which a visitor came: some domains let only such visitors search. */
const network = blank(z.string().max(100));
/** The signature of that link, without which its source opens nothing. */
const sig = blank(z.string().max(100));

/** The filters of a search. Only the domain's `search_fields` are taken; any other attribute is refused. */
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
      /** Up to 1,000; 1,001 stands for more than that. */
      numResults: z.int(),
      /** Those of them who are not fictional, likewise. */
      numReal: z.int(),
      /** False where `numResults` is an estimate from the profiles that the search has looked at. */
      numResultsExact: z.boolean().default(true),
      pageNumber: z.int(),
      /** Opaque; null on the last page. */
      cursor: z.string().nullable(),
      /** How many profiles a page looked at that ended before it was full; there may be more behind the cursor. Null for any other page. */
      lookedAt: z.int().nullable().default(null),
      /** The filters as they were applied, defaults filled in. */
      filter: filterSchema,
      /** With no result: filters whose removal alone would give some. */
      emptied_by: z.array(z.string()),
    }),
    summary: "Search: 24 cards a page, last active first",
  }),

  member: defineCall({
    method: "GET",
    path: "/api/member.php",
    access: "anyone",
    input: z.strictObject({ id: z.string().min(1).max(40), network, sig }),
    output: z.object({ profile: profileSchema, relation: relationSchema.nullable() }),
    summary: "One profile as this viewer may see it; a received like of it stops being new",
  }),
};
