import { z } from "zod";
import { ATTRIBUTE_NAMES } from "#db/schema/attribute-table.ts";
import { defineCall } from "#worker/platform/call.ts";

const age = z.int().min(18).max(99);
const attribute = z.enum(ATTRIBUTE_NAMES as [(typeof ATTRIBUTE_NAMES)[number], ...(typeof ATTRIBUTE_NAMES)[number][]]);

const wishesSchema = z.object({
  min_age: age,
  max_age: age,
  /** The ages follow the own age; they were never chosen. */
  default_ages: z.boolean(),
  /** In km between centres of towns; null for anywhere. Counts once the own town is said (`has_town`). */
  distance: z.int().nullable(),
  has_town: z.boolean(),
  /** Codes that a profile has to name, by field; two at most. */
  dealbreakers: z.partialRecord(attribute, z.string()),
  /** The fields that the site offers for them. */
  fields: z.array(attribute),
  /** Members beyond these ages and this distance see the member only where they ask for everybody. Null from an upstream without it. */
  only_these: z.boolean().nullable().default(null),
  /** The search shows those too who do not look for somebody like the member. Null from an upstream without it. */
  everybody: z.boolean().nullable().default(null),
});
export type WishesAnswer = z.output<typeof wishesSchema>;

/** What is left out stays. */
const wishesInputSchema = z.strictObject({
  /** With `max_age`. Null for the default: seven years younger to seven years older. */
  min_age: age.nullable().optional(),
  max_age: age.nullable().optional(),
  distance: z
    .union([z.literal(25), z.literal(50), z.literal(100)])
    .nullable()
    .optional(),
  /** Replaces all. */
  dealbreakers: z.partialRecord(attribute, z.string().max(40)).optional(),
  only_these: z.boolean().optional(),
  everybody: z.boolean().optional(),
});
/** What the viewer sees alone. */
export const wantedInputSchema = wishesInputSchema.omit({ only_these: true, everybody: true });

export type WishesInput = z.output<typeof wishesInputSchema>;

export const contract = {
  wishes: defineCall({
    method: "GET",
    path: "/api/wishes.php",
    input: z.object({}),
    output: wishesSchema,
    summary: "Whom the member wants to see: deck, people, similar members, match finder and notices keep to it",
  }),

  updateWishes: defineCall({
    method: "PUT",
    path: "/api/wishes.php",
    needsConsent: true,
    input: wishesInputSchema,
    output: wishesSchema,
    summary: "Changes whom the member wants to see",
  }),
};
