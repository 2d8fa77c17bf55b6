import { z } from "zod";
import { AGE_METHODS, type AgeMethod } from "#db/schema/age-methods.ts";
import { type FieldText, withTexts } from "./field-texts.vocabulary.ts";

/**
 * What waits for a proof of age. `before_contact`: likes, messages, more photos, purchases. `before_members`: also what shows members.
 * `at_signup`: also the own profile.
 */
export const AGE_TIMES = ["off", "before_contact", "before_members", "at_signup"] as const;
export type AgeTime = (typeof AGE_TIMES)[number];

/** `EU` is the European Union, `*` all other places. */
const place = z
  .string()
  .regex(/^(\*|[A-Z]{2}|US-[A-Z]{2})$/, 'a country (ISO 3166-1), "EU", a state as "US-TX", or "*" for all others');

const rule = z.strictObject(
  withTexts(
    {
      when: z.enum(AGE_TIMES),
      methods: z.array(z.enum(AGE_METHODS)).default([]),
      existing: z
        .strictObject(
          withTexts(
            { joined_before: z.iso.date(), prove_by: z.iso.date() },
            {
              joined_before: ["Members who signed up before this day (UTC) have time.", "2026-12-01"],
              prove_by: ["From this day (UTC) on they need the proof, too.", "2027-01-15"],
            },
          ),
        )
        .nullable()
        .default(null),
    },
    {
      when: [
        "What waits for the proof: nothing (`off`), likes, messages, photos beyond the first and purchases (`before_contact`), everything of members (`before_members`), or the own profile too (`at_signup`).",
        "before_contact",
      ],
      methods: [
        "How members of the place can prove it, the first one preferred: the EU proof (`eu`), the provider of `age_oidc` (`oidc`), or a pose and a document that staff compare (`person`).",
        ["eu"],
      ],
      existing: [
        "Time for members who are here already; a notice and a mail tell them. Null asks them at once.",
        { joined_before: "2026-12-01", prove_by: "2027-01-15" },
      ],
    },
  ),
);
export type AgeRule = z.output<typeof rule>;

const provider = z.strictObject(
  withTexts(
    {
      issuer: z.url({ protocol: /^https?$/ }).refine((text) => /^https:|^http:\/\/([a-z]+\.)?localhost/.test(text), "https"),
      client_id: z.string().min(1),
      scopes: z.array(z.string().min(1)).default(["openid"]),
      claim: z.string().min(1),
      value: z.union([z.string(), z.number(), z.boolean()]).default(true),
      under: z.union([z.string(), z.number(), z.boolean()]).nullable().default(null),
    },
    {
      issuer: [
        "The provider's issuer; its configuration is read from there (OpenID Connect Discovery).",
        "https://id.example.com",
      ],
      client_id: ["What the provider calls this site. The secret is the variable `AGE_OIDC_<DOMAIN>`.", "gipfel"],
      scopes: ["Scopes to ask for; `openid` is one of them.", ["openid", "age"]],
      claim: ["The claim of the ID token that tells the age.", "age_over_18"],
      value: ["Its value for a person who is 18 or older.", true],
      under: ["Its value for a person under 18; null: any other value proves nothing, and the member may try again.", false],
    },
  ),
);
export type AgeProvider = z.output<typeof provider>;

export const ageSettings = {
  age_proof: z.record(place, rule).default({}),
  age_proof_days: z.partialRecord(z.enum(AGE_METHODS), z.int().min(1)).default({}),
  age_oidc: provider.nullable().default(null),
};
export const AGE_TEXTS: { [K in keyof typeof ageSettings]: FieldText } = {
  age_proof: [
    "Where members must prove that they are adults: by country, `EU`, state as `US-TX`, or `*`. The narrowest line holds; no line is `off`.",
    { EU: { when: "before_contact", methods: ["eu"] }, GB: { when: "before_members", methods: ["oidc"] } },
  ],
  age_proof_days: ["Days for which a proof holds, by method; without a line, for ever.", { oidc: 365 }],
  age_oidc: [
    "An OpenID Connect provider that tells the age: the method `oidc`.",
    { issuer: "https://id.example.com", client_id: "gipfel", claim: "age_over_18" },
  ],
};
export type AgeSettings = { [K in keyof typeof ageSettings]: z.output<(typeof ageSettings)[K]> };

/** Members of the European Union, 2026. */
export const EU_COUNTRIES: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/**
 * Where a method is no proof by law. Neither Ofcom nor a state lists the EU proof. A look by
 * staff of the site is no "highly effective" method (GB) and no independent third party (FR, IT). Nor is it a closed user group (DE).
 */
const COUNTS_NOT: Record<AgeMethod, readonly string[]> = {
  eu: ["GB", "US"],
  oidc: [],
  person: ["DE", "FR", "GB", "IT", "US"],
};

export interface AgePlace {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 3166-2, such as US-TX; null where nobody knows it. */
  region: string | null;
}

const NO_RULE: AgeRule = { when: "off", methods: [], existing: null };

/** The narrowest line: state, country, European Union, all others. */
export function ageRuleOf({ age_proof: rules }: Pick<AgeSettings, "age_proof">, { country, region }: AgePlace): AgeRule {
  const found =
    (region !== null && rules[region]) || rules[country] || (EU_COUNTRIES.includes(country) && rules.EU) || rules["*"];
  return found || NO_RULE;
}

/** The methods of the rule that count in the place and that this domain has. */
export function ageMethodsOf(
  { age_oidc }: Pick<AgeSettings, "age_oidc">,
  { methods }: AgeRule,
  { country }: AgePlace,
): AgeMethod[] {
  return methods.filter((method) => !COUNTS_NOT[method].includes(country) && (method !== "oidc" || age_oidc !== null));
}
