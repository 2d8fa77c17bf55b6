import { z } from "zod";
import { ATTRIBUTES, type Attribute, attributeRow, eachAttribute } from "#db/schema/attribute-table.ts";
import { GENDERS, IDENTITIES, LOOKING_FOR, PHOTO_GRANTS } from "#db/schema/attributes.ts";
import { INTERESTS } from "#db/schema/interests.ts";
import { SHORTEST, SPOKEN, TALLEST } from "#db/schema/spoken.ts";
import { defineCall } from "#worker/platform/call.ts";
import { giftSchema } from "#worker/sites/domains/gifts.vocabulary.ts";
import { firstLineSchema } from "./first-lines.contract.ts";
import { promptSchema, spokenSchema } from "./prompts.contract.ts";
import { ACTIVE_WITHIN, SORTS } from "./search.vocabulary.ts";
import { staySchema } from "./stay.contract.ts";

/** Only pictures of our own making: the page shows it as it is. */
export const previewSchema = z
  .string()
  .max(250)
  .regex(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/)
  .nullable()
  .default(null)
  .catch(null);

/** File names are paths below `cdn_prefix` and bind to one viewer for a while. */
export const imageSchema = z.object({
  filename: z.string(),
  /** 4:5, like the thumbnail; null from an upstream without this size. */
  card_filename: z.string().nullable().default(null),
  thumb_filename: z.string(),
  status: z.enum(["active", "inspection"]),
  /** The member shows it to selected members only. */
  private: z.boolean().default(false),
  /** Pixels of `filename`, where known. */
  width: z.int().nullable().default(null),
  height: z.int().nullable().default(null),
  /** Blurred preview: a data URI of at most 250 characters. */
  preview: previewSchema,
});
export type Image = z.output<typeof imageSchema>;

