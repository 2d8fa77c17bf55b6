import type { Translate } from "#locales/index.ts";
import { companyFor, termsVersion } from "#worker/domains/domains.ts";
import type { Features } from "#worker/domains/features.ts";
import type { Settings } from "#worker/domains/settings.ts";
import { withFirstDay } from "#worker/lib/first-day.ts";

/** The site and its reader, on which the texts depend. */
export interface Reader {
  settings: Settings;
  /** One flag per feature of the site. */
  features: Features;
  /** ISO 3166-1 alpha-2. */
  country: string;
  t: Translate;
}

/** Values of `{{name}}` in a text. */
type Place = keyof ReturnType<typeof placesOf>;
/** Values of `{{#flag}}` in a text. */
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
  // The date as it is written where the reader is: English has more than one way.
  const date = new Intl.DateTimeFormat(`${language}-${country}`, { dateStyle: "long", timeZone: "UTC" });
  return {
    /** Name of the site. */
    site: settings.name,
    /** Its host name. */
    domain: settings.domain,
    /** The company that runs it for the reader's country. */
    company: company.name,
    /** Street, town and country of the company. */
    address: `${company.address}, ${company.city}, ${companyCountry}`,
    company_country: companyCountry,
    /** Trade register, under flag `registration`. */
    registration: company.kvk,
    /** Under flag `vat`. */
    vat: list.format(company.vat_numbers),
    /** Other names the company trades under; flag `tradenames`. */
    tradenames: list.format(otherNames(reader)),
    support_email: settings.support_email,
    /** As one reads it, and as one dials it; flag `phone`. */
    support_phone: settings.support_phone,
    support_tel: settings.support_phone.replaceAll(/[-\s]/g, ""),
    min_age: String(settings.min_age),
    /** Days in which unused credits can be given back. */
    refund_days: number.format(settings.refund_days),
    /** With its unit, e.g. "1 credit". */
    message_price: t("legal.credits", { count: settings.message_credits }),
    /** The price of one member's photos, with its unit; flag `unlock`. */
    photo_price: t("legal.credits", { count: settings.photo_credits }),
    /** Credits given at activation, with their unit; flag `signup_credits`. */
    signup_credits: t("legal.credits", { count: settings.signup_credits }),
    /** Conversations a free member may begin; flag `free_conversations`. */
    free_conversations: number.format(settings.free_conversations ?? 0),
    /** Photos of a profile that a free member sees. */
    free_photos: number.format(settings.free_view_photos),
    /** Characters of one message. */
    message_length: number.format(settings.message_length),
    /** How fictional profiles are labelled; flag `fictional`. */
    fictional_label: settings.fictional_singular ?? t("members.fictional"),
    /** Since when the terms are as they are. */
    version_date: withFirstDay(date.format(new Date(termsVersion(settings, country))), language),
  };
}

function flagsOf(reader: Reader) {
  const { settings, features, country } = reader;
  const company = companyFor(settings, country);
  return {
    ...features,
    /** The reader is in the United States. */
    us: country === "US",
    /** The reader is in the United Kingdom. */
    uk: country === "GB",
    /** The domain has fictional profiles. */
    fictional: settings.fictional_profiles,
    phone: settings.support_phone !== "",
    registration: company.kvk !== "",
    vat: company.vat_numbers.length > 0,
    tradenames: otherNames(reader).length > 0,
    signup_credits: settings.signup_credits > 0,
    free_conversations: (settings.free_conversations ?? 0) > 0,
    /** Sign-up takes an invitation. */
    invite: settings.signups === "with_trafficsource",
    /** Visitors may search without an account. */
    visitor_search: settings.logged_out_search,
    /** Older messages of a chat are not kept in sight for ever. */
    chat_history: settings.chat_history !== null,
    /** New members get a discount on their first purchase for some hours. */
    welcome: features.payments && settings.welcome_discount_hours > 0,
  };
}

/** Other names of the company than its own and the site's. */
function otherNames({ settings, country }: Reader): string[] {
  const company = companyFor(settings, country);
  return company.tradenames.filter((name) => name !== settings.name && name !== company.name);
}

/** A text with its places filled in. @throws for a place that there is not: a test reads all texts for that. */
export function fill(text: string, places: Facts["places"]): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = places[name as Place];
    if (value === undefined) throw new Error(`no place {{${name}}}`);
    return value;
  });
}
