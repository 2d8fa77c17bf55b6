import { LANGUAGES, type Language } from "#locales/languages.ts";
import type { Settings } from "./settings.vocabulary.ts";

/** The country of searches and sign-ups until the member chooses one; one that the domain serves. */
export function homeCountry(country: string, settings: Settings): string {
  const chosen = settings.geoip_selected_country ?? country;
  return settings.countries.includes(chosen) ? chosen : (settings.countries[0] as string);
}

export function domainLanguage(settings: Pick<Settings, "domain_language">): Language {
  const tag = settings.domain_language.slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language === tag) ?? "en";
}