export const cardSchema = z.object({
  id: z.string(),
  name: z.string(),
  age: z.int(),
  /** One of two for every client. Of members in searches for both, the one that the reader looks for. */
  gender: z.enum(GENDERS),
  /** False where `identity` or `identity_words` says what the member is. */
  gender_said: z.boolean().default(true),
  /** What the member shows beyond it, where the site offers that; null for visitors. */
  identity: z.enum(IDENTITIES).nullable().default(null),
  /** What the member says in own words; `identity` is null then. */
  identity_words: z.string().nullable().default(null),
  country: z.string(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  trip: staySchema.default(null),
  main_image: imageSchema.nullable(),
  /** A moderator approved the main photo. */
  photo_checked: z.boolean().default(false),
  /** A moderator compared the main photo with a pose that the member proved. */
  verified: z.boolean().default(false),
  fictional: z.boolean(),
  /** Active in the last ten minutes; always false for fictional profiles and for visitors. */
  online: z.boolean(),
  /** Signed up in the last seven days. */
  is_new: z.boolean(),
  /** In km between town centres, in steps of 5; null where a town is not said and for visitors. */
  distance: z.int().nullable().default(null),
  /** The median time to answer over 30 days is a day at most. False for fictional profiles, below five conversations and for visitors. */
  answers_within_day: z.boolean().default(false),
  /** Number of interests that the viewer shares; 0 for visitors. */
  common: z.int().default(0),
});
export type Card = z.output<typeof cardSchema>;

export function attributeSchema<A extends Attribute>(attribute: A) {
  return z.enum(ATTRIBUTES[attribute].codes);
}

function shownAttribute<A extends Attribute>(attribute: A) {
  const schema = attributeSchema(attribute).nullable();
  return attributeRow(attribute).since ? schema.default(null) : schema;
}

export const height = z.int().min(SHORTEST).max(TALLEST);

/** Null for attributes that the domain hides or the member left blank. */
export const profileSchema = cardSchema.extend({
  status: z.enum(["disabled", "active", "hidden", "deleted"]),
  ...eachAttribute<{ [A in Attribute]: ReturnType<typeof shownAttribute<A>> }>(shownAttribute),
  /** In cm. */
  height: height.nullable().default(null),
  /** ISO 639-1. */
  languages: z.array(z.enum(SPOKEN)).default([]),
  /** Those that everybody sees, and all of the member's own. */
  interests: z.array(z.enum(INTERESTS)),
  /** Intimate interests that the viewer ticked too, at least a day ago as the member did. Empty for visitors. */
  both: z.array(z.enum(INTERESTS)).default([]),
  /** To questions of the domain (`questions` in its settings), for members only. */
  answers: z.array(z.object({ question: z.string(), choice: z.string() })).default([]),
  about: z.string(),
  prompts: z.array(spokenSchema).default([]),
  photos: z.array(imageSchema.extend({ id: z.string().default("") })),
  /** Photos beyond `photos` that this viewer may not see yet. */
  locked_photos: z.int(),
  /** Private photos that this viewer does not see. */
  private_photos: z.int().default(0),
});
export type Profile = z.output<typeof profileSchema>;

export const likePartSchema = z.union([
  z.strictObject({ photo: z.string().min(1).max(40) }),
  z.strictObject({ question: z.string().min(1).max(40) }),
]);

/** Snapshot of the liked part. The photo is null after its removal and for the liker; a removed answer disappears for the liker. */
export const likedPartSchema = z.union([z.object({ photo: imageSchema.nullable() }), z.object({ prompt: promptSchema })]);

export type LikePart = z.output<typeof likePartSchema>;
export type LikedPart = z.output<typeof likedPartSchema>;

const similarSchema = z.object({ results: z.array(cardSchema), numResults: z.int() });

/** Null for visitors and for the own profile. */
const relationSchema = z.object({
  liked: z.boolean(),
  likes_me: z.boolean(),
  match: z.boolean(),
  conversation: z.string().nullable(),
  part: likePartSchema.nullable().default(null),
  liked_part: likedPartSchema.nullable().default(null),
  /** Whether the member shows the viewer private photos; null before a request. */
  photo_access: z.enum(PHOTO_GRANTS).nullable().default(null),
});

// Query parameters are strings; an empty one is a blank field.
const blank = <T extends z.ZodType>(schema: T) =>
  z
    .literal("")
    .transform(() => undefined)
    .or(schema)
    .optional();
const age = blank(z.coerce.number<string | number>().int().min(18).max(99));
const tall = blank(z.coerce.number<string | number>().int().min(SHORTEST).max(TALLEST));
const line = blank(z.string().max(60));
/** Traffic source: some domains allow search only with a signed one. */
const network = blank(z.string().max(100));
const sig = blank(z.string().max(100));

function wantedAttribute<A extends Attribute>(attribute: A) {
  return blank(attributeSchema(attribute));
}

const flag = blank(z.literal("1"));
export const DISTANCES = ["10", "25", "50", "100"] as const;

/** Accepts the domain's `search_fields` only. */
export const filterSchema = z.strictObject({
  gender: blank(z.enum(LOOKING_FOR)),
  /** Two letters, or `all`. */
  country: line,
  countryregion: line,
  min_age: age,
  max_age: age,
  ...eachAttribute<{ [A in Attribute]: ReturnType<typeof wantedAttribute<A>> }>(wantedAttribute),
  /** In cm; both belong to the field `height`. */
  min_height: tall,
  max_height: tall,
  /** One that the member speaks (ISO 639-1). */
  languages: blank(z.enum(SPOKEN)),
  /** One or several, separated by commas. */
  interests: blank(z.string().max(300)),
  interests_match: blank(z.enum(["any", "all"])),
  /** Choices by question of the domain, separated by commas: `climbing:lead,tent:no`. For members. */
  answers: blank(z.string().max(700)),
  /** For members who show their own presence. */
  online: flag,
  /** Active since yesterday, in the last 7 or 30 days (whole days, UTC). For members who show their own presence; no fictional profile is. */
  active: blank(z.enum(ACTIVE_WITHIN)),
  new: flag,
  /** Both wrote in a chat of the member's list. For members, as the next two; a saved search has none of it. */
  answered: flag,
  /** Without profiles that the member has opened in the last 30 days. Members whose profile is invisible leave no visits and cannot ask. */
  unopened: flag,
  /** Without profiles that the member has passed in the swipe game in the last 30 days. */
  unpassed: flag,
  photo: flag,
  checked: flag,
  verified: flag,
  /** Kilometres from the member's town, between centres of towns. */
  distance: blank(z.enum(DISTANCES)),
});
export type Filter = z.output<typeof filterSchema>;

export const savedSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Found since the member last opened the search. 25 means more than 24. */
  new_members: z.int(),
});

