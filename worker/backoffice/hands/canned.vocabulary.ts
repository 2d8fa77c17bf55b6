import type { CANNED_PLACES } from "#db/schema/attributes.ts";
import type { Language } from "#locales/languages.ts";

export type CannedPlace = (typeof CANNED_PLACES)[number];

/** What an answer may name as `{{name}}`, by place. */
export const PLACEHOLDERS: Readonly<Record<CannedPlace, readonly string[]>> = {
  letter: ["name", "site"],
  complaint: ["site", "reference"],
  report: ["site", "reference"],
};

/** Characters. */
export const CANNED_TITLE = { min: 1, max: 60 };
/** By place: no longer than what is sent. */
export const CANNED_TEXT: Readonly<Record<CannedPlace, { min: number; max: number }>> = {
  letter: { min: 20, max: 4000 },
  complaint: { min: 1, max: 5000 },
  report: { min: 1, max: 1000 },
};

export const CANNED_AT_MOST = 200;

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** True if all braces are placeholders of this place. */
export function hasKnownPlaceholders(place: CannedPlace, text: string): boolean {
  const rest = text.replace(PLACEHOLDER, (all, name: string) => (PLACEHOLDERS[place].includes(name) ? "" : all));
  return !/\{\{|\}\}/.test(rest);
}

export interface CannedAnswer {
  id: string;
  place: CannedPlace;
  title: string;
  texts: Partial<Record<Language, string>>;
}

export interface ReadyAnswer {
  id: string;
  title: string;
  text: string;
  /** Null in the reader's own language. */
  instead: Language | null;
}

/** The answers of a place in a language, in English where there is no other, with the placeholders filled. */
export function readyFor(
  answers: readonly CannedAnswer[],
  { place, language }: { place: CannedPlace; language: string },
  values: Readonly<Record<string, string>>,
): ReadyAnswer[] {
  return answers.flatMap(({ id, place: of, title, texts }) => {
    if (of !== place) return [];
    const own = texts[language as Language];
    const text = own ?? texts.en;
    if (text === undefined) return [];
    const filled = text.replace(PLACEHOLDER, (all, name: string) => values[name] ?? all);
    return [{ id, title, text: filled, instead: own === undefined ? "en" : null }];
  });
}
