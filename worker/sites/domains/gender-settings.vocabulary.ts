import { z } from "zod";
import { GENDERS, SAID_IDENTITIES } from "#db/schema/attributes.ts";

const isSet = (all: readonly string[]) => new Set(all).size === all.length;

export const genderSettings = {
  genders: z
    .array(z.enum(GENDERS))
    .min(1)
    .refine(isSet, "each gender once")
    .default([...GENDERS]),
  /** Apart from `genders`, whose clients know two. */
  more_genders: z.array(z.enum(SAID_IDENTITIES)).refine(isSet, "each gender once").default([]),
};