export const contract = {
  members: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/members.php",
    access: "anyone",
    mayBeStale: true,
    input: filterSchema.extend({
      /** `nearest` needs an own town, `common` own interests. */
      sort: blank(z.enum(SORTS)),
      /** Blank filters begin as the member's wishes (`/api/wishes.php`); the answer's `filter` says what they became. */
      wishes: flag,
      /** Counts without results. */
      only: blank(z.literal("count")),
      cursor: blank(z.string().max(600)),
      network,
      sig,
    }),
    output: z.object({
      results: z.array(cardSchema),
      /** 1,001 means more than 1,000. */
      numResults: z.int(),
      /** Non-fictional results; 1,001 means more than 1,000. */
      numReal: z.int(),
      /** False when `numResults` is an estimate, or the least number. */
      numResultsExact: z.boolean().default(true),
      /** At least `numResults` fit; nothing tells how many more. */
      numResultsLeast: z.boolean().default(false),
      pageNumber: z.int(),
      /** Opaque; null on the last page. */
      cursor: z.string().nullable(),
      /** Number of profiles read when the page ended early; more may follow. Otherwise null. */
      lookedAt: z.int().nullable().default(null),
      /** Size of the groups within which the list is sorted; null if the whole list is sorted. */
      sortedBy: z.int().nullable().default(null),
      /** With defaults filled in. */
      filter: filterSchema,
      /** The member's saved searches, newest first, on a first page; `current` has these filters. */
      saved: z.array(savedSchema.extend({ current: z.boolean() })).default([]),
      emptied_by: z.array(z.string()),
      /**
       * Null for visitors. The search shows who looks for somebody like the member, unless `everybody` (`/api/wishes.php`).
       * `others` is the number of profiles left out for it, `others_real` that of non-fictional ones; 1,001 means more than 1,000.
       * Both are null on later pages, and where all are shown. With `least` they are the least numbers.
       */
      two_way: z
        .object({
          everybody: z.boolean(),
          others: z.int().nullable(),
          others_real: z.int().nullable(),
          exact: z.boolean(),
          least: z.boolean().default(false),
        })
        .nullable()
        .default(null),
    }),
    refuses: ["authentication_required"],
    summary: "Search: 24 cards a page, last active first",
  }),

  member: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/member.php",
    access: "anyone",
    input: z.strictObject({
      id: z.string().min(1).max(40),
      network,
      sig,
      /** Adds similar members in the same round trip. */
      similar: z.literal("1").optional(),
      /** Leaves no visit: the profile is not opened. */
      visit: z.literal("0").optional(),
    }),
    output: z.object({
      profile: profileSchema,
      relation: relationSchema.nullable(),
      gifts: z.array(giftSchema.extend({ count: z.int().min(1) })).default([]),
      similar: similarSchema.nullable().default(null),
      /** To begin a chat with this member. Empty for visitors, for the own profile and once the chat has begun. */
      first_lines: z.array(firstLineSchema).default([]),
      /** Visitors may see this profile, so that a link to it can be shared. */
      open: z.boolean().default(false),
    }),
    refuses: ["authentication_required", "blocked", "not_found"],
    summary: "One profile as this viewer may see it; a received like of it stops being new, and the member sees the visit",
  }),

  similar: defineCall({
    method: "GET",
    path: "/api/similar.php",
    access: "anyone",
    mayBeStale: true,
    input: z.strictObject({ id: z.string().min(1).max(40), network, sig }),
    output: similarSchema,
    refuses: ["authentication_required", "blocked", "not_found"],
    summary: "Up to twelve members like this one: mutual interest, about the same age, nearest first",
  }),
};
