import { z } from "zod";
import { INTERESTS } from "#db/schema/interests.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { defineCall } from "#worker/platform/call.ts";
import { FEATURES } from "./features.vocabulary.ts";
import { companySchema, settingsSchema } from "./settings.vocabulary.ts";

/** Public settings with the company of the visitor's country and the features of the domain. */
const publicSettingsSchema = settingsSchema.omit({ companies: true }).extend({
  company: companySchema,
  features: z.record(z.enum(FEATURES), z.boolean()),
});
export type PublicSettings = z.output<typeof publicSettingsSchema>;

const regionSchema = z.object({ code: z.string(), name: z.string(), cities: z.array(z.string()) });
export type Region = z.output<typeof regionSchema>;

export const contract = {
  settings: defineCall({
    method: "GET",
    path: "/api/settings.php",
    access: "anyone",
    // The domain always comes from the host: a caller cannot ask for another domain's.
    input: z.object({}),
    output: z.object({ settings: publicSettingsSchema, domain_language: z.enum(LANGUAGES) }),
    sameFor: () => "visitor",
    summary: "Settings of the domain that the request's host names",
  }),

  companyinfo: defineCall({
    method: "GET",
    path: "/api/companyinfo.php",
    access: "anyone",
    input: z.object({}),
    output: companySchema.extend({ support_email: z.string(), support_phone: z.string() }),
    sameFor: () => "visitor",
    summary: "The company that runs the domain for the visitor's country",
  }),

  regions: defineCall({
    method: "GET",
    path: "/api/regions.php",
    access: "anyone",
    input: z.strictObject({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    }),
    output: z.object({ country: z.string(), regions: z.array(regionSchema) }),
    refuses: ["not_found"],
    sameFor: ({ country }) => (country === undefined ? "visitor" : "everybody"),
    summary: "Regions and their towns of one country, by default the visitor's",
  }),

  interests: defineCall({
    method: "GET",
    path: "/api/interests.php",
    access: "anyone",
    input: z.object({}),
    output: z.object({ interests: z.array(z.object({ code: z.enum(INTERESTS), name: z.string() })) }),
    sameFor: () => "language",
    summary: "Interests of the domain, named in the visitor's language",
  }),
};
