import type { Translate } from "#locales/index.ts";
import { companyFor, termsVersion } from "#worker/domains/companies.vocabulary.ts";
import type { Features } from "#worker/domains/features.vocabulary.ts";
import type { Settings } from "#worker/domains/settings.vocabulary.ts";
import { withFrenchFirst } from "#worker/lib/french-dates.ts";

export interface Reader {
  settings: Settings;
  features: Features;
  /** ISO 3166-1 alpha-2. */
  country: string;
  t: Translate;
}

/** Names of `{{name}}` placeholders. */
type Place = keyof ReturnType<typeof placesOf>;
/** Names of `{{#flag}}` sections. */
type Flag = keyof ReturnType<typeof flagsOf>;

export interface Facts {
  places: Record<Place, string>;
  flags: Record<Flag, boolean>;
}

export function factsOf(reader: Reader): Facts {
  return { places: placesOf(reader), flags: flagsOf(reader) };
}

function placesOf(reader: Reader) {
  const { settings, country, t } = reader;
  const company = companyFor(settings, country);
  const { language } = t;
  const regions = new Intl.DisplayNames(language, { type: "region" });
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const number = new Intl.NumberFormat(language);
  const companyCountry = regions.of(company.country) ?? company.country;
  // Date format of the reader's country: English has several.
  const date = new Intl.DateTimeFormat(`${language}-${country}`, { dateStyle: "long", timeZone: "UTC" });
  return {
    site: settings.name,
    domain: settings.domain,
    /** The company for the reader's country. */
    company: company.name,
    /** Street, town and country. */
    address: `${company.address}, ${company.city}, ${companyCountry}`,
    company_country: companyCountry,
    /** Trade register number; flag `registration`. */
    registration: company.kvk,
    /** Flag `vat`. */
    vat: list.format(company.vat_numbers),
    /** Other trade names; flag `tradenames`. */
    tradenames: list.format(otherNames(reader)),
    support_email: settings.support_email,
    /** Displayed and dialled form; flag `phone`. */
    support_phone: settings.support_phone,
    support_tel: settings.support_phone.replaceAll(/[-\s]/g, ""),
    min_age: String(settings.min_age),
    /** Refund period of unused credits, in days. */
    refund_days: number.format(settings.refund_days),
    /** With unit, e.g. "1 credit". */
    message_price: t("legal.credits", { count: settings.message_credits }),
    /** Price of one member's photos, with unit; flag `unlock`. */
    photo_price: t("legal.credits", { count: settings.photo_credits }),
    /** Credits at activation, with unit; flag `signup_credits`. */
    signup_credits: t("legal.credits", { count: settings.signup_credits }),
    /** Conversations that a free member may start; flag `free_conversations`. */
    free_conversations: number.format(settings.free_conversations ?? 0),
    /** Photos per profile that a free member sees. */
    free_photos: number.format(settings.free_view_photos),
    message_length: number.format(settings.message_length),
    /** Label of fictional profiles; flag `fictional`. */
    fictional_label: settings.fictional_singular ?? t("members.fictional"),
    /** Start date of the current terms. */
    version_date: withFrenchFirst(date.format(new Date(termsVersion(settings, country))), language),
  };
}

function flagsOf(reader: Reader) {
  const { settings, features, country } = reader;
  const company = companyFor(settings, country);
  return {
    ...features,
    us: country === "US",
    uk: country === "GB",
    fictional: settings.fictional_profiles,
    phone: settings.support_phone !== "",
    registration: company.kvk !== "",
    vat: company.vat_numbers.length > 0,
    tradenames: otherNames(reader).length > 0,
    signup_credits: settings.signup_credits > 0,
    free_conversations: (settings.free_conversations ?? 0) > 0,
    /** Sign-up requires an invitation. */
    invite: settings.signups === "with_trafficsource",
    visitor_search: settings.logged_out_search,
    /** Older messages become invisible. */
    chat_history: settings.chat_history !== null,
    /** New members get a time-limited discount on the first purchase. */
    welcome: features.payments && settings.welcome_discount_hours > 0,
  };
}

/** Trade names other than the company's and the site's. */
function otherNames({ settings, country }: Reader): string[] {
  const company = companyFor(settings, country);
  return company.tradenames.filter((name) => name !== settings.name && name !== company.name);
}

/** Fills placeholders. @throws on an unknown placeholder; a test reads all texts. */
export function fill(text: string, places: Facts["places"]): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = places[name as Place];
    if (value === undefined) throw new Error(`no place {{${name}}}`);
    return value;
  });
}
