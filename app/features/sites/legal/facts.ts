import { AGE_METHODS, type AgeMethod } from "#db/schema/age-methods.ts";
import type { Translate } from "#locales/index.ts";
import { withFrenchFirst } from "#worker/platform/french-dates.ts";
import { BUILT_IN_KINDS, OFFER_HOURS } from "#worker/sites/domains/codes.vocabulary.ts";
import { companyFor, termsVersion } from "#worker/sites/domains/companies.vocabulary.ts";
import type { Features } from "#worker/sites/domains/features.vocabulary.ts";
import { fictionalName } from "#worker/sites/domains/fictional.vocabulary.ts";
import { offersIntimate, showsIntimate } from "#worker/sites/domains/intimate.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { withdrawalWords } from "#worker/sites/domains/withdrawal.vocabulary.ts";
import type { LegalFlag, LegalPlace } from "#worker/sites/legal/legal.vocabulary.ts";

export interface Reader {
  settings: Settings;
  features: Features;
  /** ISO 3166-1 alpha-2. */
  country: string;
  t: Translate;
  /** ISO 8601: of a text of the niche's own; else that of our terms. */
  version?: string;
}

export interface Facts {
  places: Record<LegalPlace, string>;
  flags: Record<LegalFlag, boolean>;
}

export function factsOf(reader: Reader): Facts {
  return { places: placesOf(reader), flags: flagsOf(reader) };
}

function placesOf(reader: Reader): Facts["places"] {
  const { settings, country, t, version } = reader;
  const company = companyFor(settings, country);
  const { language } = t;
  const regions = new Intl.DisplayNames(language, { type: "region" });
  const names = new Intl.DisplayNames(language, { type: "language" });
  const { checked } = settings.accessibility;
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const number = new Intl.NumberFormat(language);
  const companyCountry = regions.of(company.country) ?? company.country;
  // Date format of the reader's country: English has several.
  const date = new Intl.DateTimeFormat(`${language}-${country}`, { dateStyle: "long", timeZone: "UTC" });
  return {
    site: settings.name,
    domain: settings.domain,
    company: company.name,
    address: `${company.address}, ${company.city}, ${companyCountry}`,
    company_country: companyCountry,
    registration: company.kvk,
    vat: list.format(company.vat_numbers),
    tradenames: list.format(otherNames(reader)),
    support_email: settings.support_email,
    support_phone: settings.support_phone,
    support_tel: settings.support_phone.replaceAll(/[-\s]/g, ""),
    min_age: String(settings.min_age),
    /** Label of the withdrawal function in the words of the law. */
    withdraw_here: t(`withdrawals.wording.${withdrawalWords(country)}.here`),
    /** Refund period of unused credits. */
    refund_days: number.format(settings.refund_days),
    message_price: t("legal.credits", { count: settings.message_credits }),
    photo_price: t("legal.credits", { count: settings.photo_credits }),
    signup_credits: t("legal.credits", { count: settings.signup_credits }),
    free_conversations: number.format(settings.free_conversations ?? 0),
    /** Photos per profile that a free member sees. */
    free_photos: number.format(settings.free_view_photos),
    message_length: number.format(settings.message_length),
    fictional_label: fictionalName(settings, t),
    represented_by: settings.contact.represented_by ?? "",
    eu_representative: settings.contact.eu_representative ?? "",
    authority_email: settings.contact.authorities ?? settings.support_email,
    contact_languages: list.format((settings.contact.languages ?? settings.languages).map((tag) => names.of(tag) ?? tag)),
    accessibility_checked: checked ? withFrenchFirst(date.format(new Date(checked)), language) : "",
    accessibility_authority: settings.accessibility.authority ?? "",
    /** Host of the provider of age checks. */
    age_provider: settings.age_oidc ? new URL(settings.age_oidc.issuer).hostname : "",
    version_date: withFrenchFirst(date.format(new Date(version ?? termsVersion(settings, country, undefined))), language),
  };
}

function flagsOf(reader: Reader): Facts["flags"] {
  const { settings, features, country } = reader;
  const company = companyFor(settings, country);
  const age = askedMethods(settings, features);
  return {
    ...features,
    us: country === "US",
    uk: country === "GB",
    fictional: settings.fictional_profiles,
    phone: settings.support_phone !== "",
    registration: company.kvk !== "",
    vat: company.vat_numbers.length > 0,
    represented: (settings.contact.represented_by ?? "") !== "",
    eu_representative: (settings.contact.eu_representative ?? "") !== "",
    accessibility_checked: (settings.accessibility.checked ?? null) !== null,
    accessibility_authority: (settings.accessibility.authority ?? "") !== "",
    tradenames: otherNames(reader).length > 0,
    signup_credits: settings.signup_credits > 0,
    free_conversations: (settings.free_conversations ?? 0) > 0,
    invite: settings.signups === "with_trafficsource",
    intimate_pairs: offersIntimate(settings) && !showsIntimate(settings),
    intimate_open: offersIntimate(settings) && showsIntimate(settings),
    visitor_search: settings.logged_out_search,
    age_proof: age.length > 0,
    age_eu: age.includes("eu"),
    age_oidc: age.includes("oidc"),
    age_person: age.includes("person"),
    age_program: age.includes("eu") || age.includes("oidc"),
    chat_history: settings.chat_history !== null,
    welcome: features.payments && BUILT_IN_KINDS.some((kind) => OFFER_HOURS[kind](settings) > 0),
  };
}

/** Ways to prove the age that any place of the site asks for: members travel. */
function askedMethods(settings: Settings, features: Features): AgeMethod[] {
  const asked = new Set(Object.values(settings.age_proof).flatMap(({ when, methods }) => (when === "off" ? [] : methods)));
  const has = { eu: true, oidc: settings.age_oidc !== null, person: features.verification };
  return AGE_METHODS.filter((method) => asked.has(method) && has[method]);
}

function otherNames({ settings, country }: Reader): string[] {
  const company = companyFor(settings, country);
  return company.tradenames.filter((name) => name !== settings.name && name !== company.name);
}

/** Fills placeholders. @throws on an unknown placeholder; a test reads all texts. */
export function fill(text: string, places: Facts["places"]): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = places[name as LegalPlace];
    if (value === undefined) throw new Error(`no place {{${name}}}`);
    return value;
  });
}
