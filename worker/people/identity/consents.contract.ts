import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

export const CONSENT_KINDS = ["terms", "sensitive_data"] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

export const contract = {
  consents: defineCall({
    method: "GET",
    path: "/api/consents.php",
    input: z.object({}),
    output: z.object({
      consents: z.array(
        z.object({
          kind: z.enum(CONSENT_KINDS),
          version: z.string(),
          accepted_version: z.string(),
          accepted_at: z.iso.datetime(),
          due: z.boolean(),
          /** Agreed to before, newest first. An earlier upstream does not tell them. */
          earlier: z.array(z.object({ version: z.string(), accepted_at: z.iso.datetime() })).default([]),
        }),
      ),
      /** The standing consent to news by mail; null without one. An earlier upstream knows none. */
      news: z.object({ version: z.string(), accepted_at: z.iso.datetime() }).nullable().default(null),
      /** The same of the consent to say religion and diet. */
      beliefs: z.object({ version: z.string(), accepted_at: z.iso.datetime() }).nullable().default(null),
    }),
    summary: "What the member has agreed to, and which texts have changed since",
  }),

  acceptConsents: defineCall({
    method: "POST",
    path: "/api/consents.php",
    input: z.strictObject({ terms: z.boolean().default(false), sensitive_data: z.boolean().default(false) }),
    output: z.object({ consents_due: z.array(z.enum(CONSENT_KINDS)) }),
    summary: "Agrees to the texts that have changed",
  }),
};
