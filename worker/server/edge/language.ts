import { AVAILABLE } from "#locales/index.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** Never empty. */
export function languagesFor(settings: Settings, country: string): Language[] {
  const wanted = settings.languages_by_country[country] ?? settings.languages;
  const offered = wanted.filter((tag) => AVAILABLE.includes(tag));
  return offered.length > 0 ? offered : ["en"];
}

export function isLanguage(tag: unknown): tag is Language {
  return LANGUAGES.includes(tag as Language);
}

export function chooseLanguage(choices: Language[], ...preferred: (string | null | undefined)[]): Language {
  for (const tag of preferred) {
    if (isLanguage(tag) && choices.includes(tag)) return tag;
  }
  return choices.includes("en") ? "en" : (choices[0] as Language);
}
