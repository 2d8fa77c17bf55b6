import { z } from "zod";
import { LANGUAGES } from "#locales/languages.ts";
import { type FieldText, withTexts } from "./field-texts.vocabulary.ts";

const contact = withTexts(
  {
    authorities: z.email().nullable(),
    languages: z.array(z.enum(LANGUAGES)).min(1).nullable(),
    represented_by: z.string().max(200),
    eu_representative: z.string().max(300),
  },
  {
    authorities: ["Address for authorities (DSA Article 11); null is the support's.", "authorities@example.com"],
    languages: ["Languages in which people answer; null is those of the site.", ["de", "en"]],
    represented_by: ["Who represents the company, where a country asks for it.", "Anna Berger, managing director"],
    eu_representative: [
      "Name and address of the legal representative of a company outside the EU (DSA Article 13).",
      "Example Ltd, 1 Main Street, Dublin, Ireland",
    ],
  },
);

const accessibility = withTexts(
  { checked: z.iso.date().nullable(), authority: z.string().max(300) },
  {
    checked: ["The day on which the operator last checked the site for barriers.", "2026-11-20"],
    authority: ["The authority that members can turn to, with its address.", "Example authority, example.org"],
  },
);

/** What `/imprint` and `/accessibility` say of the operator. */
export const contactSettings = {
  contact: z.strictObject(contact).partial().default({}),
  accessibility: z.strictObject(accessibility).partial().default({}),
};
export const CONTACT_TEXTS: { [K in keyof typeof contactSettings]: FieldText } = {
  contact: ["Points of contact on `/imprint`; each part has a default.", { authorities: "authorities@example.com" }],
  accessibility: ["What the operator adds to `/accessibility`.", { checked: "2026-11-20" }],
};
