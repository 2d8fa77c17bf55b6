import type { Language } from "#locales/languages.ts";
import { domainLanguage } from "./defaults.vocabulary.ts";
import type { Settings } from "./settings.vocabulary.ts";
import type { OwnText, Words } from "./words.vocabulary.ts";

/** Null without own words; a version of an earlier build may lack a language. */
export function sayOwn(text: OwnText | undefined, language: Language): string | null {
  return text?.[language] ?? null;
}

/** The operator's description of the site in a language; null if only our own texts have the language. */
export function ownDescription({ words, settings }: { words: Words; settings: Settings }, language: Language) {
  const isHome = language === domainLanguage(settings);
  return {
    title: sayOwn(words.title, language) ?? (isHome ? settings.index_title : null),
    description: sayOwn(words.tagline, language) ?? (isHome ? settings.description : null),
  };
}
