import { z } from "zod";
import { LANGUAGES } from "#locales/languages.ts";
import { FEATURES } from "#worker/sites/domains/features.vocabulary.ts";

/** Texts that a niche may write itself: `<name>.<language>.md` in its folder. */
export const OWN_TEXTS = ["terms", "privacy", "imprint", "return-policy"] as const;
export type OwnTextName = (typeof OWN_TEXTS)[number];

/** ISO 8601: when our own texts came into force. Consents name them. */
export const OUR_VERSIONS = {
  terms: "2023-12-01T12:00:00Z",
  /** Of the consent to process data about sex life and orientation (locales, signup.sensitive). */
  privacy: "2026-11-29",
} as const;

/** By text: the day from which it applies, and its files. The commands fill this in; no operator writes it. */
export const ownTextsSchema = z.partialRecord(
  z.enum(OWN_TEXTS),
  z.strictObject({
    version: z.iso.date(),
    files: z.partialRecord(z.enum(LANGUAGES), z.strictObject({ hash: z.string().regex(/^[0-9a-f]{16}$/) })),
  }),
);
export type OwnTexts = z.output<typeof ownTextsSchema>;

/** What `{{name}}` stands for in a legal text; app/features/sites/legal/facts.ts fills it. */
export const LEGAL_PLACES = [
  "site",
  "domain",
  "company",
  "address",
  "company_country",
  "registration",
  "vat",
  "tradenames",
  "support_email",
  "support_phone",
  "support_tel",
  "min_age",
  "withdraw_here",
  "refund_days",
  "message_price",
  "photo_price",
  "signup_credits",
  "free_conversations",
  "free_photos",
  "message_length",
  "fictional_label",
  "represented_by",
  "eu_representative",
  "authority_email",
  "contact_languages",
  "accessibility_checked",
  "accessibility_authority",
  "age_provider",
  "version_date",
] as const;
export type LegalPlace = (typeof LEGAL_PLACES)[number];

/** What `{{#flag}} … {{/flag}}` may ask. */
export const LEGAL_FLAGS = [
  ...FEATURES,
  "us",
  "uk",
  "fictional",
  "phone",
  "registration",
  "vat",
  "represented",
  "eu_representative",
  "accessibility_checked",
  "accessibility_authority",
  "tradenames",
  "signup_credits",
  "free_conversations",
  "invite",
  "intimate_pairs",
  "intimate_open",
  "visitor_search",
  "age_proof",
  "age_eu",
  "age_oidc",
  "age_person",
  "age_program",
  "chat_history",
  "welcome",
] as const;
export type LegalFlag = (typeof LEGAL_FLAGS)[number];
