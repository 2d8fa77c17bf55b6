import { staffSettings } from "#worker/sites/domains/staff.vocabulary.ts";

/** Parts of a site's form, and what each holds of `settings`. A setting that none names is in `more`. */
const SETTINGS = {
  about: ["name", "index_title", "description", "domain_language", "support_email", "support_phone", "mail_name", "companies"],
  prices: [
    ...["packages", "currencies", "payment_methods", "tax_rates", "minimum_message_costs", "refund_days"],
    ...["message_credits", "icebreaker_credits", "call_price", "photo_credits", "gift_credits", "gifts", "signup_credits"],
    ...["free_conversations", "free_view_photos"],
  ],
  offers: ["time_bonus", "welcome_discount_hours", "delete_discount"],
  members: [
    ...[
      "countries",
      "languages",
      "languages_by_country",
      "genders",
      "more_genders",
      "min_age",
      "signups",
      "refuse_disposable_mail",
      "logged_out_search",
    ],
    ...["logged_out_search_trafficsource", "fictional_profiles", "fictional_desk", "fictional_icon"],
    ...["fictional_warning", "fictional_singular", "fictional_plural"],
  ],
  profile: ["visible_profile_fields", "visible_profile_notes", "search_fields", "questions", "interests", "intimate_interests"],
  looks: ["niche", "theme", "face", "lander_video"],
  privacy: [
    "reveal_accounts",
    "mail_login_links",
    "enable_site_entry_popup",
    "site_entry_countries",
    "private_photos",
    "voice",
    "calls",
  ],
} as const;

/** What guards the company against its own staff: nobody removes the second person, or redirects a secret, in the browser. */
const GUARDS = ["refund_alone", "age_oidc", ...Object.keys(staffSettings)];
/** Settings that only the file says: guards, and what other programs and addresses depend on. */
export const FIXED: readonly string[] = [
  ...["domain", "cdn_prefix", "geoip_country", "push_public_key", "payment_provider", "region_data"],
  ...GUARDS,
];
export const SECTIONS = ["about", "prices", "offers", "members", "profile", "looks", "privacy", "texts", "more"] as const;
export type Section = (typeof SECTIONS)[number];

/** Names of the settings of a section, in the order of the form. Empty for `texts`, which are `words` of the file. */
export function settingsOf(section: Section, all: readonly string[]): string[] {
  if (section === "texts") return [];
  if (section !== "more") return SETTINGS[section].filter((name) => all.includes(name));
  const known: readonly string[] = [...Object.values(SETTINGS).flat(), ...FIXED];
  return all.filter((name) => !known.includes(name));
}
